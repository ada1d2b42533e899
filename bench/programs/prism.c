/*===- prism.c - the three phases of a flow simulation --------------------===//
 *
 * The input and output of PRISM after Madhyastha, Elford and Reed (1996),
 * figure
 * 5. First every rank reads the files m16.rea and m16.mor in pieces of less
 * than 50 bytes, and m16.rst: its header, and then its blocks in turns. Then
 * rank 0 writes checkpoints and histories for all ranks. Last all ranks write
 * the result m16.fld in turns. The second and the third phase come again and
 * again.
 *
 *   prism generate FOLDER
 *   prism FOLDER STEPS
 *
 * Rank r prints what it has read as a checksum, and the time of the first phase
 * on standard error.
 *
 *===----------------------------------------------------------------------===*/

#include <fcntl.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  Piece = 40,
  Pieces = 2000,
  HeaderPiece = 500,
  HeaderPieces = 20,
  Block = 16384,
  BlocksOfRank = 40,
};

static int rank, ranks;
static const char *folder;

static int open_file(const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const int fd = open(path, flags, 0644);
  if (fd < 0) {
    perror(path);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return fd;
}

static uint64_t sum(const unsigned char *bytes, ssize_t count, uint64_t all) {
  for (ssize_t i = 0; i < count; i++)
    all = all * 31 + bytes[i];
  return all;
}

/* All ranks alike, from the first byte on. */
static uint64_t read_pieces(const char *name, int size, int count) {
  unsigned char bytes[HeaderPiece];
  const int fd = open_file(name, O_RDONLY);
  uint64_t all = 0;
  for (int i = 0; i < count; i++)
    all = sum(bytes, read(fd, bytes, (size_t)size), all);
  close(fd);
  return all;
}

static uint64_t read_restart(void) {
  static unsigned char bytes[Block];
  uint64_t all = read_pieces("m16.rst", HeaderPiece, HeaderPieces);
  const int fd = open_file("m16.rst", O_RDONLY);
  for (long i = 0; i < BlocksOfRank; i++) {
    const off_t at =
        HeaderPiece * HeaderPieces + (off_t)(i * ranks + rank) * Block;
    all = sum(bytes, pread(fd, bytes, sizeof bytes, at), all);
  }
  close(fd);
  return all;
}

static void write_pieces(const char *name, int size, int count, int step) {
  static unsigned char bytes[Block];
  memset(bytes, step, sizeof bytes);
  const int fd = open_file(name, O_WRONLY | O_CREAT | (step ? 0 : O_TRUNC));
  lseek(fd, 0, SEEK_END);
  for (int i = 0; i < count; i++)
    if (write(fd, bytes, (size_t)size) != size)
      MPI_Abort(MPI_COMM_WORLD, 1);
  close(fd);
}

static void write_result(int step) {
  static unsigned char bytes[Block];
  memset(bytes, rank + step, sizeof bytes);
  const int fd = open_file("m16.fld", O_WRONLY | O_CREAT);
  for (long i = 0; i < BlocksOfRank; i++)
    if (pwrite(fd, bytes, sizeof bytes, (off_t)(i * ranks + rank) * Block) !=
        Block)
      MPI_Abort(MPI_COMM_WORLD, 1);
  close(fd);
}

static void fill(const char *name, long bytes) {
  const int fd = open_file(name, O_WRONLY | O_CREAT | O_TRUNC);
  unsigned char words[1000];
  for (long at = 0; at < bytes; at += (long)sizeof words) {
    for (int i = 0; i < 1000; i++)
      words[i] = (unsigned char)((at + i) * 2654435761u >> 16);
    if (write(fd, words, sizeof words) != sizeof words)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  close(fd);
}

static void simulate(int steps) {
  const double start = MPI_Wtime();
  uint64_t all = read_pieces("m16.rea", Piece, Pieces);
  all ^= read_pieces("m16.mor", Piece, Pieces);
  all ^= read_restart();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    fprintf(stderr, "seconds %f\n", MPI_Wtime() - start);
  printf("%d %016" PRIx64 "\n", rank, all);
  for (int step = 0; step < steps; step++) {
    if (rank == 0) {
      write_pieces("m16.Rstat", Block, 20, step);
      write_pieces("m16.Qstat", Block, 20, step);
      write_pieces("m16.Vstat", Block, 20, step);
      write_pieces("m16.mea", 200, 20, step);
      write_pieces("m16.his", 200, 20, step);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    write_result(step);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 3) {
    fprintf(stderr, "usage: prism generate FOLDER, or prism FOLDER STEPS\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  } else if (strcmp(argv[1], "generate") == 0) {
    folder = argv[2];
    if (rank == 0) {
      fill("m16.rea", (long)Piece * Pieces);
      fill("m16.mor", (long)Piece * Pieces);
      fill("m16.rst",
           HeaderPiece * HeaderPieces + (long)Block * BlocksOfRank * ranks);
    }
  } else {
    folder = argv[1];
    simulate(atoi(argv[2]));
  }
  MPI_Finalize();
}
