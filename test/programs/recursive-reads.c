// Functions that read and call themselves: a chain, a tree before its branches
// and one behind them, and two that call each other.
// RUN: %check-program --slices 2 --expect "cache_reads>=100"
#include "program.h"

static char b[4096];
static uint64_t d;

static void take(MPI_File fh, int page) {
  MPI_File_read_at(fh, page * 4096, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
  d = digest(d, b, sizeof b);
}

static void chain(MPI_File fh, int at, int left) {
  if (left == 0)
    return;
  take(fh, at);
  chain(fh, (at * 5 + 3) % 200, left - 1);
}

static void before(MPI_File fh, int node) {
  if (node >= 64)
    return;
  take(fh, node);
  before(fh, 2 * node);
  before(fh, 2 * node + 1);
}

static int behind(MPI_File fh, int node) {
  if (node >= 32)
    return 1;
  int nodes = behind(fh, 2 * node) + behind(fh, 2 * node + 1);
  take(fh, nodes);
  return nodes;
}

static void even(MPI_File fh, int left);
static void odd(MPI_File fh, int left) {
  take(fh, left);
  if (left > 0)
    even(fh, left - 1);
}
static void even(MPI_File fh, int left) {
  take(fh, 199 - left);
  if (left > 0)
    odd(fh, left - 1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 200 * 4096, 71);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  d = digest(DIGEST_START, "", 0);
  chain(fh, argc, 60);
  before(fh, 1);
  behind(fh, 1);
  even(fh, 20);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
