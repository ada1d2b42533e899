// A large text that only an error's path uses takes no memory of the compiler: as
// a value it would be a constant for each byte, and each of as many bytes.
//
// RUN: sh -c 'ulimit -v 4194304; %slice %s' | FileCheck %s
#include "mpi-decls.h"

void describe(int error, char *text);
void show(const char *text);

// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read, i64
void read_all(MPI_Comm comm, const char *name, char *block, int n) {
  MPI_File file;
  int error = MPI_File_open(comm, name, MPI_MODE_RDONLY, 0, &file);
  if (error) {
    char text[16384];
    describe(error, text);
    show(text);
    MPI_Abort(comm, error);
  }
  // expected-remark@+1 {{prefetch slice with 1 read}}
  for (int i = 0; i < n; i++)
    MPI_File_read(file, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}
