// A slice makes the datatypes that the program makes of numbers that the slice knows, and waits
// for no such call. Those of structures it does not make.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype *);
int MPI_Type_indexed(int, const int *, const int *, MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_struct(int, const int *, const MPI_Aint *, const MPI_Datatype *, MPI_Datatype *);
int MPI_Type_commit(MPI_Datatype *);
int MPI_Type_free(MPI_Datatype *);

double b[800];
double work(const double *);

// CHECK-LABEL: define internal void @vectors.{{[^(]*}}(
// CHECK: [[OLD:%.*]] = call i64 @foreslice_slice_query(ptr @foreslice.mpi.type_part, i64 0, i64 ptrtoint (ptr @ompi_mpi_double to i64),
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.type_part,
// CHECK: [[TYPE:%.*]] = call i64 @foreslice_slice_query(ptr @foreslice.mpi.type, i64 %{{.*}}, i64 1,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
double vectors(MPI_File f, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_Datatype t;
    MPI_Type_vector(i + 1, 1, 2, MPI_DOUBLE, &t);
    MPI_Type_commit(&t);
    MPI_File_read_at(f, i * 8192, b, 1, t, MPI_STATUS_IGNORE);
    MPI_Type_free(&t);
    sum += work(b);
  }
  return sum;
}
