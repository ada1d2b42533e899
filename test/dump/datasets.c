// Remarks and the dump name datasets and selections: where a constant name
// reaches the open, through variables, calls and printed names.
//
// RUN: %compile -O2 -g -c %s -o %t.o -Rpass=prefetch-slice -Rpass-analysis=prefetch-slice 2>&1 | FileCheck %s
// RUN: %compile -O0 -g -c %s -o %t.o -Rpass=prefetch-slice -Rpass-analysis=prefetch-slice 2>&1 | FileCheck %s
// RUN: %dump %t.o --why-not datasets.c:43 | FileCheck %s --check-prefix=DUMP
// RUN: %dump %t.o --format=json | FileCheck %s --check-prefix=JSON
// DUMP: H5Dread of a hyperslab of 2 dimensions of dataset 'temperature' is prefetched, by the slice of {{.*}}datasets.c:40:3
// JSON-DAG: "object": "dataset 'temperature'"
// JSON-DAG: "selection": "a hyperslab of 2 dimensions"
typedef unsigned long hsize_t;
typedef long hid_t;
hid_t H5Dopen2(hid_t, const char *, hid_t), H5Dget_space(hid_t);
int H5Sselect_hyperslab(hid_t, int, const hsize_t *, const hsize_t *,
                        const hsize_t *, const hsize_t *);
int H5Sselect_elements(hid_t, int, unsigned long, const hsize_t *);
int H5Dread(hid_t, hid_t, hid_t, hid_t, hid_t, void *);
int H5LTread_dataset_double(hid_t, const char *, double *);
int H5Dclose(hid_t);
int nc_inq_varid(int, const char *, int *);
int nc_get_vara_double(int, int, const unsigned long *, const unsigned long *,
                       double *);
int nc_get_var1_double(int, int, const unsigned long *, double *);
int snprintf(char *, unsigned long, const char *, ...);
double work(const double *row);
double row[64];









// CHECK-DAG: :40:3: remark: prefetch slice with 1 read: {{.*}}; reads dataset 'temperature' [
// CHECK-DAG: :43:5: remark: H5Dread of a hyperslab of 2 dimensions of dataset 'temperature' is prefetched
static double rows(hid_t set, hid_t space, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const hsize_t start[2] = {(hsize_t)i, 0}, count[2] = {1, 64};
    H5Sselect_hyperslab(space, 0, start, 0, count, 0);
    H5Dread(set, 50331741, memory, space, 0, row);
    sum += work(row);
  }
  return sum;
}
double named(hid_t file, hid_t memory, int n) {
  hid_t set = H5Dopen2(file, "temperature", 0);
  return rows(set, H5Dget_space(set), memory, n);
}

// CHECK-DAG: :[[@LINE+9]]:5: remark: H5Dread of points of dataset 'pressure' is prefetched
double points(hid_t file, hid_t memory, int n) {
  hid_t set = H5Dopen2(file, "pressure", 0), space = H5Dget_space(set);
  double sum = 0;
  if (set < 0)
    return -1;
  for (int i = 0; i < n; i++) {
    const hsize_t point[1] = {(hsize_t)i * 4096};
    H5Sselect_elements(space, 0, 1, point);
    H5Dread(set, 50331741, memory, space, 0, row);
    sum += work(row);
  }
  return sum;
}

// A format stands for the names that it prints.
// CHECK-DAG: :[[@LINE+7]]:5: remark: H5Dread of all of dataset 'step%04d' is prefetched
double steps(hid_t file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    char name[32];
    snprintf(name, sizeof name, "step%04d", i);
    hid_t set = H5Dopen2(file, name, 0);
    H5Dread(set, 50331741, 0, 0, 0, row);
    H5Dclose(set);
    sum += work(row);
  }
  return sum;
}

// CHECK-DAG: :[[@LINE+9]]:5: remark: nc_get_vara_double of a hyperslab of 3 dimensions of variable 'T' is prefetched
// CHECK-DAG: :[[@LINE+9]]:5: remark: nc_get_var1_double of an element of variable 'time' is prefetched
double variables(int file, int n) {
  int t, time;
  double sum = 0, at;
  if (nc_inq_varid(file, "T", &t) || nc_inq_varid(file, "time", &time))
    return -1;
  for (int i = 0; i < n; i++) {
    unsigned long start[3] = {(unsigned long)i, 0, 0}, count[3] = {1, 8, 8};
    nc_get_vara_double(file, t, start, count, row);
    nc_get_var1_double(file, time, start, &at);
    sum += work(row) + at;
  }
  return sum;
}

// CHECK-DAG: :[[@LINE+5]]:5: remark: H5LTread_dataset_double of all of dataset 'a/b' is prefetched
double lite(hid_t file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += i;
    H5LTread_dataset_double(file, "a/b", row);
    sum += work(row);
  }
  return sum;
}

// One of two, and what nobody knows: a handle from elsewhere, and one that the
// program changes out of sight.
// CHECK-DAG: :[[@LINE+13]]:5: remark: H5Dread of all of dataset 'a' or 'b' is prefetched
// CHECK-DAG: :[[@LINE+13]]:5: remark: H5Dread of all of a dataset is prefetched
// CHECK-DAG: :[[@LINE+13]]:5: remark: nc_get_var1_double of an element of a variable is prefetched
void change(int *);
double others(hid_t file, hid_t given, int nc, int which, int n) {
  hid_t one = which ? H5Dopen2(file, "a", 0) : H5Dopen2(file, "b", 0);
  int variable;
  double sum = 0, at;
  if (nc_inq_varid(nc, "T", &variable))
    return -1;
  change(&variable);
  for (int i = 0; i < n; i++) {
    const unsigned long start[1] = {(unsigned long)i};
    H5Dread(one, 50331741, 0, 0, 0, row);
    H5Dread(given, 50331741, 0, 0, 0, row);
    nc_get_var1_double(nc, variable, start, &at);
    sum += work(row) + at;
  }
  return sum;
}
