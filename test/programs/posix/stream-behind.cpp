// The slice of a loop over a text is behind the program: pages are fetched from the
// place of the program on, not from that of the slice. The slice is held at its first access
// until the program has read 4.5 MiB, and then goes on for 1.4 MiB at most.
// REQUIRES: fuse
// RUN: %python -c "print('123456 ' * 1200000)" > %t.data
// RUN: %real-clang -O1 -I %S/../../run/Inputs -c %S/../Inputs/await_memory.c -o %t.await.o
// RUN: %real-clang -O1 -fPIC -I %source-dir/runtime/include -c %S/../Inputs/held_slice.c -o %t.held.o
// RUN: %foreslice-clangxx -O1 -fprefetch-slice -Rpass=prefetch-slice %s %t.await.o %t.held.o -rdynamic -ldl -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %slowfs-run --service-us 2000 --kernel-cache -- sh -c 'cp %t.data $SLOWFS_DIR/data && FORESLICE_ALWAYS=1 FORESLICE_SOURCES=slices %t $SLOWFS_DIR/data' | FileCheck %s
// REMARK: remark: prefetch slice with 1 read
// CHECK: read ahead: yes
// CHECK: sum 148147200000
#include <atomic>
#include <cstdio>
#include <fstream>

extern "C" {
extern std::atomic<long> sliceMay;
void dropFromMemory(const char *name);
const char *awaitInMemory(long at);
}

// More than a slice asks for ahead of its own place.
enum { Read = 9 << 19 };

// Before the slice, which looks at what the file system keeps.
__attribute__((constructor)) static void drop(int argc, char **argv) {
  if (argc == 2)
    dropFromMemory(argv[1]);
}

int main(int, char **argv) {
  std::ifstream in(argv[1]);
  long sum = 0, count = 0, number;
  while (in >> number) {
    sum += number;
    if (++count == Read / 7) {
      sliceMay = 200000;
      printf("read ahead: %s\n", awaitInMemory(Read + (384 << 10)));
      sliceMay = 1L << 40;
    }
  }
  printf("sum %ld\n", sum);
}
