// A file that is opened in the loop: the slice opens it ahead if it can make its
// name, else it waits for the handle, and has a view of its own. A file that is
// only written there does not concern it.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double b[8];

// CHECK-LABEL: define internal void @opened{{.*}}.slice(
// CHECK-NOT: foreslice_slice_receive
// CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr {{.*}}, i64 32, ptr
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.8.0, i64 0, ptr {{.*}}, i64 2, i64 0, ptr
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.mpi.view,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read,
// CHECK: ret void
void opened(int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}; opens files ahead of the main thread}}
    MPI_File fh;
    char name[32];
    sprintf(name, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, i * 64, MPI_DOUBLE, MPI_DOUBLE, "native",
                      MPI_INFO_NULL);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}
// CHECK-LABEL: define internal void @written{{.*}}.slice(
// CHECK-NOT: foreslice_slice_receive
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: foreslice_slice_
// CHECK: ret void
void written(MPI_File in, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File out;
    char name[32];
    MPI_File_read_at(in, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    sprintf(name, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &out);
    MPI_File_write(out, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&out);
  }
}

// Whatever the text, it ends with the memory that it is written to.
// CHECK-LABEL: define internal void @composed{{.*}}.slice(
// CHECK: [[NAME:%.*]] = alloca [40 x i8]
// CHECK: snprintf(ptr [[NAME]], i64 40, ptr {{.*}}, ptr
// CHECK: [[LENGTH:%.*]] = call i64 @strnlen(ptr [[NAME]], i64 40)
// CHECK: [[REST:%.*]] = sub i64 40, [[LENGTH]]
// CHECK: snprintf(ptr {{.*}}, i64 [[REST]], ptr
// CHECK: [[FROM:%.*]] = getelementptr i8, ptr [[NAME]]
// CHECK: [[LEFT:%.*]] = call i64 @llvm.usub.sat.i64(i64 40,
// CHECK: [[MOST:%.*]] = call i64 @llvm.umin.i64(i64 30, i64 [[LEFT]])
// CHECK: snprintf(ptr noundef [[FROM]], i64 noundef [[MOST]],
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.8.0, i64 0, ptr [[NAME]]
// CHECK: ret void
void composed(const char *folder, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}; opens files ahead of the main thread}}
    MPI_File fh;
    char name[40];
    strcpy(name, folder);
    strcat(name, "/step");
    snprintf(name + i, 30, "%d%s", i, folder);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}

// In global variables, which the slice has copies of.
// CHECK-LABEL: define internal void @inGlobals{{.*}}.slice(
// CHECK-NOT: @state
// CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr [[NAME:%.*]], i64 64, ptr
// CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr {{.*}}[[PATH:%.*]], i64 {{.*}}100, ptr {{.*}}, ptr {{.*}}[[NAME]])
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.8.0, i64 0, ptr [[PATH]]
// CHECK-NOT: @state
// CHECK: ret void
char global[64];
static struct {
  int n;
  char path[100];
} state;
void inGlobals(int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}; opens files ahead of the main thread}}
    MPI_File fh;
    sprintf(global, "part%d", i);
    snprintf(state.path, sizeof state.path, "%s/x", global);
    MPI_File_open(MPI_COMM_WORLD, state.path, MPI_MODE_RDONLY, MPI_INFO_NULL,
                  &fh);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}

// Behind pointers: made in memory of the slice's own, and stored to its version
// of that memory.
// CHECK-LABEL: define internal void @behindPointers{{.*}}.slice(
// CHECK-NOT: foreslice_slice_receive
// CHECK: [[NAME:%.*]] = call i32 (ptr, i64, ptr, ...) @snprintf(ptr [[TEXT:%.*]], i64 4096, ptr
// CHECK: [[LENGTH:%.*]] = call i64 @strnlen(ptr [[TEXT]], i64 4095)
// CHECK: [[BYTES:%.*]] = add i64 [[LENGTH]], 1
// CHECK: call void @foreslice_slice_store(ptr [[PATH:%.*]], ptr [[TEXT]], i64 [[BYTES]])
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.8.{{[01]}}, i64 0, ptr [[PATH]], i64 2, i64 0, ptr
// CHECK: snprintf(ptr {{.*}}, i64 {{.*}}64, ptr
// CHECK: call void @foreslice_slice_store(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.
// CHECK: ret void
struct reader {
  const char *folder;
  char path[64];
  MPI_File file;
};
void behindPointers(char *path, struct reader *r, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 2 reads: {{.*}}; opens files ahead of the main thread}}
    MPI_File fh;
    sprintf(path, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    snprintf(r->path, sizeof r->path, "%s/%d", r->folder, i);
    MPI_File_open(MPI_COMM_WORLD, r->path, MPI_MODE_RDONLY, MPI_INFO_NULL,
                  &r->file);
    MPI_File_read(r->file, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&r->file);
  }
}

// Copies.
// CHECK-LABEL: define internal void @copiedNames{{.*}}.slice(
// CHECK: call ptr @strncpy(ptr {{.*}}[[TEXT:%.*]], ptr {{.*}}, i64 {{.*}}40)
// CHECK: call void @foreslice_slice_store(ptr %path.livein, ptr {{.*}}[[TEXT]], i64 40)
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.mpi.open.
// CHECK: ret void
void copiedNames(char *path, const char *const *names, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}; opens files ahead of the main thread}}
    MPI_File fh;
    strncpy(path, names[i], 40);
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}

// Threads have their own.
// CHECK-LABEL: define internal void @inThread{{.*}}.slice(
// CHECK-NOT: foreslice_slice_open
// CHECK: call void @foreslice_slice_receive(
// CHECK: ret void
_Thread_local char mine[64];
void inThread(int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}waits for the main thread's MPI_File_open}}
    MPI_File fh;
    sprintf(mine, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, mine, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}

// A name that only the main thread has.
// CHECK-LABEL: define internal void @told{{.*}}.slice(
// CHECK-NOT: foreslice_slice_open
// CHECK: call void @foreslice_slice_receive(
// CHECK: ret void
void told(int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}waits for the main thread's MPI_File_open}}
    MPI_File fh;
    MPI_File_open(MPI_COMM_WORLD, getenv("INPUT"), MPI_MODE_RDONLY,
                  MPI_INFO_NULL, &fh);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}
