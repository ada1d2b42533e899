// A read behind the data of a file ends the slice in the run time. So a loop that
// only data end is taken to go on, and the slice gets no data.
//
// RUN: %slice -gline-tables-only %s | FileCheck %s
#include <stddef.h>
typedef long hid_t;
typedef unsigned long hsize_t;
hid_t H5Dopen2(hid_t, const char *, hid_t);
int H5Sselect_hyperslab(hid_t, int, const hsize_t *, const hsize_t *,
                        const hsize_t *, const hsize_t *);
int H5Dread(hid_t, hid_t, hid_t, hid_t, hid_t, void *), H5Dclose(hid_t);
int H5Lexists(hid_t, const char *, hid_t);
int H5Literate(hid_t, int, int, hsize_t *,
               int (*)(hid_t, const char *, const void *, void *), void *);
int nc_get_vara_double(int, int, const size_t *, const size_t *, double *);
int snprintf(char *, size_t, const char *, ...);
double row[64];
void work(const double *);

// CHECK-LABEL: define internal void @untilMarker.{{[0-9]+}}.slice(
// CHECK: @foreslice_slice_access(
// CHECK-NOT: fcmp
void untilMarker(hid_t set, hid_t space, hid_t memory) {
  const hsize_t count[2] = {1, 64};
  hsize_t start[2] = {0, 0};
  do { // expected-remark {{takes for granted that the loop goes on}}
    H5Sselect_hyperslab(space, 0, start, NULL, count, NULL);
    H5Dread(set, 1, memory, space, 0, row);
    work(row);
    start[0]++;
  } while (row[0] >= 0);
}

// CHECK-LABEL: define internal void @records.{{[0-9]+}}.slice(
// CHECK-NOT: fcmp
void records(int file, int variable) {
  const size_t count[2] = {1, 64};
  size_t start[2] = {0, 0};
  do { // expected-remark {{takes for granted that the loop goes on}}
    nc_get_vara_double(file, variable, start, count, row);
    start[0]++;
  } while (row[0] >= 0);
}

// The slice looks in the file itself.
// CHECK-LABEL: define internal void @whileThere.{{[0-9]+}}.slice(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void whileThere(hid_t group) {
  char name[32];
  for (int i = 0;; i++) { // expected-remark {{opens files ahead of the main thread}}
    snprintf(name, sizeof name, "step%d", i);
    if (H5Lexists(group, name, 0) <= 0)
      break;
    hid_t set = H5Dopen2(group, name, 0);
    H5Dread(set, 1, 0, 0, 0, row);
    work(row);
    H5Dclose(set);
  }
}

static int readLink(hid_t group, const char *name, const void *is, void *data) {
  hid_t set = H5Dopen2(group, name, 0);
  H5Dread(set, 1, 0, 0, 0, row);
  work(row);
  return H5Dclose(set);
}

// CHECK-LABEL: define internal void @everyLink.{{[0-9]+}}.slice(
// CHECK: @foreslice_slice_access(
// CHECK: ret void
void everyLink(const hid_t *groups, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read}}
    H5Literate(groups[i], 0, 0, NULL, readLink, NULL);
}
