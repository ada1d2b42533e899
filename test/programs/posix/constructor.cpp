// The slice of the rest of a function begins behind a call that may throw. The program
// launches the slice behind the call, too. Before the call, the object that the slice is given
// lacks what the call writes to the object. The function that is called has a slice of its own.
// RUN: %foreslice-clangxx -O1 -fprefetch-slice -Rpass=prefetch-slice -S -emit-llvm %s -o - 2>&1 | FileCheck %s
// RUN: head -c 9000000 /dev/urandom > %t.data
// RUN: %real-clangxx -O1 %s -o %t.plain && %foreslice-clangxx -O1 -fprefetch-slice %s -o %t
// RUN: %t.plain %t.data > %t.expected && env FORESLICE_ALWAYS=1 %t %t.data | cmp - %t.expected
// CHECK: remark: prefetch slice of the rest of 'main'
// CHECK-LABEL: define {{.*}}@main
// CHECK: invoke {{.*}}Builder
// CHECK: invoke {{.*}}make{{.*}}300000
// CHECK: call {{.*}}@foreslice_packet
// CHECK: invoke {{.*}}make{{.*}}70000
#include <fstream>
#include <iostream>
#include <string>

class Line {
public:
  Line(int argc, char **argv) : argc(argc), argv(argv) {}
  __attribute__((noinline)) bool parse() {
    if (argc > 1)
      name = argv[1];
    return argc > 1;
  }
  const std::string &file() const { return name; }

private:
  int argc;
  char **argv;
  std::string name;
};

class Builder {
public:
  __attribute__((noinline)) explicit Builder(const Line &line) : line(line), factor(line.file().size()) {}
  __attribute__((noinline)) unsigned long make(long stride) {
    static char b[50000];
    unsigned long sum = 0;
    std::ifstream in(line.file());
    for (long i = 0; i < 30; i++) {
      in.seekg(i * stride);
      in.read(b, sizeof b);
      sum = sum * 31 + static_cast<unsigned char>(b[7]);
    }
    return sum + count++;
  }

private:
  const Line &line;
  unsigned long factor, count = 0;
};

int main(int argc, char **argv) {
  Line line(argc, argv);
  if (!line.parse())
    return 1;
  Builder b(line);
  std::cout << b.make(300000) << "\n";
  std::cout << b.make(70000) << "\n";
}
