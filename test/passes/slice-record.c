// What the pass decided is in a section of the object, the same for the same
// input, which linkers and strip keep. A file that reads nothing has none.
//
// RUN: %real-clang -fpass-plugin=%plugin -I %S/Inputs -g -O2 -fPIC -c %s -o %t.o
// RUN: %real-clang -fpass-plugin=%plugin -I %S/Inputs -g -O2 -fPIC -c %s -o %t.2.o
// RUN: cmp %t.o %t.2.o
// RUN: %real-clang -fuse-ld=lld -shared -nostdlib -Wl,--gc-sections %t.o -o %t.lld
// RUN: %real-clang -fuse-ld=bfd -shared -nostdlib -Wl,--gc-sections %t.o -o %t.bfd
// RUN: llvm-strip --strip-debug %t.bfd
// RUN: llvm-readelf -SW %t.o %t.lld %t.bfd | FileCheck %s
// CHECK-COUNT-3: {{ \.foreslice\.record +PROGBITS .* AR }}
//
// RUN: %real-clang -fpass-plugin=%plugin -DNOTHING -I %S/Inputs -c %s -o %t.no.o
// RUN: llvm-readelf -SW %t.no.o | FileCheck %s --check-prefix=NOTHING
// NOTHING-NOT: foreslice
#include "mpi-decls.h"

#ifndef NOTHING
void f(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 512, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}
#endif
