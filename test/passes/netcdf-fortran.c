// The interfaces of NetCDF and PnetCDF for Fortran 77, as flang calls them: what
// they come down to is as in C, with the dimensions the other way round.
//
// RUN: %slice %s | FileCheck %s
#include <stddef.h>
int nf_open_(const char *, const int *, int *, size_t), nf_close_(const int *);
int nf_inq_varid_(const int *, const char *, int *, size_t);
int nf_inq_dimlen_(const int *, const int *, int *);
int nf_get_vara_double_(const int *, const int *, const int *, const int *,
                        double *);
int nfmpi_get_vara_real_all_(const int *, const int *, const long *,
                             const long *, float *);
void work(const void *);
double row[64];
float reals[64];

// CHECK-LABEL: define internal void @rows.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.netcdf.read
// CHECK: ret void
void rows(const int *file, const int *variable, const int *dimension) {
  int count[2] = {64, 1}, start[2] = {1, 1}, length;
  nf_inq_dimlen_(file, dimension, &length);
  for (int i = 1; i <= length; i++) { // expected-remark {{prefetch slice with 1 read}}
    start[1] = i;
    nf_get_vara_double_(file, variable, start, count, row);
    work(row);
  }
}

// CHECK-LABEL: define internal void @files.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_open(
// CHECK: ret void
void files(char (*names)[16], int n) {
  int count[2] = {64, 1}, start[2] = {1, 1}, mode = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{opens files ahead of the main thread}}
    int file, variable;
    nf_open_(names[i], &mode, &file, 16);
    nf_inq_varid_(&file, "rows ", &variable, 5);
    nf_get_vara_double_(&file, &variable, start, count, row);
    work(row);
    nf_close_(&file);
  }
}

// CHECK-LABEL: define internal void @together.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.pnetcdf.
// CHECK: ret void
void together(const int *file, const int *variable, int n) {
  long count[2] = {64, 1}, start[2] = {1, 1};
  for (int i = 1; i <= n; i++) { // expected-remark {{prefetch slice with 1 read}}
    start[1] = i;
    nfmpi_get_vara_real_all_(file, variable, start, count, reals);
    work(reals);
  }
}
