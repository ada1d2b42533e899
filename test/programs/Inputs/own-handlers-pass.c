#include "own-handlers.h"

// Of the semaphore the slice knows nothing: it meets items that are not there.
uint64_t pass(MPI_File fh) {
  static char b[4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&ready);
    MPI_File_read_at(fh, work[i]->offset, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  return d;
}
