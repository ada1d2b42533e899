// Every rank reads the whole file in an order of its own: a page is fetched by
// one, and found by all. Of a rank that is late some may be fetched again.
// RUN: %check-program --ranks 2,4 --expect "node_hits>=48" \
// RUN:   --expect "pages_prefetched<=72" --expect "pages_filled<=64"
// RUN: %check-program --ranks 2 --env FORESLICE_SHARE=none --expect "node_hits==0" \
// RUN:   --expect "pages_shared==0" --expect "pages_prefetched>=65"
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 2,4 \
// RUN:   --expect "node_hits>=48" --expect "pages_prefetched<=72" %}
// RUN: %if nodes %{ %check-program --nodes 2x2 --expect "node_hits>=48" \
// RUN:   --expect "pages_remote>=60" --expect "pages_prefetched<=144" %}
// RUN: %if nodes %{ %check-program --nodes 4x1 --expect "pages_remote>=180" %}
// RUN: %if nodes %{ %check-program --nodes 2x1 --env FORESLICE_SHARE=node \
// RUN:   --expect "messages_sent==0" %}
// RUN: %if nodes %{ %check-program --nodes 2x1 --env FORESLICE_NETWORK=none0 \
// RUN:   --expect "messages_sent==0" %}
#include "program.h"

enum { Page = 65536, Pages = 64 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Pages * Page, 3);
  int first = myRank() * 7;
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[Page];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Pages; i++) {
    MPI_Offset at = (MPI_Offset)((first + i) % Pages) * Page;
    MPI_File_read_at(fh, at, b, Page, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Page);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
