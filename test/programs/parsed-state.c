// A function calls itself, so that slices cannot take the function in. The
// function changes state whose size the slice does not know. Variables that the
// function cannot reach decide reads that are fetched ahead. The main thread hands
// over the state.
// RUN: %check-program --slices 2 --expect 'cache_reads>=100'
// RUN: %if mpich %{ %check-program --mpi mpich --slices 2 --ranks 2 --expect 'cache_reads>=100' %}
#include "program.h"

#include <sys/mman.h>

enum { Block = 16384, Blocks = 160 };

#include "blocks.h"

/// A long one has a place.
struct state {
  long steps;
  int isLong;
  struct state *inner;
  long place;
};
enum { Short = 16 };

static int calls;

static void parse(struct state *s, int depth) {
  calls++;
  s->steps += depth;
  if (s->isLong)
    s->place = (s->steps * 7 + depth) % Blocks;
  if (depth > 0)
    parse(s, depth - 1);
}

/// At the end of what can be read.
static struct state *shortState(void) {
  long page = sysconf(_SC_PAGESIZE);
  char *at = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + page, page, PROT_NONE);
  return (struct state *)(at + page - Short);
}

static void byPlaces(struct state *s, const int *places, int n) {
  for (int i = 0; i < n; i++) {
    parse(s, i % 5);
    readBlock(places[i]);
  }
}

static void byState(struct state **states, int n) {
  for (int i = 0; i < n; i++) {
    struct state *s = states[i % 2];
    parse(s, i % 3);
    if (s->isLong)
      readBlock(s->place);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Block * Blocks, 34);
  struct state *states[] = {calloc(1, sizeof(struct state)), shortState()};
  states[0]->isLong = 1;
  int places[Blocks];
  for (int i = 0; i < Blocks; i++)
    places[i] = i * 13 % Blocks;
  fh = openFile("data", MPI_MODE_RDONLY);
  d = digest(DIGEST_START, "", 0);
  volatile int rounds = 1; // A region for each loop, not one for all.
  for (int i = 0; i < rounds; i++) {
    byPlaces(states[0], places, Blocks);
    byState(states, 60);
  }
  MPI_File_close(&fh);
  printf("%d calls\n", calls);
  result(d);
  MPI_Finalize();
}
