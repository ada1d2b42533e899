// While the program reads one file, another process changes the next one through
// a mapping that it has had for long, which no time of the file tells, and ends
// before the program opens the file. The slice has read the file by then.
// RUN: %check-program --ranks 1,2 --expect "files_opened_ahead>=1"
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 1,2 --expect "files_opened_ahead>=1" %}
#include "program.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { Files = 6, Pieces = 8, Page = 65536 };

static int toWriter[2], toReader[2];

static void nameOf(char *name, int i) {
  snprintf(name, 64, "part%d.%d", i, myRank());
}

/// Changes file after file, each when told, and tells when it is done. A page that
/// this process has written before is written again unseen.
static void writer(char *const *maps) {
  char told = 0;
  for (int i = 0; i < Files; i++)
    memset(maps[i], 'A' + i, (size_t)Pieces * Page);
  if (write(toReader[1], &told, 1) != 1)
    _exit(1);
  for (int i = 0; i < Files; i++) {
    if (read(toWriter[0], &told, 1) != 1)
      _exit(1);
    memset(maps[i], 'a' + i, (size_t)Pieces * Page);
    if (write(toReader[1], &told, 1) != 1)
      _exit(1);
  }
  _exit(0);
}

static void waitForWriter(void) {
  char told;
  if (read(toReader[0], &told, 1) != 1)
    MPI_Abort(MPI_COMM_WORLD, 94);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[64], b[1000], *maps[Files];
  for (int i = 0; i < Files; i++) {
    nameOf(name, i);
    int fd = open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, Pieces * Page))
      MPI_Abort(MPI_COMM_WORLD, 92);
    maps[i] = mmap(NULL, Pieces * Page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (maps[i] == MAP_FAILED)
      MPI_Abort(MPI_COMM_WORLD, 93);
    close(fd);
  }
  if (pipe(toWriter) || pipe(toReader))
    MPI_Abort(MPI_COMM_WORLD, 95);
  pid_t child = fork();
  if (child == 0)
    writer(maps);
  waitForWriter();
  usleep(50000);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    nameOf(name, i);
    usleep(20000); // the slice reads on
    if (write(toWriter[1], name, 1) != 1)
      MPI_Abort(MPI_COMM_WORLD, 96);
    waitForWriter();
    if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &fh) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 91);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, j * Page, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, b, sizeof b);
    }
    MPI_File_close(&fh);
  }
  int status;
  waitpid(child, &status, 0);
  result(digest(d, &status, sizeof status));
  MPI_Finalize();
}
