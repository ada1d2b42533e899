// Loops of OpenMP: each thread has a slice for its share of the iterations. The
// main thread has another one meanwhile, for what it reads around the loops.
// REQUIRES: openmp
// RUN: %check-program --flag=-fopenmp --slices 3 --expect "launches>=7" --expect "cache_reads>=20"
#include "program.h"

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  makeData("data", 1 << 19, 44);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char head[100];
  MPI_File_read_at(fh, 7, head, sizeof head, MPI_BYTE, MPI_STATUS_IGNORE);
  uint64_t sum = digest(DIGEST_START, head, sizeof head);
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < 120; i++) {
    char b[4000];
    MPI_File_read_at(fh, i * 4100, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    sum += digest(DIGEST_START, b, sizeof b);
  }
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(dynamic, 8)
  for (int i = 119; i >= 0; i--) {
    char b[4000];
    MPI_File_read_at(fh, i * 4100, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    sum += digest(DIGEST_START + 1, b, sizeof b);
  }
  for (int i = 0; i < 20; i++) {
    MPI_File_read_at(fh, i * 9000, head, sizeof head, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    sum = digest(sum, head, sizeof head);
  }
  MPI_File_close(&fh);
  result(sum);
  MPI_Finalize();
}
