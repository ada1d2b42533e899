// Reads by NetCDF: the slice tells the run time what of a variable is read, and
// calls the library no more. What is open at launch is asked for there.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g %s -o /dev/null
// RUN: %slice -O0 %s -o /dev/null
#include <stddef.h>
int nc_open(const char *, int, int *), nc_close(int), nc_sync(int);
int nc_inq_varid(int, const char *, int *), nc_inq_dimlen(int, int, size_t *);
int nc_inq_vardimid(int, int, int *), nc_inq_varname(int, int, char *);
int nc_inq_attlen(int, int, const char *, size_t *);
int nc_get_var_int(int, int, int *);
int nc_get_var_double(int, int, double *);
int nc_get_vara_double(int, int, const size_t *, const size_t *, double *);
int nc_get_vars_double(int, int, const size_t *, const size_t *,
                       const ptrdiff_t *, double *);
int nc_get_var1_double(int, int, const size_t *, double *);
int nc_get_varm_double(int, int, const size_t *, const size_t *,
                       const ptrdiff_t *, const ptrdiff_t *, double *);
int nc_put_vara_double(int, int, const size_t *, const size_t *,
                       const double *);

double work(const double *row);
double row[64];

// CHECK-LABEL: define {{.*}}double @rows(
// CHECK: call void @foreslice_netcdf_ask(
// CHECK: call void @foreslice_launch(
double rows(int file, int variable, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    const size_t start[2] = {i, 8}, count[2] = {1, 64};
    if (nc_get_vara_double(file, variable, start, count, row))
      return -1;
    sum += work(row);
  }
  return sum;
}

// What the file says of itself is known, and what is written is nobody's.
double known(int file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    int dimensions[2];
    size_t length, start[2] = {i, 0}, count[2] = {1, 0};
    char name[257];
    if (nc_inq_vardimid(file, i, dimensions) ||
        nc_inq_dimlen(file, dimensions[1], &length) ||
        nc_inq_varname(file, i, name))
      return -1;
    if (name[0] == '_')
      continue;
    count[1] = length / 2;
    const ptrdiff_t stride[2] = {1, 2};
    nc_get_vars_double(file, i, start, count, stride, row);
    sum += work(row);
    nc_put_vara_double(file, i, start, count, row);
    nc_get_var1_double(file, i, start, row);
    sum += work(row);
  }
  return sum;
}

// A file a step: the slice opens them itself.
double files(int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    char name[2] = {(char)('a' + i), 0};
    int file, variable;
    if (nc_open(name, 0, &file))
      continue;
    const size_t start[1] = {0}, count[1] = {64};
    nc_inq_varid(file, "rows", &variable);
    nc_get_vara_double(file, variable, start, count, row);
    nc_close(file);
    sum += work(row);
  }
  return sum;
}

// What is read decides where the next read is: the slice waits for the data.
double chain(int file, int variable) {
  double sum = 0;
  size_t start[1] = {0}, count[1] = {64};
  while (start[0] < 1000) { // expected-remark {{waits for the data of 1 read}}
    nc_get_vara_double(file, variable, start, count, row);
    sum += work(row);
    start[0] = (size_t)row[63];
  }
  return sum;
}

// The data lie in memory as only the library knows.
double mapped(int file, int variable) {
  double sum = 0;
  size_t start[1] = {0}, count[1] = {64};
  while (start[0] < 1000) { // expected-remark {{depends on the data of NetCDF}}
    nc_get_varm_double(file, variable, start, count, NULL, NULL, row);
    sum += work(row);
    start[0] = (size_t)row[63];
  }
  return sum;
}

// The program gives up where data are not as expected, at several places.
int expected(int file, int variable, int n) {
  static double other[64];
  size_t start[1] = {0}, count[1] = {64};
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    start[0] = i * 64;
    if (nc_get_vara_double(file, variable, start, count, row))
      return 1;
    if (nc_get_vara_double(file, variable + 1, start, count, other))
      return 1;
    for (int k = 0; k < 64; k++) {
      if (row[k] != i)
        return 2;
      if (other[k] != i + k)
        return 3;
    }
  }
  return 0;
}

// The function ends where data or the program's own look at them say so,
// between two reads.
void report(const char *), exit(int) __attribute__((noreturn));
const char *nc_strerror(int);
int isGood(const double *);
#define CHECKED(call)                                                          \
  do {                                                                         \
    int error = (call);                                                        \
    if (error) {                                                               \
      report(nc_strerror(error));                                               \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
int phases(const char *name) {
  static double first[64], second[64], third[64];
  int file, a, b, c;
  CHECKED(nc_open(name, 0, &file));
  CHECKED(nc_inq_varid(file, "a", &a));
  CHECKED(nc_get_var_double(file, a, first)); // expected-remark-re {{slice of the rest of 'phases' with 3 reads:{{.*}}; takes for granted that the function goes on{{.*}}; takes for granted that the function goes on}}
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 8; k++)
      if (first[i * 8 + k] != i)
        return 2;
  CHECKED(nc_inq_varid(file, "b", &b));
  CHECKED(nc_get_var_double(file, b, second));
  if (second[0] > 1000) {
    report("b");
    nc_close(file);
    return 3;
  }
  if (!isGood(second))
    return 4;
  CHECKED(nc_inq_varid(file, "c", &c));
  CHECKED(nc_get_var_double(file, c, third));
  nc_close(file);
  return third[0] == 0;
}

// One way reads other data: neither is an end.
int either(int file) {
  static double first[64], second[64];
  nc_get_var_double(file, 0, first); // expected-remark {{waits for the data of 1 read}}
  if (first[0] > 1000)
    nc_get_var_double(file, 1, second);
  else
    nc_get_var_double(file, 2, second);
  return second[0] == 0;
}

double attributes(int file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{depends on an attribute of NetCDF}}
    size_t start[1] = {i}, count[1] = {64};
    nc_inq_attlen(file, i, "valid", &count[0]);
    nc_get_vara_double(file, i, start, count, row);
    sum += work(row);
  }
  return sum;
}

// CHECK-LABEL: define internal void @rows.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.netcdf.at_launch,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.netcdf.state.at,
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.netcdf.change.at,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.netcdf.read.at,
// CHECK-NOT: call {{.*}}@nc_
// CHECK-LABEL: define internal void @known.{{[^(]*}}(
// CHECK-NOT: call {{.*}}@nc_
// CHECK: ret void
// CHECK-LABEL: define internal void @files.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.netcdf.open.at.8.
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.netcdf.state.at, i64 %{{.*}}, i64 13, ptr
