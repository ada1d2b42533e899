// A file that grows while it is read: the program itself appends, a fixed
// number of records ahead of its reads. The slice knows of these writes, and
// does not take the end that the file has now for the end of the reads.
// RUN: %check-program --ranks 1 --expect 'cache_reads>=40' --expect 'slices_completed==1'
// RUN: %check-program --ranks 2 --flag=-DBY_ANOTHER_RANK --expect 'slices_completed==2'
#include "program.h"

enum { Record = 65536, Ahead = 20, Records = 100 };

static void append(MPI_File fh, int i) {
  static char b[Record];
  for (int k = 0; k < Record; k++)
    b[k] = (char)dataByte((uint64_t)i * Record + k, 3);
  MPI_File_write_at(fh, (MPI_Offset)i * Record, b, Record, MPI_BYTE,
                    MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("grows", Ahead * Record, 3);
  MPI_File fh = openFile("grows", MPI_MODE_RDWR);
  static char b[Record];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Records; i++) {
#ifdef BY_ANOTHER_RANK
    if (myRank() == 0 && i + Ahead < Records)
      append(fh, i + Ahead);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
#else
    if (i + Ahead < Records)
      append(fh, i + Ahead);
#endif
    MPI_Status status;
    MPI_File_read_at(fh, (MPI_Offset)i * Record, b, Record, MPI_BYTE, &status);
    d = digestStatus(digest(d, b, Record), &status);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
