// A view that changes in the loop, by displacement and by type: the slice has
// its own, with its own pointer.
// RUN: %check-program --expect "cache_reads>=1"
// RUN: %if mpich %{ %check-program --mpi mpich --expect "cache_reads>=1" %}
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 70);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  MPI_Datatype spread;
  MPI_Type_vector(64, 16, 64, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  int b[1024];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 40; i++) {
    MPI_File_set_view(fh, (i * 4 + myRank()) * 16384, MPI_INT,
                      i % 3 ? spread : MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read(fh, b, 512, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read(fh, b + 512, 512, MPI_INT, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    MPI_File_read_at_all(fh, 100, b, 100, MPI_INT, MPI_STATUS_IGNORE);
    d = digest(d, b, 400);
  }
  MPI_Type_free(&spread);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
