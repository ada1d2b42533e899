// Reads by HDF5: the slice has the dataspaces, tells the run time what is
// selected, and calls the library no more. What is open at launch is asked for
// there.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g %s -o /dev/null
// RUN: %slice -O0 -DOLDER %s -o /dev/null
#include <stddef.h>
typedef long hid_t;
#ifdef OLDER
typedef unsigned long long hsize_t;
#else
typedef unsigned long hsize_t;
#endif
hid_t H5Dopen2(hid_t, const char *, hid_t), H5Dget_space(hid_t);
hid_t H5Screate_simple(int, const hsize_t *, const hsize_t *), H5Scopy(hid_t);
int H5Sselect_hyperslab(hid_t, int, const hsize_t *, const hsize_t *,
                        const hsize_t *, const hsize_t *);
int H5Sselect_elements(hid_t, int, size_t, const hsize_t *);
int H5Sget_simple_extent_dims(hid_t, hsize_t *, hsize_t *);
int H5Dread(hid_t, hid_t, hid_t, hid_t, hid_t, void *);
extern hid_t H5T_NATIVE_DOUBLE_g;
int H5Dwrite(hid_t, hid_t, hid_t, hid_t, hid_t, const void *);
int H5Dset_extent(hid_t, const hsize_t *);
hid_t H5Fopen(const char *, unsigned, hid_t);
int H5Dclose(hid_t), H5Sclose(hid_t), H5Tclose(hid_t), H5Fclose(hid_t);
hid_t H5Pcreate(hid_t), H5Tcopy(hid_t);

double work(const double *row);
double row[64];

// CHECK-LABEL: define {{.*}}double @rows(
// CHECK: call void @foreslice_hdf5_ask(
// CHECK: call void @foreslice_hdf5_ask(
// CHECK: call void @foreslice_launch(
double rows(hid_t set, hid_t space, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    const hsize_t start[2] = {i * 8ul, 0}, count[2] = {1, 64};
    if (H5Sselect_hyperslab(space, 0, start, NULL, count, NULL) < 0)
      return -1;
    hid_t type = H5Tcopy(50331741), list = H5Pcreate(50331800);
    if (type < 0 || list < 0 ||
        H5Dread(set, type, memory, space, list, row) < 0)
      return -1;
    H5Tclose(type);
    sum += work(row);
  }
  return sum;
}

// Dataspaces of the slice's own, and one that is all of the dataset. What is
// written is nobody's.
double made(hid_t set, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    hid_t space = H5Dget_space(set), other = H5Scopy(space);
    hsize_t lengths[32], start[1] = {(hsize_t)i};
    H5Sget_simple_extent_dims(other, lengths, NULL);
    start[0] *= lengths[0] / 8;
    const hsize_t count[1] = {16};
    hid_t memory = H5Screate_simple(1, count, NULL);
    H5Sselect_hyperslab(other, 0, start, NULL, count, NULL);
    H5Dread(set, 50331741, memory, other, 0, row);
    sum += work(row);
    H5Dread(set, 50331741, 0, 0, 0, row);
    H5Dwrite(set, 50331741, memory, other, 0, row);
    H5Sclose(other);
    H5Sclose(space);
    sum += work(row);
  }
  return sum;
}

// What is read decides where the next read is. Of a type that is not of numbers,
// the slice has no data.
double chain(hid_t set, hid_t space, hid_t memory) {
  double sum = 0;
  hsize_t start[1] = {0}, count[1] = {64};
  while (start[0] < 1000) { // expected-remark {{no prefetch slice: the execution of H5Sselect_hyperslab depends on the data of H5Dread}}
    H5Sselect_hyperslab(space, 0, start, NULL, count, NULL);
    H5Dread(set, 50331741, memory, space, 0, row);
    sum += work(row);
    start[0] = (hsize_t)row[63];
  }
  return sum;
}

double numbers(hid_t set, hid_t space, hid_t memory) {
  double sum = 0;
  hsize_t start[1] = {0}, count[1] = {64};
  while (start[0] < 1000) { // expected-remark {{waits for the data of 1 read}}
    H5Sselect_hyperslab(space, 0, start, NULL, count, NULL);
    H5Dread(set, H5T_NATIVE_DOUBLE_g, memory, space, 0, row);
    sum += work(row);
    start[0] = (hsize_t)row[63];
  }
  return sum;
}

// Points, unions of hyperslabs, datasets that grow, selections that move.
double points(hid_t set, hid_t space, hid_t memory, const hsize_t *at, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    H5Sselect_elements(space, 0, 1, at + i);
    H5Dread(set, 50331741, memory, space, 0, row);
    sum += work(row);
  }
  return sum;
}

double unions(hid_t set, hid_t space, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    hsize_t start[1] = {i * 100ul}, count[1] = {64};
    H5Sselect_hyperslab(space, 1, start, NULL, count, NULL);
    H5Dread(set, 50331741, memory, space, 0, row);
    sum += work(row);
  }
  return sum;
}

double grows(hid_t set, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    hsize_t length[1] = {i * 100ul};
    H5Dset_extent(set, length);
    H5Dread(set, 50331741, memory, 0, 0, row);
    sum += work(row);
  }
  return sum;
}

// Datasets and files that the slice opens itself.
double steps(hid_t file, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    char name[2] = {(char)('a' + i), 0};
    hid_t set = H5Dopen2(file, name, 0);
    H5Dread(set, 50331741, memory, 0, 0, row);
    sum += work(row);
    H5Dclose(set);
  }
  return sum;
}

double files(hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    char name[2] = {(char)('a' + i), 0};
    hid_t file = H5Fopen(name, 0, 0), set = H5Dopen2(file, "rows", 0);
    H5Dread(set, 50331741, memory, 0, 0, row);
    sum += work(row);
    H5Dclose(set);
    H5Fclose(file);
  }
  return sum;
}

double byList(hid_t list, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    char name[2] = {(char)('a' + i), 0};
    hid_t file = H5Fopen(name, 0, list), set = H5Dopen2(file, "rows", 0);
    H5Dread(set, 50331741, memory, 0, 0, row);
    sum += work(row);
  }
  return sum;
}

// The second level: datasets by name, tables and images.
int H5LTread_dataset_double(hid_t, const char *, double *);
int H5LTget_dataset_info(hid_t, const char *, hsize_t *, int *, size_t *);
int H5TBread_records(hid_t, const char *, hsize_t, hsize_t, size_t,
                     const size_t *, const size_t *, void *);
int H5IMread_image(hid_t, const char *, unsigned char *);
unsigned char image[64 * 64];
double second(hid_t file, const size_t *places, const size_t *sizes, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 3 reads}}
    char name[2] = {(char)('a' + i), 0};
    hsize_t lengths[1];
    int kind;
    size_t bytes;
    H5LTget_dataset_info(file, name, lengths, &kind, &bytes);
    H5LTread_dataset_double(file, name, row);
    sum += work(row);
    H5TBread_records(file, "table", lengths[0] / 2, 8, 8, places, sizes, row);
    sum += work(row);
    H5IMread_image(file, name, image);
    sum += image[i];
  }
  return sum;
}

// The function ends between two reads where the data are not as expected.
int isGood(const double *);
static int differs(const double *from) {
  for (int i = 0; i < 64; i++)
    if (from[i] != i)
      return 1;
  return 0;
}
int gives(hid_t a, hid_t b, hid_t c) {
  if (H5Dread(a, 50331741, 0, 0, 0, row) < 0) // expected-remark-re {{slice of the rest of 'gives' with 3 reads:{{.*}}; takes for granted that the function goes on}}
    return 1;
  if (differs(row))
    return 2;
  if (H5Dread(b, 50331741, 0, 0, 0, row) < 0)
    return 1;
  if (!isGood(row))
    return 3;
  return H5Dread(c, 50331741, 0, 0, 0, row) < 0;
}

// Packet tables, opened by the slice, or at launch.
hid_t H5PTopen(hid_t, const char *);
int H5PTget_num_packets(hid_t, hsize_t *), H5PTget_next(hid_t, size_t, void *);
int H5PTread_packets(hid_t, hsize_t, size_t, void *), H5PTclose(hid_t);
double packets(hid_t file) {
  double sum = 0;
  hid_t table = H5PTopen(file, "packets");
  hsize_t all;
  H5PTget_num_packets(table, &all);
  for (hsize_t i = 0; i < all; i += 64) { // expected-remark {{prefetch slice with 1 read}}
    if (H5PTget_next(table, 64, row) < 0)
      break;
    sum += work(row);
  }
  H5PTclose(table);
  return sum;
}
double backwards(hid_t table, int n) {
  double sum = 0;
  for (int i = n; i > 0; i--) { // expected-remark {{prefetch slice with 1 read}}
    H5PTread_packets(table, i * 64ul, 64, row);
    sum += work(row);
  }
  return sum;
}

// How many points a selection has by other operators, nobody knows.
double others(hid_t set, hid_t space, hid_t memory, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    hsize_t start[1] = {i * 100ul}, count[1] = {64};
    H5Sselect_hyperslab(space, 4, start, NULL, count, NULL);
    H5Dread(set, 50331741, memory, space, 0, row);
    sum += work(row);
  }
  return sum;
}

// CHECK-LABEL: define internal void @rows.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.hdf5.at_launch,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.hdf5.state.at, i64
// %[[SPACE:.*]], i64 2, CHECK: call i64 @foreslice_slice_move(ptr
// @foreslice.hdf5.change.at, i64 %[[SPACE]], i64 0, i64 9, CHECK: call i64
// @foreslice_slice_access(ptr @foreslice.hdf5.read.at, i64 %{{.*}}, i64 0, i64
// 0, i64 0, ptr null) CHECK-NOT: call {{.*}}@H5 CHECK-LABEL: define internal
// void @made.{{[^(]*}}( CHECK-NOT: call {{.*}}@H5 CHECK: ret void
// CHECK-LABEL: define internal void @steps.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.hdf5.open.at.8.{{[0-9]+}}, i64 %{{.*}}, ptr %{{.*}}, i64 0,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.hdf5.read.at,
