// Reads a file on a network file system record by record. In the middle of a page
// of the cache another client changes all records, and MPI_File_sync lets the
// program see that. The rest of the page has been fetched ahead by then, and is
// out of date.
//
//     reads FILE OTHER RECORDS
//
// OTHER is the same file as another client sees it; "-" if there is none: then
// nothing is changed. Prints which records had the data that they must have.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Size = 4096, InPage = 5 };

static void fill(unsigned char *b, int record, int version) {
  for (int i = 0; i < Size; i++)
    b[i] = (unsigned char)(i * 31 + record * 7 + version * 101);
}

static void change(const char *path, int records) {
  static unsigned char b[Size];
  int fd = open(path, O_WRONLY);
  for (int i = 0; i < records; i++) {
    fill(b, i, 1);
    if (pwrite(fd, b, Size, (off_t)i * Size) != Size)
      MPI_Abort(MPI_COMM_WORLD, 3);
  }
  if (fsync(fd) || close(fd))
    MPI_Abort(MPI_COMM_WORLD, 4);
}

int main(int argc, char **argv) {
  static unsigned char b[Size], expected[Size];
  MPI_Init(&argc, &argv);
  if (argc != 4)
    MPI_Abort(MPI_COMM_WORLD, 2);
  int records = atoi(argv[3]), changes = strcmp(argv[2], "-") != 0, right[2] = {0, 0};
  MPI_File f;
  if (MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &f))
    MPI_Abort(MPI_COMM_WORLD, 5);
  for (int i = 0; i < records; i++) {
    int half = i >= records / 2 + InPage;
    if (i == records / 2 + InPage) {
      if (changes)
        change(argv[2], records);
      MPI_File_sync(f);
    }
    MPI_File_read_at(f, (MPI_Offset)i * Size, b, Size, MPI_BYTE, MPI_STATUS_IGNORE);
    fill(expected, i, half && changes);
    right[half] += memcmp(b, expected, Size) == 0;
    usleep(2000);
  }
  MPI_File_close(&f);
  printf("%d and %d of %d records are right\n", right[0], right[1], records);
  MPI_Finalize();
  return right[0] + right[1] != records;
}
