/* Reads by an index (dependent reads), writes and reads on (parked requests), takes input
 * from rank 0 (a slice that waits for the main thread), and sleeps between reads so that
 * some of them are ready. */
#include <mpi.h>
#include <stdint.h>
#include <unistd.h>

enum { PARTS = 64, SIZE = 65536, LATER = 8 };

static char buffer[SIZE];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File data, index;
  int failed = argc != 3;
  failed = failed || MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDWR,
                                   MPI_INFO_NULL, &data);
  failed = failed || MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_RDONLY,
                                   MPI_INFO_NULL, &index);
  if (failed)
    MPI_Abort(MPI_COMM_WORLD, 2);
  int64_t at = 0;
  for (int i = 0; i < PARTS; i++) {
    MPI_File_read_at(index, i * 8, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(data, at, buffer, SIZE, MPI_BYTE, MPI_STATUS_IGNORE);
    usleep(500);
  }
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Offset mine = (MPI_Offset)rank * PARTS * SIZE;
  for (int i = 0; i < LATER; i++) {
    MPI_File_write_at(data, mine + i * SIZE, buffer, SIZE, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    usleep(2000);
    MPI_File_read_at(data, mine + i * SIZE, buffer, SIZE, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  }
  MPI_File_sync(data);
  int64_t first = rank == 0 ? 3 * SIZE : 0;
  MPI_Bcast(&first, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  for (int i = 0; i < LATER; i++)
    MPI_File_read_at(data, first + i * SIZE, buffer, SIZE, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  MPI_File_close(&index);
  MPI_File_close(&data);
  MPI_Finalize();
  return 0;
}
