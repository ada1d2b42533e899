//===- pmpi_tool.c - a profiling tool in front of the run time ------------===//
//
// Counts calls and forwards them, and tells of them at the end.
//
//===----------------------------------------------------------------------===//

#include <mpi.h>
#include <stdio.h>

static long opens, reads, bytes;

static int counted(int error, int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  reads++;
  bytes += (long)count * size;
  return error;
}

int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info,
                  MPI_File *file) {
  opens++;
  return PMPI_File_open(comm, name, mode, info, file);
}

int MPI_File_close(MPI_File *file) { return PMPI_File_close(file); }

int MPI_File_read_at(MPI_File file, MPI_Offset at, void *to, int count,
                     MPI_Datatype type, MPI_Status *status) {
  return counted(PMPI_File_read_at(file, at, to, count, type, status), count,
                 type);
}

int MPI_File_read(MPI_File file, void *to, int count, MPI_Datatype type,
                  MPI_Status *status) {
  return counted(PMPI_File_read(file, to, count, type, status), count, type);
}

int MPI_Finalize(void) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d, tool: %ld opens, %ld reads, %ld bytes\n", rank, opens, reads,
         bytes);
  fflush(stdout);
  return PMPI_Finalize();
}
