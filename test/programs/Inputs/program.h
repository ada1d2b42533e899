// What the programs share: data, a digest of what was read, a result line.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <mpi.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The byte that data files have at a position.
static inline unsigned char dataByte(uint64_t at, unsigned seed) {
  uint64_t x = (at / 8 + seed) * 0x9e3779b97f4a7c15u;
  return (unsigned char)((x ^ (x >> 29)) >> (8 * (at % 8)));
}

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

#define DIGEST_START 0xcbf29ce484222325u

/// The computation between reads: mixes bytes into a digest (FNV-1a). The first
/// takes long, so that a slice gets ahead.
static inline uint64_t digest(uint64_t d, const void *data, size_t bytes) {
  if (d == DIGEST_START)
    usleep(20000);
  const unsigned char *p = (const unsigned char *)data;
  for (size_t i = 0; i < bytes; i++)
    d = (d ^ p[i]) * 0x100000001b3u;
  return d;
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
