// Reads by C++ streams: what the slice asks the run time for, and what the main
// thread forwards. Whether a header has the bodies of the streams' functions, as
// from -O1 on, makes no difference.
//
// RUN: %slicexx %s | FileCheck %s
// RUN: %slicexx -O2 -g %s -o /dev/null
#include <fstream>
#include <sstream>
#include <string>

double work(const char *data, long n);
extern char data[65536];

// CHECK-LABEL: define {{.*}}@_Z8byBlocksRSi(
// CHECK: call ptr @foreslice_packet(
double byBlocks(std::istream &in) {
  double sum = 0;
  while (in.read(data, sizeof data)) // expected-remark {{prefetch slice with 1 read}}
    sum += work(data, in.gcount());
  return sum;
}

// The slice opens the file, and is told where the program's stream is all the
// same.
// CHECK-LABEL: define {{.*}}@_Z6byNamePPKci(
// CHECK: call void @foreslice_forward(ptr @foreslice.region{{.*}}, i32 0, ptr {{.*}}, i64 8)
double byName(const char **names, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 2 reads: {{.*}}waits for the data of 1 read; fetches ahead of that what does not depend on it; opens files ahead of the main thread}}
    std::ifstream in(names[i], std::ios::binary);
    if (!in.is_open())
      continue;
    in.seekg(-8, std::ios::end);
    long at;
    in.read(reinterpret_cast<char *>(&at), sizeof at);
    in.seekg(at);
    in.read(data, 4096);
    sum += work(data, 4096);
  }
  return sum;
}

// Text in memory is no file.
// CHECK-LABEL: define {{.*}}@_Z6inTextRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
// CHECK-NOT: foreslice_packet
double inText(const std::string &text) {
  std::istringstream in(text);
  double sum = 0, x;
  while (in >> x)
    sum += x;
  return sum;
}

// CHECK-LABEL: define {{.*}}@_Z5linesRSiS_(
void lines(std::istream &index, std::istream &in) {
  std::string line;
  while (std::getline(index, line)) { // expected-remark-re {{prefetch slice with 4 reads: {{.*}}waits for the data of 1 read}}
    in.seekg(1000 * line.size());
    int n;
    in >> n;
    work(data, n);
    in.read(data, n);
  }
}

// CHECK-LABEL: define internal void @_Z8byBlocksRSi.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.streams.read, i64 %{{.*}}, i64 0, i64 65536, i64 0, ptr null)
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.streams.state, i64 %{{.*}}, i64 0, ptr null, ptr null)
// CHECK-NOT: call {{.*}}@{{_Z|foreslice_stream}}
// CHECK-LABEL: define internal void @_Z6byNamePPKci.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.streams.open.8.0, i64 [[IN:%.*]], ptr %{{.*}}, i64 12, i64 0, ptr null)
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.streams.state, i64 %{{.*}}, i64 2, ptr null, ptr null)
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.streams.seek, i64 %{{.*}}, i64 -8, i64 2, i64 0)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.streams.read.data, i64 %{{.*}}, i64 0, i64 8, i64 0, ptr {{%.*}})
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.streams.seek, i64 %{{.*}}, i64 %{{.*}}, i64 0, i64 0)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.streams.read, i64 %{{.*}}, i64 0, i64 4096, i64 0, ptr null)
// CHECK-LABEL: define internal void @_Z5linesRSiS_.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.streams.read, i64 %{{.*}}, i64 10, i64 1, i64 8, ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.streams.read.data, i64 %{{.*}}, i64 2, i64 4, i64 14, ptr {{%.*}})
