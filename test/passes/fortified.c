// The checks of _FORTIFY_SOURCE change no slice: the name of the file is made by
// the slice itself, and what is copied is copied.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -DFORTIFIED %s | FileCheck %s
// RUN: %slice -DFORTIFIED -O2 -g %s | FileCheck %s
#include "mpi-decls.h"

#ifdef FORTIFIED
#define size(array) __builtin_object_size(array, 1)
#define snprintf(to, n, ...)                                                   \
  __builtin___snprintf_chk(to, n, 1, size(to), __VA_ARGS__)
#define strcpy(to, from) __builtin___strcpy_chk(to, from, size(to))
#define strcat(to, from) __builtin___strcat_chk(to, from, size(to))
#define memcpy(to, from, n) __builtin___memcpy_chk(to, from, n, size(to))
#else
#define snprintf __builtin_snprintf
#define strcpy __builtin_strcpy
#define strcat __builtin_strcat
#define memcpy __builtin_memcpy
#endif

double work(const char *);

// CHECK-LABEL: define internal void @names.{{[0-9]+}}.slice(
// CHECK-NOT: _chk
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.
// CHECK-NOT: _chk
// CHECK: ret void
void names(char *b, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{opens files ahead of the main thread{{$}}}}
    char name[40], part[20];
    snprintf(part, sizeof part, ".%d", i);
    strcpy(name, "part");
    strcat(name, part);
    MPI_File fh;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read_at(fh, 0, b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    work(b);
  }
}

// CHECK-LABEL: define internal void @copies.{{[0-9]+}}.slice(
// CHECK-NOT: _chk
// CHECK: ret void
void copies(MPI_File fh, char *b, const long *table, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{handed over at launch{{$}}}}
    long at[8];
    memcpy(at, table + 8 * i, n * sizeof *at);
    MPI_File_read_at(fh, at[i & 7], b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
    work(b);
  }
}
