/* Every rank reads the whole of one file, block by block, and prints a digest:
 *
 *   reads FILE BLOCKS OPENED ORDER VICTIMS MICROSECONDS
 *
 * OPENED   alone or together: MPI_File_open by each rank for itself, or by all
 * ORDER    same, or apart: each rank begins in another place
 * VICTIMS  the ranks that are killed, as the bits of a number
 *
 * A victim is killed so many microseconds after it has begun to open the file
 * or, as nobody comes out of a collective call without it, after all have
 * opened it. From then on no rank waits for another: each ends by _exit, as
 * MPI_Finalize would wait for the dead. Without victims they finalize. */
#include <mpi.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { Block = 16384 };

/* The kernel does it, wherever the threads of the process are then. */
static void die_after(long microseconds) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGKILL};
  struct itimerspec when = {
      .it_value = {microseconds / 1000000, microseconds % 1000000 * 1000 + 1}};
  timer_t timer;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) ||
      timer_settime(timer, 0, &when, NULL))
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static uint64_t digest(uint64_t d, const void *data, size_t bytes) {
  const uint64_t *words = data;
  for (size_t i = 0; i < bytes / sizeof *words; i++)
    d = (d ^ words[i]) * 0x100000001b3u;
  return d;
}

int main(int argc, char **argv) {
  static char block[Block];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 7)
    MPI_Abort(MPI_COMM_WORLD, 2);
  const long blocks = atol(argv[2]), microseconds = atol(argv[6]);
  const int together = !strcmp(argv[3], "together");
  const long start = strcmp(argv[4], "apart") ? 0 : rank * blocks / size;
  const long victims = atol(argv[5]);
  const int victim = victims >> rank & 1;

  MPI_File file;
  MPI_Barrier(MPI_COMM_WORLD);
  if (victim && !together)
    die_after(microseconds);
  if (MPI_File_open(together ? MPI_COMM_WORLD : MPI_COMM_SELF, argv[1],
                    MPI_MODE_RDONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (together) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (victim)
      die_after(microseconds);
  }
  uint64_t d = 0;
  for (long i = 0; i < blocks; i++) {
    MPI_Offset at = (MPI_Offset)((start + i) % blocks) * Block;
    MPI_File_read_at(file, at, block, Block, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, block, Block);
    usleep(500);
  }
  if (!together || !victims)
    MPI_File_close(&file);
  printf("rank %d: %016llx\n", rank, (unsigned long long)d);
  fflush(stdout);
  if (victims)
    _exit(0);
  MPI_Finalize();
}
