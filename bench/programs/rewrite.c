/* Reads of what the program itself writes, in five patterns:
 *
 *   strided     reads a block, computes, writes it back
 *   small       the same, with blocks of 4 KiB in a row
 *   neighbours  the same, with blocks that overlap by half
 *   behind      writes a block, reads the one that it wrote 16 steps before
 *   checkpoint  writes all blocks, computes, reads them back
 *
 * rewrite PATTERN FILE STEPS COMPUTE_US. Prints a checksum, and "seconds ..."
 * on standard error. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Block = 65536, Small = 4096, Stride = 4 * Block, Lag = 16 };

static char buffer[Block];
static int block = Block;
static long checksum;
static int compute_us;

static void compute(int times) {
  for (int i = 0; i < block; i += 512) {
    checksum = checksum * 31 + buffer[i];
    buffer[i] = (char)checksum;
  }
  if (compute_us)
    usleep((useconds_t)(compute_us * times));
}

static void read_block(MPI_File file, MPI_Offset at) {
  MPI_File_read_at(file, at, buffer, block, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void write_block(MPI_File file, MPI_Offset at) {
  MPI_File_write_at(file, at, buffer, block, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void rewrite(MPI_File file, MPI_Offset base, int steps, int stride) {
  for (int i = 0; i < steps; i++) {
    MPI_Offset at = base + (MPI_Offset)i * stride;
    read_block(file, at);
    compute(1);
    write_block(file, at);
  }
}

static void behind(MPI_File file, MPI_Offset base, int steps) {
  for (int i = 0; i < steps; i++) {
    write_block(file, base + (MPI_Offset)i * Stride);
    if (i >= Lag)
      read_block(file, base + (MPI_Offset)(i - Lag) * Stride);
    compute(1);
  }
}

static void checkpoint(MPI_File file, MPI_Offset base, int steps) {
  for (int i = 0; i < steps; i++)
    write_block(file, base + (MPI_Offset)i * Stride);
  compute(steps);
  for (int i = 0; i < steps; i++) {
    read_block(file, base + (MPI_Offset)i * Stride);
    compute(1);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 5) {
    fprintf(stderr, "usage: rewrite PATTERN FILE STEPS COMPUTE_US\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const char *pattern = argv[1];
  int steps = atoi(argv[3]), rank;
  compute_us = atoi(argv[4]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Offset base = (MPI_Offset)rank * steps * Stride;
  for (int i = 0; i < Block; i++)
    buffer[i] = (char)(i * 7);
  MPI_File file;
  if (MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_RDWR | MPI_MODE_CREATE,
                    MPI_INFO_NULL, &file) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_File_set_size(file, (MPI_Offset)steps * Stride * 64);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (!strcmp(pattern, "small"))
    block = Small;
  if (!strcmp(pattern, "strided"))
    rewrite(file, base, steps, Stride);
  else if (!strcmp(pattern, "small"))
    rewrite(file, base, steps, Small);
  else if (!strcmp(pattern, "neighbours"))
    rewrite(file, base, steps, Block / 2);
  else if (!strcmp(pattern, "behind"))
    behind(file, base, steps);
  else
    checkpoint(file, base, steps);
  double seconds = MPI_Wtime() - start;
  MPI_File_close(&file);
  printf("rank %d: %ld\n", rank, checksum);
  if (rank == 0)
    fprintf(stderr, "seconds %.6f\n", seconds);
  MPI_Finalize();
}
