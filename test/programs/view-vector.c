// A view that gives each rank its own stripes, with a displacement, read
// through the individual pointer in etypes.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
#include "program.h"

enum { Stripe = 1024 }; // Doubles.

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 6);
  int rank = myRank(), size = worldSize();
  MPI_Datatype stripes, resized;
  MPI_Type_contiguous(Stripe, MPI_DOUBLE, &stripes);
  MPI_Type_create_resized(stripes, 0, (MPI_Aint)size * Stripe * 8, &resized);
  MPI_Type_commit(&resized);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  MPI_File_set_view(fh, 128 + rank * Stripe * 8, MPI_DOUBLE, resized, "native",
                    MPI_INFO_NULL);
  double b[500];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 200; i++) {
    MPI_Status status;
    MPI_File_read(fh, b, 500, MPI_DOUBLE, &status);
    d = digestStatus(digest(d, b, sizeof b), &status);
  }
  MPI_File_close(&fh);
  MPI_Type_free(&resized);
  MPI_Type_free(&stripes);
  result(d);
  MPI_Finalize();
}
