// --why and --why-not: chains of dependences, and reasons.
//
// RUN: %compile -g -c %s -o %t.o
// RUN: %dump %t.o --why 27 | FileCheck %s --check-prefix=STORE
// RUN: %dump %t.o --why why.c:26 | FileCheck %s --check-prefix=CONTROL
// RUN: not %dump %t.o --why 30 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: %dump %t.o --why-not 36 | FileCheck %s --check-prefix=NOT
// RUN: %dump %t.o --why-not why.c:28 | FileCheck %s --check-prefix=SLICED
// RUN: not %dump %t.o --why-not why.c:30 2>&1 | FileCheck %s --check-prefix=NOREAD
// RUN: not %dump %t.o --why-not other.c:36 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %dump %t.o --why 12x 2>&1 | FileCheck %s --check-prefix=BAD -DGIVEN=12x
// RUN: not %dump %t.o --why why.c: 2>&1 | FileCheck %s --check-prefix=BAD -DGIVEN=why.c:
// RUN: not %dump %t.o --why 1 --why-not 2 2>&1 | FileCheck %s --check-prefix=BOTH
#include "mpi-decls.h"







volatile int latest;
void work(char *);
int table[16];
void sliced(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    table[i % 16] = i;
    MPI_File_read_at(file, table[i / 16], block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    work(block);
  }
}

void refused(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, latest, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}
// STORE: in the slice of the loop in sliced, {{.*}}why.c:26:3:
// STORE: why.c:27:{{[0-9]+}}  table[i % 16] = i;
// STORE-NEXT: is needed as memory by
// STORE-NEXT: why.c:28:28  MPI_File_read_at(file, table[i / 16]
// STORE-NEXT: is needed as the offset of MPI_File_read_at by
// STORE-NEXT: why.c:28:5  MPI_File_read_at(
// STORE-NEXT: which is what the slice prefetches
// CONTROL: why.c:26:3  for (
// CONTROL-NEXT: decides whether it is executed, so it is needed by
// CONTROL-NEXT: why.c:28:5  MPI_File_read_at(
// OUT: {{^}}foreslice-dump: error: nothing at line 30 is in a slice: no read that is prefetched depends on it{{$}}
// NOT: why.c:36:5: MPI_File_read_at is not prefetched
// NOT-NEXT: why: the offset of MPI_File_read_at depends on a volatile or atomic variable ({{.*}}why.c:36:28)
// NOT-NEXT: to do: copy it to a local variable before the loop
// NOT-NEXT: see Volatile in docs/remarks.md
// SLICED: why.c:28:5: MPI_File_read_at is prefetched, by the slice of {{.*}}why.c:26:3
// NOREAD: error: there is no read at why.c:30; reads are at {{.*}}why.c:28:5, {{.*}}why.c:36:5
// OTHER: error: there is no read at other.c:36; reads are at
// BAD: {{^}}foreslice-dump: error: invalid value '[[GIVEN]]' of --why; accepted: LINE or FILE:LINE{{$}}
// BOTH: error: --why, --why-not and --signature cannot be combined
