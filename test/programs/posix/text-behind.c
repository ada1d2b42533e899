// The slice of a loop over a text is behind the program: pages are fetched from the
// place of the program on, not from that of the slice. The slice is held at its first access
// until the program has read 9.5 MiB, and then goes on for 1.4 MiB at most.
// REQUIRES: fuse
// RUN: %python -c "print('123456 ' * 2400000)" > %t.data
// RUN: %real-clang -O1 -I %S/../../run/Inputs -c %S/../Inputs/await_memory.c -o %t.await.o
// RUN: %real-clang -O1 -fPIC -I %source-dir/runtime/include -c %S/../Inputs/held_slice.c -o %t.held.o
// RUN: %foreslice-clang -O1 -fprefetch-slice -Rpass=prefetch-slice %s %t.await.o %t.held.o -rdynamic -ldl -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %slowfs-run --service-us 2000 --kernel-cache -- sh -c 'cp %t.data $SLOWFS_DIR/data && FORESLICE_ALWAYS=1 FORESLICE_SOURCES=slices %t $SLOWFS_DIR/data' | FileCheck %s
// REMARK: remark: prefetch slice with 1 read: {{.*}}waits for the data of 1 read
// CHECK: read ahead: yes
// CHECK: sum 296294400000
#include <stdatomic.h>
#include <stdio.h>

extern atomic_long sliceMay;
extern void dropFromMemory(const char *name);
extern const char *awaitInMemory(long at);

// More than a slice asks for ahead of its own place.
enum { Read = 19 << 19 };

// Before the slice, which looks at what the file system keeps.
__attribute__((constructor)) static void drop(int argc, char **argv) {
  if (argc == 2)
    dropFromMemory(argv[1]);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  FILE *in = fopen(argv[1], "r");
  long sum = 0, count = 0;
  int number;
  // A number that ends the loop is data that the slice waits for.
  while (fscanf(in, "%d", &number) == 1 && number != 0) {
    sum += number;
    if (++count == Read / 7) {
      sliceMay = 200000;
      printf("read ahead: %s\n", awaitInMemory(Read + (384 << 10)));
      sliceMay = 1L << 40;
    }
  }
  printf("sum %ld\n", sum);
  fclose(in);
  return 0;
}
