// The launch moves up to where all that the slice needs is known, and no
// further.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <math.h>
#include <stdlib.h>

double b[8], grid[4096];
double work(const double *);
void fill(MPI_Offset *);

// Above a computation that has nothing to do with it, loops included.
// CHECK-LABEL: define {{.*}}void @aboveComputation(
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_launch(
// CHECK: call double @sin(
// CHECK: call i32 @MPI_File_read_at(
// CHECK: ret void
void aboveComputation(int n) {
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, "f", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  for (int i = 0; i < 4096; i++)
    grid[i] = sin(grid[i]);
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Not above a view or a seek: they decide where the reads are.
// CHECK-LABEL: define {{.*}}void @notAboveView(
// CHECK: call i32 @MPI_File_set_view(
// CHECK: call void @foreslice_launch(
// CHECK: call i32 @MPI_File_read(
// CHECK: ret void
void notAboveView(MPI_File fh, int n) {
  MPI_File_set_view(fh, 64, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
// CHECK-LABEL: define {{.*}}void @notAboveSeek(
// CHECK: call i32 @MPI_File_seek(
// CHECK: call void @foreslice_launch(
// CHECK: ret void
void notAboveSeek(MPI_File fh, int n) {
  MPI_File_seek(fh, 64, MPI_SEEK_SET);
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Not above the last store to a live-in variable.
// CHECK-LABEL: define {{.*}}void @notAboveStore(
// CHECK: call i64 @atoll(
// CHECK: store i64 {{.*}}, ptr %step
// CHECK: call void @foreslice_launch(
// CHECK: call double @work(
// CHECK: call i32 @MPI_File_read_at(
// CHECK: ret void
void notAboveStore(MPI_File fh, const char *text, int n) {
  MPI_Offset step = 1;
  step = atoll(text);
  double s = work(b);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i * step, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    s += work(b);
  }
}

// Not above what fills a table that the slice reads where it lies.
// CHECK-LABEL: define {{.*}}void @notAboveTable(
// CHECK: call void @fill(
// CHECK: call void @foreslice_launch(
// CHECK: ret void
void notAboveTable(MPI_File fh, MPI_Offset *table, int n) {
  fill(table);
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, table[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Above a place where ways join and leave a value of their own.
// CHECK-LABEL: define {{.*}}void @aboveMerge(
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_launch(
// CHECK: phi
// CHECK: call i32 @MPI_File_read_at(
// CHECK: ret void
void aboveMerge(int n, int wanted) {
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, "f", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  for (int i = 0; i < 4096; i++)
    grid[i] = sin(grid[i]);
  grid[0] = wanted && grid[1] > 0 ? grid[2] : 0;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Not above a condition under which the loop is not reached.
// CHECK-LABEL: define {{.*}}void @notAboveCondition(
// CHECK: br i1
// CHECK: if.then:
// CHECK: call void @foreslice_launch(
// CHECK: ret void
void notAboveCondition(MPI_File fh, int n, int wanted) {
  if (wanted)
    for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
      MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Not above another region, nor a function with reads of its own.
// CHECK-LABEL: define {{.*}}void @notAboveRegion(
// CHECK: call void @foreslice_launch(ptr [[FIRST:@foreslice.region[.0-9]*]],
// CHECK: call void @foreslice_end(ptr [[FIRST]])
// CHECK-NOT: call void @foreslice_launch(ptr [[FIRST]],
// CHECK: call void @foreslice_launch(
// CHECK: ret void
volatile int unknown;
void notAboveRegion(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}} expected-remark {{no prefetch slice of the rest of 'notAboveRegion'}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  n = unknown;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, 2 * i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Not above a function that may start MPI, if nothing in sight does.
void library(int *, char ***);
// CHECK-LABEL: define {{.*}}i32 @main(
// CHECK: call void @library(
// CHECK: call void @foreslice_launch(
// CHECK: call double @sin(
// CHECK: ret i32
int main(int argc, char **argv) {
  library(&argc, &argv);
  for (int i = 0; i < 4096; i++)
    grid[i] = sin(grid[i]);
  for (int i = 0; i < 100; i++) { // expected-remark-re {{slice with 1 read: {{.*}}opens files ahead}}
    MPI_File fh;
    MPI_File_open(MPI_COMM_WORLD, "f", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}
