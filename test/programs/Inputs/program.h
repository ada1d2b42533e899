// What the programs share: data, a digest of what was read, a result line.
#ifndef PROGRAM_H
#define PROGRAM_H

#include "data.h"

#include <mpi.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Rank 0 writes a file with that content, for all ranks of the world.
static inline void makeData(const char *name, size_t bytes, unsigned seed) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    unsigned char *data = (unsigned char *)malloc(bytes + 1);
    for (size_t i = 0; i < bytes; i++)
      data[i] = dataByte(i, seed);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(data, 1, bytes, file) != bytes || fclose(file))
      MPI_Abort(MPI_COMM_WORLD, 90);
    free(data);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static inline MPI_File openFile(const char *name, int mode) {
  MPI_File fh;
  if (MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &fh) !=
      MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 91);
  return fh;
}

/// What a status says was transferred, mixed into a digest.
static inline uint64_t digestStatus(uint64_t d, const MPI_Status *status) {
  int bytes;
  MPI_Get_count(status, MPI_BYTE, &bytes);
  return digest(d, &bytes, sizeof bytes);
}

static inline void result(uint64_t d) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d: %016llx\n", rank, (unsigned long long)d);
  fflush(stdout);
}

static inline int myRank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
static inline int worldSize(void) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

#endif
