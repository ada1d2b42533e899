// The offsets are in a linked list that the slice walks where it lies.
// RUN: %check-program
#include "program.h"

typedef struct node {
  MPI_Offset at;
  int bytes;
  struct node *next;
} node_t;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 2 << 20, 20);
  node_t *head = NULL;
  for (int i = 0; i < 200; i++) {
    node_t *n = malloc(sizeof *n);
    *n = (node_t){(i * 7919) % 200 * 10000 + myRank(), 1 + i * 31 % 5000, head};
    head = n;
  }
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[5000];
  uint64_t d = DIGEST_START;
  for (node_t *n = head; n; n = n->next) {
    MPI_File_read_at(fh, n->at, b, n->bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, n->bytes);
  }
  while (head) {
    node_t *next = head->next;
    free(head);
    head = next;
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
