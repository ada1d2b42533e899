// A mapping is kept in a structure, by an out-parameter, with pointers into it that another
// function has set. The loads are in functions that are not inlined.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'found>=0'
#include "posix.h"

#include <sys/mman.h>

enum { Rows = 40, Columns = 16384 };

typedef struct {
  float *first, *second;
} weights;
typedef struct {
  weights w;
  float *data;
  int rows;
} model;

__attribute__((noinline)) static void place(weights *w, int rows, float *p) {
  w->first = p;
  w->second = p + (size_t)rows * Columns;
}

__attribute__((noinline)) static void mapModel(const char *name, weights *w, int rows, float **data) {
  int fd = open(name, O_RDONLY);
  *data = mmap(NULL, sizeof(float) * 2 * Rows * Columns, PROT_READ, MAP_PRIVATE, fd, 0);
  if (*data == MAP_FAILED || close(fd))
    exit(2);
  place(w, rows, *data);
}

__attribute__((noinline)) static uint64_t row(const float *at) {
  uint64_t d = 0;
  for (int i = 0; i < Columns; i++)
    d = d * 31 + (uint64_t)(at[i] != 0);
  return d;
}

__attribute__((noinline)) static uint64_t layer(const model *m, int i) {
  return row(m->w.first + (size_t)i * Columns) * 33 + row(m->w.second + (size_t)i * Columns);
}

int main(void) {
  model m = {.rows = Rows};
  makeData("weights", sizeof(float) * 2 * Rows * Columns, 1);
  usleep(20000);
  mapModel("weights", &m.w, m.rows, &m.data);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < m.rows; i++) {
    d = d * 31 + layer(&m, i);
    usleep(500);
  }
  munmap(m.data, sizeof(float) * 2 * Rows * Columns);
  result(d);
}
