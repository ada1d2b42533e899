// Threads read at the same file pointer, each what comes next: together they
// read every block once, whoever reads which.
// RUN: %check-program --unserved "the slice of each thread cannot know which blocks it gets"
#include "program.h"
#include <pthread.h>

static MPI_File fh;

static void *reader(void *sum) {
  char b[4096];
  for (int i = 0; i < 60; i++) {
    MPI_File_read(fh, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    *(uint64_t *)sum += digest(DIGEST_START + 1, b, sizeof b);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  makeData("data", 1 << 20, 46);
  fh = openFile("data", MPI_MODE_RDONLY);
  pthread_t threads[3];
  uint64_t sums[3] = {0}, d = 0;
  for (int t = 0; t < 3; t++)
    pthread_create(&threads[t], NULL, reader, &sums[t]);
  for (int t = 0; t < 3; t++) {
    pthread_join(threads[t], NULL);
    d += sums[t];
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
