// Reads by PnetCDF, alone, together, and by requests: the slice waits where the
// program opens a file, and where each rank opens it once more.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O0 %s -o /dev/null
#include <stddef.h>
typedef long long offset;
typedef struct world *comm;
int ncmpi_open(comm, const char *, int, comm, int *), ncmpi_close(int);
int ncmpi_begin_indep_data(int), ncmpi_end_indep_data(int);
int ncmpi_inq_varid(int, const char *, int *);
int ncmpi_get_vara_double(int, int, const offset *, const offset *, double *);
int ncmpi_get_vara_double_all(int, int, const offset *, const offset *,
                              double *);
int ncmpi_iget_vara_double(int, int, const offset *, const offset *, double *,
                           int *);
int ncmpi_iget_varn_double(int, int, int, offset *const *, offset *const *,
                           double *, int *);
int ncmpi_wait_all(int, int, int *, int *);
typedef struct type *type;
int ncmpi_get_vard_all(int, int, type, void *, offset, type);
int ncmpi_get_vard(int, int, int, void *, offset, int);
int MPI_Type_vector(int, int, int, type, type *), MPI_Type_commit(type *);
int MPI_Type_create_darray(int, int, int, const int *, const int *, const int *,
                           const int *, int, type, type *);

double work(const double *row);
double row[64], other[64];

// CHECK-LABEL: define {{.*}}double @together(
// CHECK: call void @foreslice_pnetcdf_ask(
// CHECK: call void @foreslice_launch(
double together(int file, int variable, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    const offset start[2] = {i, 0}, count[2] = {1, 64};
    ncmpi_get_vara_double_all(file, variable, start, count, row);
    sum += work(row);
  }
  return sum;
}

double later(int file, int variable, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    offset start[2] = {i, 0}, count[2] = {1, 64};
    offset *starts[1] = {start}, *counts[1] = {count};
    int requests[2], errors[2];
    ncmpi_iget_vara_double(file, variable, start, count, row, &requests[0]);
    ncmpi_iget_varn_double(file, variable + 1, 1, starts, counts, other,
                           &requests[1]);
    ncmpi_wait_all(file, 2, requests, errors);
    if (errors[0] || errors[1])
      return -1;
    sum += work(row) + work(other);
  }
  return sum;
}

// Each rank alone: the program opens the file once more.
double alone(int file, int variable, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    const offset start[2] = {i, 0}, count[2] = {1, 64};
    if (ncmpi_begin_indep_data(file))
      return -1;
    ncmpi_get_vara_double(file, variable, start, count, row);
    ncmpi_end_indep_data(file);
    sum += work(row);
  }
  return sum;
}

double files(comm world, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    const char name[2] = {(char)('a' + i), 0};
    const offset start[2] = {i, 0}, count[2] = {1, 64};
    int file, variable;
    if (ncmpi_open(world, name, 0, NULL, &file))
      continue;
    ncmpi_inq_varid(file, "rows", &variable);
    ncmpi_get_vara_double_all(file, variable, start, count, row);
    ncmpi_close(file);
    sum += work(row);
  }
  return sum;
}

// As a datatype of MPI lies in the file, one of the program's or the loop's.
double types(int file, int variable, type *given, type element, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    type made;
    MPI_Type_vector(i, 8, 64, element, &made);
    MPI_Type_commit(&made);
    ncmpi_get_vard_all(file, variable, made, row, 64, element);
    ncmpi_get_vard_all(file, variable, given[i], other, 64, element);
    sum += work(row) + work(other);
  }
  return sum;
}

// MPICH's handles are numbers.
double numbers(int file, int variable, int *given, int element, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    ncmpi_get_vard(file, variable, given[i], row, 64, element);
    sum += work(row);
  }
  return sum;
}

// Made by a call that slices do not know: the program hands the type over.
double unknown(int file, int variable, const int *sizes, type element, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    type made;
    MPI_Type_create_darray(4, i, 1, sizes, sizes, sizes, sizes, 0, element,
                           &made);
    MPI_Type_commit(&made);
    ncmpi_get_vard_all(file, variable, made, row, 64, element);
    sum += work(row);
  }
  return sum;
}

// CHECK-LABEL: define internal void @together.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.pnetcdf.at_launch,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.pnetcdf.read.at,
// CHECK-LABEL: define internal void @alone.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.pnetcdf.open.at.8.{{[0-9]+}}, i64 %{{.*}}, ptr {{.*}}, i64 3,
// CHECK-LABEL: define internal void @files.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.pnetcdf.open.at.8.{{[0-9]+}}, i64 0, ptr %{{.*}}, i64 2,
