// Functions that only bear the name of an MPI call are none.
//
// RUN: %slice %s | FileCheck %s
// RUN: %real-clang -O0 -S -emit-llvm %s -o - > %t.plain
// RUN: %real-clang -O0 -S -emit-llvm -fpass-plugin=%plugin %s -o - | cmp - %t.plain
// expected-no-diagnostics
// CHECK-NOT: foreslice
typedef struct file *File;

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
