// The loop changes what it reads by: a structure behind a pointer, a table on
// the heap, a large global. The slice has its own version of all of them.
// RUN: %check-program --expect 'cache_reads>=1'
#include "program.h"

struct reader {
  MPI_File fh;
  MPI_Offset at;
  unsigned step;
  char buffer[4096];
};
static int large[100000];

__attribute__((noinline)) static int next(struct reader *r) {
  int n = 1 + (int)(r->step % 4000);
  MPI_File_read_at(r->fh, r->at, r->buffer, n, MPI_BYTE, MPI_STATUS_IGNORE);
  r->at += n;
  r->step = r->step * 1103515245 + 12345;
  return n;
}

__attribute__((noinline)) static uint64_t sequence(struct reader *r, int n) {
  uint64_t d = DIGEST_START;
  for (int i = 0; i < n; i++) {
    int got = next(r);
    d = digest(d, r->buffer, (size_t)got);
  }
  return d;
}

/// A queue that the loop itself fills: a breadth-first walk.
__attribute__((noinline)) static uint64_t walk(MPI_File fh, int *queue,
                                               int nodes) {
  uint64_t d = DIGEST_START;
  int head = 0, tail = 1;
  queue[0] = 1;
  while (head < tail) {
    int node = queue[head++];
    char b[2000];
    MPI_File_read_at(fh, node * 3000, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    large[node * 37 % 100000] += node;
    for (int k = 0; k < 2; k++)
      if (2 * node + k < nodes)
        queue[tail++] = 2 * node + k + large[(2 * node + k) * 37 % 100000] * 0;
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 41);
  struct reader *r = calloc(1, sizeof *r);
  r->fh = openFile("data", MPI_MODE_RDONLY);
  r->step = 99u + (unsigned)myRank();
  result(sequence(r, 120));
  int *queue = malloc(4096);
  result(walk(r->fh, queue, 300));
  printf("%d %lld\n", queue[250], (long long)r->at);
  MPI_File_close(&r->fh);
  free(queue);
  free(r);
  MPI_Finalize();
}
