// With --all-ranks, nodes know of each other as in a program with slices: the ranks of two
// nodes learn that they take turns in a file. Without --all-ranks, each rank is alone.
// REQUIRES: nodes, openmpi
// RUN: env OMPI_CC=%real-clang mpicc.openmpi -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && head -c 9000000 /dev/urandom > %t.dir/data
// RUN: cd %t.dir && %t > plain
// RUN: cd %t.dir && env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=classifier %nodes 2x1 %foreslice-run --all-ranks --stats=all -- %t > together
// RUN: FileCheck --check-prefix=ALL --input-file=%t.dir/all %s
// RUN: cd %t.dir && env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=classifier %nodes 2x1 %foreslice-run --stats=own -- %t > apart
// RUN: FileCheck --check-prefix=OWN --input-file=%t.dir/own.0 %s
// RUN: cd %t.dir && sort -u plain together apart | count 1
// ALL-DAG: "ranks":{{ *}}2,
// ALL-DAG: "global_class_changes":{{ *}}{{[1-9]}}
// OWN: "global_class_changes":{{ *}}0,
#include <mpi.h>
#include <stdio.h>

enum { Size = 5000, Reads = 800, Meeting = 100 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  static unsigned char b[Size];
  unsigned long sum = 0, all = 0;
  for (int i = rank; i < 2 * Reads; i += ranks) {
    MPI_File_read_at(fh, (MPI_Offset)i * Size, b, Size, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    for (int j = 0; j < Size; j++)
      sum += (unsigned long)(i + 1) * b[j];
    // The class of the other rank is known by then, and is looked for later.
    if (i / ranks == Meeting)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_File_close(&fh);
  MPI_Reduce(&sum, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%lu\n", all);
  MPI_Finalize();
}
