// Reads one file until a read is short, then another. The slice never leaves
// the first loop: it ends when the program makes calls of the second file.
// RUN: %check-program --ranks 1 --expect 'slices_astray==1' --expect 'pages_prefetched<=40'
#include "program.h"

enum { Record = 65536, Records = 40 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("first", Records * Record - 100, 12);
  makeData("second", Records * Record - 100, 13);
  MPI_File files[] = {openFile("first", MPI_MODE_RDONLY),
                      openFile("second", MPI_MODE_RDONLY)};
  static char b[Record];
  uint64_t d = DIGEST_START;
  int got;
  MPI_Status status;
  MPI_File first = files[0], second = files[1];
  do {
    MPI_File_read(first, b, Record, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
  } while (got == Record);
  do {
    MPI_File_read(second, b, Record, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
    usleep(1000);
  } while (got == Record);
  MPI_File_close(&first);
  MPI_File_close(&second);
  result(d);
  MPI_Finalize();
}
