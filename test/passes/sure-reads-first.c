// Loops that read come before loops that only may read, by pointers, as loops
// that print do: the work of the pass ends with the latter.
//
// RUN: %slice -mllvm -prefetch-slice-budget=22 %s -o /dev/null
#include <stdio.h>
#include <unistd.h>

struct layer {
  long (*move)(struct layer *l, char *data, long bytes);
  int fd;
  long at;
};

#define STATEMENTS(X) X X X X X X X X
#define MANY(X) STATEMENTS(STATEMENTS(STATEMENTS(X)))

void print(struct layer *l, char *data, long n) {
  for (long i = 0; i < n; i++) { // expected-remark-re {{no prefetch slice: {{.*}}}}
    MANY(data[l->at % 100] += l->at++;)
    l->move(l, data, 100);
  }
}

static long get(struct layer *l, char *data, long bytes) {
  return read(l->fd, data, bytes); // expected-remark {{this read is in no loop of its function}}
}

long (*const Get)(struct layer *l, char *data, long bytes) = get;

long all(int fd, char *data, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    read(fd, data, 4096);
    MANY(sum = sum * 31 + data[sum % 4096];)
  }
  return sum;
}
