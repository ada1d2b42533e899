// A function that reads in several places, or opens a file and reads it without
// a loop, gets one slice of all that follows its first file access.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *);

// Reads in no loop: the launch is right behind the open.
// CHECK-LABEL: define {{.*}}double @straight(
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_launch(
// CHECK: call double @work(
// CHECK: call i32 @MPI_File_read_at(
// CHECK: call void @foreslice_end(
// CHECK-NEXT: br
// CHECK: ret double
double straight(void) {
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, "f", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  double s = work(b); // expected-remark {{slice of the rest of 'straight' with 1 read:}}
  MPI_File_read_at(fh, 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return s + work(b);
}

// A single read that follows no open is left alone.
// CHECK-LABEL: define {{.*}}void @alone(
// CHECK-NOT: foreslice
// CHECK: ret void
void alone(MPI_File fh) {
  MPI_File_seek(fh, 64, MPI_SEEK_SET);
  MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{is in no loop of its function}}
}

// Several reads of a file that is open already. The launch moves up.
// CHECK-LABEL: define {{.*}}double @several(
// CHECK: call void @foreslice_launch(
// CHECK: call double @work(
// CHECK: call i32 @MPI_File_read(
// CHECK: call i32 @MPI_File_read(
// CHECK: ret double
double several(MPI_File fh) {
  double s = work(b);
  MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{slice of the rest of 'several' with 2 reads:}}
  s += work(b);
  MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return s;
}

// A second file is opened in the region: its handle is waited for. Each way out
// ends the region.
// CHECK-LABEL: define {{.*}}i32 @secondFile(
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_launch(
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_forward(
// CHECK: call void @foreslice_end(
// CHECK: ret i32
int secondFile(int both) {
  MPI_File a, c;
  MPI_File_open(MPI_COMM_WORLD, "a", MPI_MODE_RDONLY, MPI_INFO_NULL, &a); // expected-remark-re@+1 {{slice of the rest of 'secondFile' with 2 reads:{{.*}}opens files ahead of the main thread}}
  MPI_File_read_at(a, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  if (!both)
    return 1;
  MPI_File_open(MPI_COMM_WORLD, "c", MPI_MODE_RDONLY, MPI_INFO_NULL, &c);
  for (int i = 0; i < 10; i++)
    MPI_File_read_at(c, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return 2;
}

// What is opened only on some ways is waited for.
// CHECK-LABEL: define {{.*}}void @eitherFile(
// CHECK: call void @foreslice_launch(
// CHECK: br i1
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_forward(
// CHECK: call i32 @MPI_File_open(
// CHECK: call void @foreslice_forward(
// CHECK: ret void
void eitherFile(int first) {
  MPI_File fh;
  if (first) // expected-remark-re {{slice of the rest of 'eitherFile' with 1 read:{{.*}}opens files ahead of the main thread}}
    MPI_File_open(MPI_COMM_WORLD, "a", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  else
    MPI_File_open(MPI_COMM_WORLD, "c", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Phases in functions that are called for them only.
static void phase(MPI_File fh, MPI_Offset from) {
  for (int i = 0; i < 10; i++)
    MPI_File_read_at(fh, from + i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
// CHECK-LABEL: define {{.*}}double @phases(
// CHECK: call void @foreslice_launch(
// CHECK: call void @phase(
// CHECK: call double @work(
// CHECK: call void @phase(
// CHECK: call void @foreslice_end(
double phases(MPI_File fh) {
  phase(fh, 0); // expected-remark {{slice of the rest of 'phases' with 2 reads:}}
  double s = work(b);
  phase(fh, 1000);
  return s;
}
// CHECK-LABEL: define {{.*}}void @phase(
// CHECK-NOT: foreslice
// CHECK: ret void

// Nobody waits for what a phase writes and a later one reads.
// CHECK-LABEL: define {{.*}}void @readBack(
// CHECK: call i32 @MPI_File_write_at(
// CHECK-NOT: call void @foreslice_forward(
// CHECK: ret void
void readBack(MPI_File fh, int n) {
  MPI_File_seek(fh, 0, MPI_SEEK_SET); // expected-remark-re {{slice of the rest of 'readBack' with 2 reads:{{.*}} handed over at launch{{$}}}}
  for (int i = 0; i < n; i++)
    MPI_File_write_at(fh, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_read_at(fh, 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// The launch is not above what starts MPI, except that of the region which begins there
// (before-start.c).
static void start(int *argc, char ***argv) { MPI_Init(argc, argv); }
static MPI_File input(const char *name) {
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  return fh;
}
// CHECK-LABEL: define {{.*}}i32 @main(
// CHECK: call void @start(
// CHECK: call void @foreslice_launch(
int main(int argc, char **argv) {
  start(&argc, &argv); // expected-remark {{slice of the rest of 'main' with 2 reads:}}
  double s = work(b); // expected-remark {{slice of the rest of 'main' with 2 reads:}}
  for (int i = 1; i < argc; i++) {
    MPI_File fh = input(argv[i]);
    MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
  MPI_File fh = input("last");
  MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return s > 0;
}

// One statement that reads in a loop of another function: left to that.
static void rows(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read:}}
    MPI_File_read_at(fh, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
void rowsOf(const char *name) {
  MPI_File fh = input(name);
  rows(fh, 10);
}

// One that reads in no loop is not.
static void header(MPI_File fh) {
  MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
void headerOf(const char *name) {
  MPI_File fh = input(name); // expected-remark {{slice of the rest of 'headerOf' with 1 read:}}
  header(fh);
}

// What is called behind a read does not decide where that reads: neither the
// close of its file nor the loop before that, which ends when the data say so.
// CHECK-LABEL: define {{.*}}i32 @checked(
// CHECK: call void @foreslice_launch(
// CHECK-NOT: call void @foreslice_forward(
// CHECK: ret i32
int checked(const char *name, int n) {
  MPI_File fh;
  int wrong = 0;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  MPI_File_seek(fh, 64, MPI_SEEK_SET); // expected-remark {{slice of the rest of 'checked' with 1 read:}}
  MPI_File_read(fh, b, n, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 8; i++)
      if (b[i] != k) {
        wrong++;
        break;
      }
  MPI_File_close(&fh);
  return wrong;
}

// Reads of which only one is executed are one read.
void either(MPI_File fh, int all) {
  if (all)
    MPI_File_read_at_all(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{is in no loop of its function}}
  else
    MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{is in no loop of its function}}
}
