// Open MPI takes the nodes for several, and talks between them.
// REQUIRES: nodes, openmpi
// RUN: %foreslice-mpicc %s -o %t
// RUN: %nodes 2x2 %t | sort | FileCheck %s
#include <mpi.h>

#include <stdio.h>

// CHECK:      rank 0 is 0 of 2 on node1, hears of 3
// CHECK-NEXT: rank 1 is 1 of 2 on node1, hears of 0
// CHECK-NEXT: rank 2 is 0 of 2 on node2, hears of 1
// CHECK-NEXT: rank 3 is 1 of 2 on node2, hears of 2
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, rank_here, size_here, length, other;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &here);
  MPI_Comm_rank(here, &rank_here);
  MPI_Comm_size(here, &size_here);
  char name[MPI_MAX_PROCESSOR_NAME];
  MPI_Get_processor_name(name, &length);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT,
               (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("rank %d is %d of %d on %s, hears of %d\n", rank, rank_here, size_here,
         name, other);
  MPI_Finalize();
}
