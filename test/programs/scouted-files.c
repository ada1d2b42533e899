// A file for each iteration, with a header that says where its data are: later
// files are opened and their headers fetched while one header is waited for.
// How many parts of a file are read the data decide, so that calls are miscounted.
// RUN: %check-program --expect 'found>=90' --ranks 1 --expect 'reads_scouted>=20' --expect 'files_opened_ahead>=10' \
// RUN:   --expect 'slices_diverged==0'
// RUN: %check-program --expect 'found>=50' --ranks 2,4 --expect 'slices_diverged==0'
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 1 --expect 'found>=90' --expect 'reads_scouted>=20' %}
#include "program.h"

enum { Files = 40, Size = 300000 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[32], b[5000];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, Size, 72 + i);
    if (myRank() == 0) {
      FILE *f = fopen(name, "r+b");
      int64_t header[2] = {70000 + i * 7919 % 100000, i % 4};
      fwrite(header, sizeof header, 1, f);
      fclose(f);
    }
  }
  usleep(100000); // a file is opened ahead when it has not just been written
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File settled = openFile("part0", MPI_MODE_RDONLY); // no launch before this
  MPI_File_close(&settled);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    int64_t header[2];
    snprintf(name, sizeof name, "part%d", i);
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &fh) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 92);
    MPI_File_read_at(fh, 0, header, 2, MPI_INT64_T, MPI_STATUS_IGNORE);
    for (int j = 0; j < header[1]; j++) {
      MPI_File_read_at(fh, header[0] + j * 20000, b, 1000 + i * 31, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, 1000 + i * 31);
    }
    MPI_File_close(&fh);
    usleep(10000);
  }
  result(d);
  MPI_Finalize();
}
