// The program frees each node of the list behind it, and the allocator poisons
// it: a slice that is slow walks through freed memory.
// RUN: %check-program --env MALLOC_PERTURB_=165 --expect 'slice_faults>=0'
#include "program.h"

typedef struct node {
  MPI_Offset at;
  struct node *next;
} node_t;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 21);
  node_t *head = NULL;
  for (int i = 0; i < 200; i++) {
    node_t *n = malloc(sizeof *n);
    *n = (node_t){i * 5000, head};
    head = n;
  }
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[5000];
  uint64_t d = DIGEST_START;
  for (node_t *n = head, *next; n; n = next) {
    MPI_File_read_at(fh, n->at, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    next = n->next;
    free(n);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
