// The source with its marks, from the source itself and from an object.
//
// RUN: %dump %s -- %decls | FileCheck %s
// RUN: %compile -g -O2 -c %s -o %t.o
// RUN: %dump %t.o | FileCheck %s
// RUN: %dump --color=always %t.o | FileCheck %s --check-prefix=COLOR
// RUN: %dump --whole %t.o | FileCheck %s --check-prefix=WHOLE
#include "mpi-decls.h"

// CHECK: slice of the loop in sliced, {{.*}}text.c:[[#@LINE+20]]:3
// CHECK-NEXT: of {{[0-9]+}} instructions kept
// CHECK-NEXT: launched at {{.*}}text.c:[[#@LINE+18]]
// CHECK-NEXT: handed over, {{[0-9]+}} bytes: file, n, a copy of table (64 bytes)
// CHECK: no slice of the loop in refused
// CHECK-NEXT: why: the offset of MPI_File_read_at depends on a volatile or atomic variable ({{.*}}text.c:
// CHECK-NEXT: to do: copy it to a local variable before the loop [Volatile]
// CHECK: {{^}}           ...
volatile int latest;
int next(void);
void work(char *);
int table[16];
// WHOLE: {{^}}           1  // The source with its marks
// COLOR: {{\[[0-9;]*m}}R{{.*}}MPI_File_read_at
// COLOR-NOT: {{\[[0-9;]*m}}R{{.*}}work
void sliced(MPI_File file, char *block, int n) {
// CHECK: {{^>\|         }}[[#@LINE+4]]  {{ *}}for (int i = 0
// CHECK-NEXT: {{^}}              ^ here the slice of {{.*}} is launched, with {{[0-9]+}} bytes
// CHECK-NEXT: {{^ \|   ~     }}[[#@LINE+3]]  {{ *}}long at = next();
// CHECK-NEXT: ^ the slice waits here until the main thread hands over what next gave (its result)
  for (int i = 0; i < n; i++) {
    long at = next();
    // CHECK: {{^ \|  =      }}[[#@LINE+2]]  {{ *}}table
    // CHECK-NEXT: ^ the slice stores to a copy of its own
    table[i % 16] = i;
    // CHECK: {{^ \|R        }}[[#@LINE+2]]
    // CHECK-NEXT: ^ MPI_File_read_at is prefetched by the slice of
    MPI_File_read_at(file, at + table[i / 16], block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
    // CHECK: {{^           }}[[#@LINE+1]]      work
    work(block);
    // CHECK: {{^ \|   ~     }}[[#@LINE+2]]
    // CHECK-NEXT: ^ reads of what this MPI_File_write_at writes wait for it
    MPI_File_write_at(file, n + i, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

void refused(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    // CHECK: {{^   !      }}[[#@LINE+2]]
    // CHECK-NEXT: ^ MPI_File_read_at is not prefetched: {{.*}}; copy it to a local variable before the loop [Volatile]
    MPI_File_read_at(file, latest, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}
