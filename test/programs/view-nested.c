// Subarrays in an indexed type, which releases of ROMIO put elsewhere than MPI
// says: the program reads back what it wrote, whoever is right.
// RUN: %check-program --ranks 4
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 4 --unserved "a file with such a view is not cached under MPICH" %}
#include "program.h"

enum { Variables = 8, Planes = 2, Width = 32 };

static int b[Variables][Planes * Width * Width];

static MPI_Datatype variables(void) {
  MPI_Datatype part, all;
  int sizes[] = {Planes, 2 * Width, 2 * Width}, sub[] = {Planes, Width, Width};
  int start[] = {0, Width * (myRank() / 2 % 2), Width * (myRank() % 2)};
  int ones[Variables];
  MPI_Aint at[Variables];
  MPI_Type_create_subarray(3, sizes, sub, start, MPI_ORDER_C, MPI_INT, &part);
  for (int i = 0; i < Variables; i++) {
    ones[i] = 1;
    at[i] = i * 4 * (MPI_Aint)sizeof b[0];
  }
  MPI_Type_create_hindexed(Variables, ones, at, part, &all);
  MPI_Type_commit(&all);
  MPI_Type_free(&part);
  return all;
}

static void fill(const char *name, MPI_Datatype all) {
  for (int i = 0; i < Variables; i++)
    for (int k = 0; k < Planes * Width * Width; k++)
      b[i][k] = 1000000 * myRank() + 10000 * i + k;
  MPI_File fh = openFile(name, MPI_MODE_CREATE | MPI_MODE_WRONLY);
  MPI_File_set_view(fh, 0, MPI_BYTE, all, "native", MPI_INFO_NULL);
  MPI_File_write_all(fh, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&fh);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype all = variables();
  fill("data", all);
  uint64_t d = DIGEST_START;
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  MPI_File_set_view(fh, 0, MPI_BYTE, all, "native", MPI_INFO_NULL);
  for (int i = 0; i < Variables; i++) {
    memset(b, 0, sizeof b);
    usleep(5000);
    MPI_File_read_all(fh, b[i], sizeof b[i], MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b[i], sizeof b[i]);
  }
  MPI_File_close(&fh);
  MPI_Type_free(&all);
  result(d);
  MPI_Finalize();
}
