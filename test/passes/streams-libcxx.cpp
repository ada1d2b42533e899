// Streams and folders of libc++, at -O0 and with the bodies that headers have.
// REQUIRES: libcxx
//
// RUN: %slicexx -stdlib=libc++ %s | FileCheck %s
// RUN: %slicexx -stdlib=libc++ -O2 %s -o /dev/null
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

double work(const char *data, long n);
extern char data[65536];

// CHECK-LABEL: define {{.*}}@_Z8byBlocksRNSt3__113basic_istreamI
// CHECK: call ptr @foreslice_packet(
double byBlocks(std::istream &in) {
  double sum = 0;
  while (in.read(data, sizeof data)) // expected-remark {{prefetch slice with 1 read}}
    sum += work(data, in.gcount());
  return sum;
}

// CHECK-LABEL: define {{.*}}@_Z8inFolderPKc(
// CHECK: call void @foreslice_forward(ptr @foreslice.region{{.*}}, i32 0, ptr {{.*}}, i64 8)
double inFolder(const char *name) {
  double sum = 0;
  for (const auto &e : std::filesystem::directory_iterator(name)) { // expected-remark-re {{prefetch slice with 2 reads: {{.*}}waits for the data of 1 read; opens files ahead of the main thread}}
    if (!e.is_regular_file() || e.path().extension() != ".dat")
      continue;
    std::ifstream in(e.path().string());
    long at = 0;
    in >> at;
    in.seekg(at);
    in.read(data, 4096);
    sum += work(data, 4096);
  }
  return sum;
}

// Standard input is no file.
// CHECK-LABEL: define {{.*}}@_Z7ofInputv(
// CHECK-NOT: foreslice_packet
// CHECK: ret double
double ofInput() {
  double sum = 0;
  while (std::cin.read(data, sizeof data))
    sum += work(data, std::cin.gcount());
  return sum;
}
