// The program takes fcntl locks on files: one that it has closed as an MPI file,
// one that it has open, one that the slice takes for the next and the program
// never opens. A lock goes when the program closes a descriptor of the file, and
// at no other time.
// RUN: %check-program --ranks 1,2
// RUN: env FORESLICE_DELAYS=57 %check-program --ranks 2
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 1,2 %}
#define _GNU_SOURCE
#include "program.h"
#include <fcntl.h>

enum { Files = 12, Pieces = 6, Bytes = 4096 };

static int lockFile(const char *name) {
  int fd = open(name, O_RDWR);
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fd < 0 || fcntl(fd, F_SETLK, &l))
    MPI_Abort(MPI_COMM_WORLD, 92);
  return fd;
}

/// Open file description locks have another owner than the process.
static int isLocked(int fd) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(fd, F_OFD_GETLK, &l))
    MPI_Abort(MPI_COMM_WORLD, 93);
  return l.l_type != F_UNLCK;
}

static MPI_File openOwn(int i) {
  char name[64];
  MPI_File fh;
  snprintf(name, sizeof name, "part%d.%d", i, myRank());
  if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &fh) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 91);
  return fh;
}

/// Reads files in turn until one says stop, holding a lock on another.
static uint64_t readUntil(int last, int locked, uint64_t d) {
  char b[Bytes];
  for (int i = 0; i < Files; i++) {
    MPI_File fh = openOwn(i);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, j * 65536, b, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, b, Bytes);
      usleep(300);
    }
    MPI_File_close(&fh);
    int held = isLocked(locked);
    d = digest(d, &held, sizeof held);
    if (i == last)
      break;
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[64];
  for (int i = 0; i < Files; i++)
    for (int r = 0; r < worldSize(); r++) {
      snprintf(name, sizeof name, "part%d.%d", i, r);
      makeData(name, Pieces * 65536, 40 + i);
    }
  uint64_t d = DIGEST_START;
  for (int last = 2; last < Files; last += 3) {
    // Of a file that is never reached.
    snprintf(name, sizeof name, "part%d.%d", last + 1 < Files ? last + 1 : 0,
             myRank());
    int ahead = lockFile(name);
    d = readUntil(last, ahead, d);
    // Of a file that was closed.
    snprintf(name, sizeof name, "part%d.%d", last, myRank());
    int closed = lockFile(name);
    usleep(3000);
    MPI_File other = openOwn((last + 5) % Files);
    MPI_File_close(&other);
    int held[] = {isLocked(ahead), isLocked(closed)};
    d = digest(d, held, sizeof held);
    // Of a file that is open: a second open leaves the lock, a close takes it.
    MPI_File first = openOwn(last), second = openOwn(last);
    held[0] = isLocked(closed);
    MPI_File_close(&second);
    held[1] = isLocked(closed);
    d = digest(d, held, sizeof held);
    MPI_File_close(&first);
    close(ahead);
    close(closed);
  }
  result(d);
  MPI_Finalize();
}
