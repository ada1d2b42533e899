// What decides is read through a view and into a derived datatype, and decides
// whether something is read at all. The last index lies behind the end of file.
// RUN: %check-program --expect 'missed<=2' --expect 'dependent_reads>=30'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("index", 4096, 31);
  makeData("data", 1 << 20, 32);
  MPI_File index = openFile("index", MPI_MODE_RDONLY);
  MPI_File data = openFile("data", MPI_MODE_RDONLY);
  MPI_Datatype pairs, spread;
  MPI_Type_vector(2, 1, 4, MPI_INT, &pairs);
  MPI_Type_create_resized(pairs, 0, 32, &spread);
  MPI_Type_commit(&pairs);
  MPI_Type_commit(&spread);
  MPI_File_set_view(index, 4 * myRank(), MPI_INT, spread, "native",
                    MPI_INFO_NULL);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 40; i++) {
    uint32_t numbers[8] = {0};
    char b[3000];
    MPI_File_read_at(index, i * 8, numbers, 1, pairs, MPI_STATUS_IGNORE);
    d = digest(d, numbers, sizeof numbers);
    if (numbers[4] % 3 == 0)
      continue;
    MPI_File_read_at(data, numbers[0] % 1100000, b, 1 + (int)(numbers[4] % 3000),
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 1);
  }
  MPI_Type_free(&pairs);
  MPI_Type_free(&spread);
  MPI_File_close(&index);
  MPI_File_close(&data);
  result(d);
  MPI_Finalize();
}
