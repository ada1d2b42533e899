// A region of some phases of a function may end, and the next one begin, at a call that analyses replace by its result.
//
// RUN: %slice %s -o /dev/null
#include "mpi-decls.h"

int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_free(MPI_Datatype *);

int phases(MPI_File f, MPI_File g, char *b, double left) {
  int sum = 0;
  MPI_Offset at = 0;
  // expected-remark@+2 {{no prefetch slice of the rest of 'phases'}}
  // expected-remark@+1 {{no prefetch slice: what follows}}
  for (int k = 0; left > 0.01 && k < 12; k++) {
    MPI_File_read_at(f, at, b, 256, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int i = 0; i < 256; i++)
      left = left * 0.5 + b[i] * 1e-9;
    at = (MPI_Offset)(left * 60000);
  }
  MPI_Datatype pieces;
  MPI_Type_vector(8, 10, 11, MPI_BYTE, &pieces);
  MPI_Type_commit(&pieces);
  // expected-remark@+1 {{prefetch slice of the rest of 'phases' with 2 reads}}
  for (int k = 0; k < 8; k++) {
    MPI_File_read_at(g, k * 640, b, 1, pieces, MPI_STATUS_IGNORE);
    sum += b[0];
  }
  MPI_Type_free(&pieces);
  MPI_File_read_at(g, 8192, b, 8, MPI_BYTE, MPI_STATUS_IGNORE);
  return sum + b[0];
}
