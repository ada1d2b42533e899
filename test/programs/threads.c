// Threads read while the main thread is in a region, under
// MPI_THREAD_MULTIPLE. Each has a slice of its own; with one runner the first
// alone has.
// RUN: %check-program --slices 2 --expect "launches>=4" --expect "launches_without_runner==0"
// RUN: %check-program --slices 2 --ranks 1 --env FORESLICE_RUNNERS=1 --expect "launches_without_runner>=1"
#include "program.h"
#include <pthread.h>

static MPI_File fh;

static void *reader(void *argument) {
  uint64_t *d = argument, first = *d;
  char b[4096];
  *d = DIGEST_START;
  for (int i = 0; i < 60; i++) {
    MPI_File_read_at(fh, (first * 60 + i) * 4096, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    *d = digest(*d, b, sizeof b);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  makeData("data", 1 << 20, 42);
  fh = openFile("data", MPI_MODE_RDONLY);
  pthread_t threads[3];
  uint64_t digests[3], d = DIGEST_START;
  for (int t = 0; t < 3; t++) {
    digests[t] = t;
    pthread_create(&threads[t], NULL, reader, &digests[t]);
  }
  char b[4096];
  for (int i = 0; i < 200; i++) {
    MPI_File_read_at(fh, i * 5000, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  for (int t = 0; t < 3; t++) {
    pthread_join(threads[t], NULL);
    d = digest(d, &digests[t], sizeof digests[t]);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
