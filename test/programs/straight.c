// Reads in no loop: a header, what it says, a second file that is opened only if
// the header says so, a file that is written and read back.
// Where no core is free, a rank may come to its first read before the slice.
// RUN: %check-program --expect "cache_reads>=3" --expect "found>=80"
// RUN: %check-program --slow "--service-us 2000" --ranks 1,2 --expect "hits>=2"
// RUN: %if mpich %{ %check-program --mpi mpich --expect "cache_reads>=3" --expect "found>=80" %}
#include "program.h"

struct header {
  int64_t Rows, Width, HasMore, From;
};

static void makeHeader(const char *name) {
  struct header h = {100, 512, worldSize() < 100, 65536};
  MPI_File fh = openFile(name, MPI_MODE_CREATE | MPI_MODE_WRONLY);
  if (myRank() == 0)
    MPI_File_write_at(fh, 0, &h, 4, MPI_INT64_T, MPI_STATUS_IGNORE);
  MPI_File_close(&fh);
}

static uint64_t readAll(const char *name, const char *more) {
  MPI_File fh = openFile(name, MPI_MODE_RDONLY), other = MPI_FILE_NULL;
  static char a[51200], b[70000];
  struct header h;
  uint64_t d = digest(DIGEST_START, name, 1);
  MPI_File_read(fh, &h, 4, MPI_INT64_T, MPI_STATUS_IGNORE);
  MPI_File_read_at(fh, h.From, a, (int)(h.Rows * h.Width), MPI_BYTE,
                   MPI_STATUS_IGNORE);
  usleep(20000);
  d = digest(d, a, sizeof a);
  MPI_Status status;
  MPI_File_seek(fh, 200000, MPI_SEEK_SET);
  MPI_File_read(fh, b, 70000, MPI_BYTE, &status);
  d = digestStatus(digest(d, b, sizeof b), &status);
  if (h.HasMore) {
    other = openFile(more, MPI_MODE_RDONLY);
    usleep(20000);
    MPI_File_read_at_all(other, 100000 * myRank(), a, 40000, MPI_BYTE, &status);
    d = digestStatus(digest(d, a, sizeof a), &status);
    MPI_File_close(&other);
  }
  MPI_File_close(&fh);
  return d;
}

static uint64_t writeAndRead(const char *name) {
  char b[8192];
  MPI_File fh = openFile(name, MPI_MODE_CREATE | MPI_MODE_RDWR);
  for (int i = 0; i < 8; i++) {
    memset(b, 'a' + i + myRank(), sizeof b);
    MPI_File_write_at(fh, (myRank() * 8 + i) * 8192, b, 8192, MPI_BYTE,
                      MPI_STATUS_IGNORE);
  }
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
  int next = (myRank() + 1) % worldSize();
  MPI_File_read_at(fh, next * 65536, b, 8192, MPI_BYTE, MPI_STATUS_IGNORE);
  uint64_t d = digest(DIGEST_START, b, sizeof b);
  MPI_File_read_at(fh, next * 65536 + 8192, b, 8192, MPI_BYTE,
                   MPI_STATUS_IGNORE);
  d = digest(d, b, sizeof b);
  MPI_File_close(&fh);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 400000, 51);
  makeData("more", 500000, 52);
  makeHeader("data");
  result(readAll("data", "more"));
  result(writeAndRead("written"));
  MPI_Finalize();
}
