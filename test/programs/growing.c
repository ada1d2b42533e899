// A file that grows while it is read, a fixed number of records ahead of the
// reads. What the program itself appends by MPI-IO is known to the slice, which
// does not take the end that the file has now for the end of the reads. What
// others append is seen when the program comes there.
// RUN: %check-program --ranks 1 --expect 'cache_reads>=40' --expect 'reads_behind_end==0' \
// RUN:   --expect 'slices_completed==1'
// RUN: %check-program --expect 'found>=75' --expect 'pages_wasted<=1' --ranks 1 --flag=-DUNSEEN --expect 'cache_reads>=60' --expect 'slices_completed==1'
// RUN: %check-program --expect 'found>=80' --ranks 2 --flag=-DBY_ANOTHER_RANK --expect 'slices_completed==2'
#include "program.h"

enum { Record = 65536, Ahead = 20, Records = 100 };

static const char *record(int i) {
  static char b[Record];
  for (int k = 0; k < Record; k++)
    b[k] = (char)dataByte((uint64_t)i * Record + k, 3);
  return b;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("grows", Ahead * Record, 3);
  FILE *other = fopen("grows", "r+b");
  MPI_File fh = openFile("grows", MPI_MODE_RDWR);
  static char b[Record];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Records; i++) {
    int next = i + Ahead;
#ifdef UNSEEN
    if (next < Records) {
      fseek(other, (long)next * Record, SEEK_SET);
      fwrite(record(next), Record, 1, other);
      fflush(other);
    }
    usleep(2000);
#else
    if (next < Records && myRank() == 0)
      MPI_File_write_at(fh, (MPI_Offset)next * Record, record(next), Record,
                        MPI_BYTE, MPI_STATUS_IGNORE);
#endif
#ifdef BY_ANOTHER_RANK
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
#endif
    MPI_Status status;
    MPI_File_read_at(fh, (MPI_Offset)i * Record, b, Record, MPI_BYTE, &status);
    d = digestStatus(digest(d, b, Record), &status);
  }
  MPI_File_close(&fh);
  fclose(other);
  result(d);
  MPI_Finalize();
}
