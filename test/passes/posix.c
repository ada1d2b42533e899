// Reads by POSIX and stdio: what the slice asks the run time for, and what the
// main thread forwards. The program's own calls stay.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g -D_FILE_OFFSET_BITS=64 %s -o /dev/null
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

double work(const char *data, size_t n);
char data[65536];

// CHECK-LABEL: define {{.*}}@byDescriptor(
// CHECK: call ptr @foreslice_packet(
// CHECK: call i64 @pread(
// CHECK: call i64 @read(
double byDescriptor(int fd, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    pread(fd, data, 4096, i * 4096);
    lseek(fd, 512, SEEK_CUR);
    ssize_t got = read(fd, data, 100);
    sum += work(data, got);
  }
  return sum;
}

// A file that is opened in the region: the slice opens it, and is told of the
// program's all the same.
// CHECK-LABEL: define {{.*}}@byName(
// CHECK: [[FILE:%.*]] = call {{.*}}ptr @fopen(
// CHECK: call void @foreslice_forward(ptr @foreslice.region{{.*}}, i32 0, ptr {{.*}}, i64 8)
double byName(char **names, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}opens files ahead of the main thread}}
    FILE *f = fopen(names[i], "rb");
    if (!f)
      continue;
    size_t got;
    while ((got = fread(data, 1, sizeof data, f)) > 0)
      sum += work(data, got);
    fclose(f);
  }
  return sum;
}

// What is written is written by the program alone; it moves the position.
// CHECK-LABEL: define {{.*}}@update(
void update(FILE *f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    fread(data, 8, 100, f);
    work(data, 800);
    fseek(f, -800, SEEK_CUR);
    fwrite(data, 8, 100, f);
    printf("%ld\n", ftell(f));
  }
}

// Standard input is no file, and what goes to other files concerns no slice.
// CHECK-LABEL: define {{.*}}@copy(
// CHECK-NOT: foreslice_packet
void copy(int out, int n) {
  for (int i = 0; i < n; i++) {
    size_t got = fread(data, 1, sizeof data, stdin);
    write(out, data, got);
  }
}

// CHECK-LABEL: define internal void @byDescriptor.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read.at, i64 [[FD:%.*]], i64 %{{.*}}, i64 4096,
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.posix.seek, i64 %{{.*}}, i64 512, i64 1, i64 0)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 100,
// CHECK-NOT: call {{.*}}@{{read|work}}(
// CHECK-LABEL: define internal void @byName.{{[^(]*}}(
// CHECK: [[OWN:%.*]] = call i64 @foreslice_slice_open(ptr @foreslice.posix.open.8.0, i64 -100, ptr %{{.*}}, i64 ptrtoint (ptr @{{.*}} to i64), i64 0, ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 65536,
// CHECK-NOT: call {{.*}}@{{work|fclose|fopen}}(
// CHECK-LABEL: define internal void @update.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 100, i64 8,
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.posix.seek, i64 %{{.*}}, i64 -800, i64 1, i64 0)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.write, i64 %{{.*}}, i64 0, i64 100, i64 8,
// CHECK-NOT: foreslice.posix.position
// CHECK: call void @foreslice_link_with_fprefetch_slice_v6(ptr @foreslice.regions, i64 3, i32 0)
