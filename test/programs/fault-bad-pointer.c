// The list has no end that the slice sees, which runs off the list.
// RUN: %check-program --expect 'slice_faults>=1'
#include "program.h"

typedef struct node {
  int bytes;
  struct node *next;
} node_t;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 100 * 5000 + 77, 43);
  node_t *head = NULL;
  for (int i = 0; i < 101; i++) {
    node_t *n = malloc(sizeof *n);
    *n = (node_t){5000, head};
    head = n;
  }
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  // Slices take what this leads to for another variable.
  static int stop;
  int *volatile hidden = &stop;
  int *end = hidden;
  node_t *n = head;
  int got;
  do {
    char b[5000];
    MPI_Status status;
    MPI_File_read(fh, b, n->bytes, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
    if (n == head)
      usleep(300000); // The slice gets to its end first.
    n = n->next;
    *end = got != 5000;
  } while (!stop);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
