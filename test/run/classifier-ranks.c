// The ranks of a node tell each other the classes of files that the kernel delivers, and
// know that they take turns, without a call of MPI.
// RUN: %real-clang -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && head -c 9000000 /dev/urandom > %t.dir/data
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=classifier OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=2 sh -c 'cd %t.dir; for rank in 0 1; do OMPI_COMM_WORLD_RANK=$rank %foreslice-run --mpi=none --stats=stats.$rank --report=report.$rank -- %t $rank & done; wait'
// RUN: FileCheck --input-file=%t.dir/stats.0 %s
// RUN: FileCheck --input-file=%t.dir/stats.1 %s
// RUN: FileCheck --check-prefix=TRACE --input-file=%t.dir/report.1/rank-0.json %s
// CHECK: "global_class_changes":{{ *}}{{[1-9]}}
// TRACE: "name":{{ *}}"class"
// TRACE: data: interleaved sequential, read only, 2 ranks
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { Size = 5000, Reads = 800, Meeting = 100 };

int main(int argc, char **argv) {
  const int rank = atoi(argv[argc - 1]), fd = open("data", O_RDONLY);
  static char b[Size];
  for (int i = 0; i < Reads; i++) {
    pread(fd, b, Size, (off_t)(2 * i + rank) * Size);
    if (i == Meeting) {
      close(open(rank ? "one" : "zero", O_CREAT | O_WRONLY, 0600));
      while (access(rank ? "zero" : "one", F_OK) != 0)
        usleep(1000);
    }
    if (i > Meeting)
      usleep(1000); // The other rank is looked for now and then.
  }
}
