// Each rank reads its shares of a file, by MPI-IO and by POSIX.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { Share = 20000, Shares = 100 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  static unsigned char b[Share];
  unsigned long sum = 0, all = 0;
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  for (int i = rank; i < Shares; i += ranks) {
    MPI_File_read_at(fh, (MPI_Offset)i * Share, b, Share, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int j = 0; j < Share; j++)
      sum += (unsigned long)(i + 1) * b[j];
  }
  MPI_File_close(&fh);
  int fd = open(argv[1], O_RDONLY);
  for (int i = rank; i < Shares; i += ranks)
    if (pread(fd, b, 3000, (off_t)i * Share) == 3000)
      sum += (unsigned long)(i + 1) * b[2999];
  close(fd);
  MPI_Reduce(&sum, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%lu\n", all);
  MPI_Finalize();
  return 0;
}
