// A slice calls a function that changes nothing itself, unless somebody notices
// the call: a profile that counts it, the tracer of all calls, a sanitizer that
// looks at what it loads, or reports what it computes.
//
// RUN: %slice -Xclang -verify=made %s
// RUN: %slice -O2 -g -Xclang -verify=made %s
// RUN: %slice -O2 -g -fextend-variable-liveness -Xclang -verify=made %s
// RUN: %slice -fprofile-instr-generate -Xclang -verify=noticed %s
// RUN: %slice -finstrument-functions -Xclang -verify=noticed %s
// RUN: %slice -finstrument-functions-after-inlining -Xclang -verify=noticed %s
// RUN: %slice -fxray-instrument -Xclang -verify=noticed %s
// RUN: %slice -pg -Xclang -verify=noticed %s
// RUN: %slice -fsanitize=address -Xclang -verify=noticed %s
// RUN: %slice -fsanitize=thread -Xclang -verify=noticed %s
// RUN: %slice -fsanitize=undefined -Xclang -verify=noticed %s
#include "mpi-decls.h"

struct list {
  struct list *next;
  int hops;
};

static int hops(const struct list *l) {
  return l->next ? hops(l->next) + l->hops : 0;
}
void reads(MPI_File fh, struct list *l, char *b, int n) {
  for (int i = 0; i < n; i++) // made-remark-re {{handed over at launch{{$}}}} noticed-remark {{waits for the main thread's hops}}
    MPI_File_read_at(fh, hops(l + i), b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
}
