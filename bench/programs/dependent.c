/* Reads that depend on what was read or opened before, in seven patterns:
 *
 *   index    a table of offsets, then the blocks that it names
 *   blocks   a header at the begin of each block, then what it points to
 *   headers  the same, with the blocks in no even steps
 *   tables   a header, a table that it points to, then what that points to
 *   chain    records that say where the next one is
 *   files    a file for each step, of a computed name
 *   phases   computation first, then reads, with a file opened for each phase
 *
 * dependent PATTERN FOLDER STEPS COMPUTE_US, or FOLDER and "generate". Prints a
 * checksum, and "seconds ..." on standard error. */
#include <mpi.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Steps = 256, Block = 262144, Payload = 65536, Parts = 4, Phase = 20 };

static char buffer[Payload];
static long checksum;
static int compute_us;

static void compute(int times) {
  for (int i = 0; i < Payload; i += 512)
    checksum = checksum * 31 + buffer[i];
  if (compute_us)
    usleep((useconds_t)(compute_us * times));
}

static MPI_File open_file(const char *folder, const char *name) {
  char path[512];
  MPI_File file;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &file) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  return file;
}

/* Where block i is in no even steps. */
static int64_t place(int i) {
  int64_t at = 0;
  while (i-- > 0)
    at = (at * 13 + 7) % Steps;
  return at * Block;
}

static void write_file(const char *folder, const char *name, int64_t blocks,
                       int chain) {
  char path[512], *block = calloc(1, Block);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  for (int64_t i = 0; i < blocks; i++) {
    int64_t in_block = 200000 + i * 100;
    int64_t head[3] = {i * Block + Payload + i * 7919 % 100000, Payload / 2,
                       i * Block + in_block};
    if (chain)
      for (int j = 0; j < Steps; j++)
        if (place(j) == i * Block)
          head[0] = place(j + 1);
    for (int j = sizeof head; j < Block; j += 97)
      block[j] = (char)(i + j);
    memcpy(block, head, sizeof head);
    memcpy(block + in_block, head, sizeof head);
    fwrite(block, 1, Block, file);
  }
  fclose(file);
  free(block);
}

static void generate(const char *folder) {
  char name[512];
  write_file(folder, "blocks", Steps, 0);
  write_file(folder, "chain", Steps, 1);
  for (int i = 0; i < Steps / Parts; i++) {
    snprintf(name, sizeof name, "part%d", i);
    write_file(folder, name, 1, 0);
  }
  snprintf(name, sizeof name, "%s/index", folder);
  FILE *index = fopen(name, "wb");
  for (int i = 0; i < Steps; i++) {
    int64_t at = place(i);
    fwrite(&at, sizeof at, 1, index);
  }
  fclose(index);
}

static void read_index(const char *folder, int steps) {
  MPI_File index = open_file(folder, "index"),
           file = open_file(folder, "blocks");
  for (int i = 0; i < steps; i++) {
    int64_t at;
    MPI_File_read_at(index, i * (MPI_Offset)sizeof at, &at, 1, MPI_INT64_T,
                     MPI_STATUS_IGNORE);
    MPI_File_read_at(file, at, buffer, Payload, MPI_BYTE, MPI_STATUS_IGNORE);
    compute(1);
  }
  MPI_File_close(&index);
  MPI_File_close(&file);
}

static void read_blocks(const char *folder, int steps) {
  MPI_File file = open_file(folder, "blocks");
  for (int i = 0; i < steps; i++) {
    int64_t head[2];
    MPI_File_read_at(file, (MPI_Offset)i * Block, head, 2, MPI_INT64_T,
                     MPI_STATUS_IGNORE);
    MPI_File_read_at(file, head[0], buffer, (int)head[1], MPI_BYTE,
                     MPI_STATUS_IGNORE);
    compute(1);
  }
  MPI_File_close(&file);
}

static void read_headers(const char *folder, int steps) {
  MPI_File file = open_file(folder, "blocks");
  for (int i = 0; i < steps; i++) {
    int64_t head[2];
    MPI_File_read_at(file, place(i), head, 2, MPI_INT64_T, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, head[0], buffer, (int)head[1], MPI_BYTE,
                     MPI_STATUS_IGNORE);
    compute(1);
  }
  MPI_File_close(&file);
}

static void read_tables(const char *folder, int steps) {
  MPI_File file = open_file(folder, "blocks");
  for (int i = 0; i < steps; i++) {
    int64_t head[3], table[2];
    MPI_File_read_at(file, place(i), head, 3, MPI_INT64_T, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, head[2], table, 2, MPI_INT64_T, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, table[0], buffer, (int)table[1], MPI_BYTE,
                     MPI_STATUS_IGNORE);
    compute(1);
  }
  MPI_File_close(&file);
}

static void read_chain(const char *folder, int steps) {
  MPI_File file = open_file(folder, "chain");
  int64_t at = 0;
  for (int i = 0; i < steps; i++) {
    MPI_File_read_at(file, at, buffer, Payload, MPI_BYTE, MPI_STATUS_IGNORE);
    memcpy(&at, buffer, sizeof at);
    compute(1);
  }
  MPI_File_close(&file);
}

static void read_files(const char *folder, int steps) {
  for (int i = 0; i < steps / Parts; i++) {
    char name[32];
    snprintf(name, sizeof name, "part%d", i);
    MPI_File file = open_file(folder, name);
    for (int j = 0; j < Parts; j++) {
      MPI_File_read_at(file, j * Payload, buffer, Payload, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      compute(1);
    }
    MPI_File_close(&file);
  }
}

static void read_phase(const char *folder, const char *name, int from) {
  MPI_File file = open_file(folder, name);
  compute(Phase);
  for (int i = 0; i < Phase; i++) {
    MPI_File_read_at(file, (MPI_Offset)(from + i) * Block, buffer, Payload,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    checksum += buffer[99];
  }
  MPI_File_close(&file);
}

static void read_phases(const char *folder, int steps) {
  for (int i = 0; i + 2 * Phase <= steps; i += 2 * Phase) {
    read_phase(folder, "blocks", i);
    read_phase(folder, "chain", i + Phase);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const char *pattern = argv[1], *folder = argv[2];
  if (strcmp(pattern, "generate") == 0) {
    generate(folder);
    MPI_Finalize();
    return 0;
  }
  int steps = atoi(argv[3]);
  compute_us = atoi(argv[4]);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (strcmp(pattern, "index") == 0)
    read_index(folder, steps);
  else if (strcmp(pattern, "blocks") == 0)
    read_blocks(folder, steps);
  else if (strcmp(pattern, "headers") == 0)
    read_headers(folder, steps);
  else if (strcmp(pattern, "tables") == 0)
    read_tables(folder, steps);
  else if (strcmp(pattern, "chain") == 0)
    read_chain(folder, steps);
  else if (strcmp(pattern, "files") == 0)
    read_files(folder, steps);
  else
    read_phases(folder, steps);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    printf("checksum %ld\n", checksum);
    fprintf(stderr, "seconds %.6f\n", MPI_Wtime() - start);
  }
  MPI_Finalize();
  return 0;
}
