// Functions that only bear the name of an MPI call are none.
//
// RUN: %slice %s | FileCheck %s
// RUN: %real-clang -O0 -S -emit-llvm %s -o - > %t.plain
// RUN: %real-clang -O0 -S -emit-llvm -fpass-plugin=%plugin %s -o - | cmp - %t.plain
// RUN: %slice -DIN_REGION %s | FileCheck --check-prefix=REGION %s
// CHECK-NOT: foreslice
typedef struct file *File;
#ifndef IN_REGION
// expected-no-diagnostics

// A function of the program's own.
int MPI_File_read_at(File fh, long long offset, void *b, int n, void *type,
                     void *status) {
  return fh && b && n && type && status ? (int)offset : 0;
}

int MPI_File_read(File fh, void *b, int n, void *type);           // Too few.
void MPI_File_read_all(File fh, void *b, int n, void *type, void *); // No int.
int MPI_File_read_at_all(File fh, void *offset, void *b, int n, void *type,
                         void *); // A pointer for the offset.

void f(File fh, int n) {
  char b[8];
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(fh, i * 8, b, 8, b, b);
    MPI_File_read(fh, b, 8, b);
    MPI_File_read_all(fh, b, 8, b, b);
    MPI_File_read_at_all(fh, b, b, 8, b, b);
  }
}
#else
extern struct datatype ompi_mpi_byte;
int MPI_File_read_at(File, long long, void *, int, struct datatype *, void *);
int MPI_File_sync(File, int level);                     // Too many.
int MPI_File_seek(File, long long);                     // Too few.
int MPI_File_preallocate(File, const char *how);        // No size.
int MPI_File_set_view(File, long long, void *, void *); // Too few.

// REGION-LABEL: define internal void @g{{.*}}.slice(
// REGION-NOT: call void @foreslice_slice_s
// REGION: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// REGION-NOT: call void @foreslice_slice_s
// REGION: ret void
void g(File fh, int n) {
  char b[8];
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File_set_view(fh, 8, b, b);
    MPI_File_sync(fh, 1);
    MPI_File_seek(fh, 0);
    MPI_File_preallocate(fh, "all");
    MPI_File_read_at(fh, i * 8, b, 8, &ompi_mpi_byte, (void *)0);
  }
}
#endif
