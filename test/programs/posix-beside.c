// A program of MPI that reads by POSIX, by stdio and by MPI-IO, of the same
// files and of others, and holds a lock on one of them.
// RUN: %check-program --slices 1 --expect 'cache_reads>=1' --expect 'pages_to_system>=10'
#include "locks.h"
#include "program.h"

enum { Block = 65536, Blocks = 20 };

static uint64_t byDescriptor(const char *name, uint64_t d) {
  static char b[Block];
  int fd = open(name, O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * 7 % Blocks * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    usleep(300);
  }
  close(fd);
  return d;
}

static uint64_t byStream(const char *name, uint64_t d) {
  static char b[Block];
  FILE *f = fopen(name, "rb");
  size_t n;
  while (f && (n = fread(b, 1, Block, f)) > 0) {
    d = digest(d, b, n);
    usleep(300);
  }
  if (f)
    fclose(f);
  return d;
}

static uint64_t byMpi(MPI_File file, uint64_t d) {
  static char b[Block];
  for (long i = 0; i < Blocks; i++) {
    MPI_File_read_at(file, i * Block, b, Block, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Block);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char own[32];
  snprintf(own, sizeof own, "own.%d", myRank());
  for (int rank = 0; rank < worldSize(); rank++) {
    char name[32];
    snprintf(name, sizeof name, "own.%d", rank);
    makeData(name, Block * Blocks, 20);
  }
  makeData("shared", Block * Blocks, 21);
  int locked = open(own, O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (locked < 0 || fcntl(locked, F_SETLK, &lock))
    MPI_Abort(MPI_COMM_WORLD, 3);
  uint64_t d = DIGEST_START;
  for (int round = 0; round < 2; round++) {
    d = byDescriptor("shared", d);
    d = byStream("shared", d);
  }
  MPI_File file = openFile("shared", MPI_MODE_RDONLY);
  d = byMpi(file, d);
  d = byStream("shared", d);
  MPI_File_close(&file);
  // Reads of the locked file: a program that closes a descriptor of its own
  // would lose the lock itself.
  static char b[Block];
  for (int round = 0; round < 3; round++) {
    for (long i = 0; i < Blocks; i++) {
      ssize_t n = pread(locked, b, Block, i * Block);
      d = digest(d, b, n > 0 ? (size_t)n : 0);
    }
    usleep(2000);
    printf("free: %d\n", isFree(locked));
  }
  result(d);
  MPI_Finalize();
}
