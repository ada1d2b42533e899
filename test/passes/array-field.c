// A read of unknown length into an array of a structure stays within the array:
// what lies beside decides what is read.
//
// RUN: %slice %s -o /dev/null
// RUN: %slice -O2 %s -o /dev/null
#include <stdio.h>
#include <unistd.h>

struct source {
  int fd, given;
  long (*get)(void *to, long bytes, void *of);
  void *of;
  unsigned char buffer[8192];
};
void use(int sum);

static long from_input(void *to, long bytes, void *of) {
  return fread(to, 1, bytes, stdin);
}

// Functions of the user's may read in place of the file.
static long get(struct source *s, long n) {
  if (s->given)
    return s->get(s->buffer, n, s->of);
  return read(s->fd, s->buffer, n);
}

void give(struct source *s) {
  s->given = 1;
  s->get = from_input;
}

void all(struct source *s, long n) {
  for (long left = 1000000; left > 0; left -= n) // expected-remark-re {{prefetch slice with 1 read: {{.*}} handed over at launch{{$}}}}
    if (get(s, n) > 0)
      use(s->buffer[0]);
}

// A length in the file that is read is no part of the array.
struct record {
  int fd, rest;
  unsigned char buffer[4096];
  int length;
};

void records(struct record *r) {
  while (r->rest-- > 0) { // expected-remark-re {{prefetch slice with 1 read: {{.*}} handed over at launch{{$}}}}
    read(r->fd, r->buffer, r->length);
    use(r->buffer[0]);
  }
}

// The last array of a structure may stand for a longer one.
struct open_ended {
  int fd, rest;
  unsigned char buffer[1];
};

void records_of(struct open_ended *r, long n) {
  struct record *other = (struct record *)r->buffer;
  while (other->rest-- > 0) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}waits for the data{{.*}}}}
    read(r->fd, r->buffer, n);
    use(r->buffer[0]);
  }
}
