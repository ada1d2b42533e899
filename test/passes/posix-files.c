// Files, folders and mappings by the other calls of POSIX: what the slice asks
// the run time for instead.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g -D_FILE_OFFSET_BITS=64 %s -o /dev/null
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

double work(const char *data, size_t n);
char data[65536];

// A read into several buffers is one of each.
// CHECK-LABEL: define internal void @vectors.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 %{{.*}},
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read.at, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}},
double vectors(int fd, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    struct iovec v[2] = {{data, 100}, {data + 100, 1000}};
    readv(fd, v, 2);
    sum += work(data, preadv(fd, v, 1, i * 4096l));
  }
  return sum;
}

// A write at -1 is one at the file's pointer, which the next read goes by.
// CHECK-LABEL: define internal void @gaps.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 100,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.write, i64 %{{.*}}, i64 0, i64 %{{.*}}, i64 1,
double gaps(int fd, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    struct iovec v[1] = {{data, 1000}};
    sum += work(data, read(fd, data, 100));
    pwritev2(fd, v, 1, -1, 0);
  }
  return sum;
}

// CHECK-LABEL: define internal void @copies.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 4096,
void copies(int to, int from) {
  while (sendfile(to, from, NULL, 4096) > 0) // expected-remark {{prefetch slice with}}
    ;
}

// CHECK-LABEL: define internal void @twins.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.duplicate.4.0, i64 %{{.*}}, ptr null, i64 -1, i64 0, ptr null)
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.duplicate.4.0, i64 %{{.*}}, ptr null, i64 9, i64 0, ptr null)
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.duplicate.8.0, i64 %{{.*}}, ptr null, i64 -1, i64 0, ptr null)
// CHECK-NOT: call {{.*}} @dup
double twins(int fd, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    int twin = fcntl(fd, F_DUPFD, 10);
    dup2(fd, 9);
    FILE *f = fdopen(twin, "rb");
    sum += work(data, fread(data, 1, 4096, f));
    sum += work(data, read(9, data, 4096));
    fclose(f);
  }
  return sum;
}

// CHECK-LABEL: define internal void @sizes.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.4.0, i64 %{{.*}}, ptr %{{.*}}, i64 0, i64 0, ptr null)
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.posix.status, i64 %{{.*}}, i64 4096, ptr @{{.*}}, ptr %{{.*}})
double sizes(int folder, char **names, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    int fd = openat(folder, names[i], O_RDONLY);
    struct stat s;
    if (fd < 0 || fstat(fd, &s))
      continue;
    char *all = malloc(s.st_size);
    sum += work(all, read(fd, all, s.st_size));
    free(all);
    close(fd);
  }
  return sum;
}

// CHECK-LABEL: define internal void @folder.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.posix.entry, i64 %{{.*}}, i64 0, ptr null, ptr null)
double folder(DIR *d) {
  double sum = 0;
  struct dirent *e;
  while ((e = readdir(d))) { // expected-remark {{prefetch slice with 1 read}}
    FILE *f = fopen(e->d_name, "rb");
    if (!f)
      continue;
    sum += work(data, fread(data, 1, sizeof data, f));
    fclose(f);
  }
  return sum;
}

// One range for a loop in small steps, and one for a loop whose next step
// depends on what the loop reads.
// CHECK-LABEL: define internal void @map.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.map.8.{{[0-9]+}}, i64 %{{.*}}, ptr null, i64 0, i64 %{{.*}}, ptr null)
// CHECK: call void @foreslice_slice_mapped(ptr %{{.*}}, i64 %{{.*}})
// CHECK: call void @foreslice_slice_mapped(ptr %{{.*}}, i64 9223372036854775807)
// CHECK-NOT: br i1
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.await_mapped,
double map(int fd, long bytes) {
  char *p = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0); // expected-remark {{prefetch slice of the rest of 'map' with 2 reads}}
  double sum = 0;
  for (long i = 0; i < bytes; i++)
    sum += p[i];
  for (char *at = p; at < p + bytes; at += 1 + *at)
    sum += at[1];
  return sum;
}

// Each read of its own where a table says the places.
// CHECK-LABEL: define internal void @table.{{[^(]*}}(
// CHECK: br i1
// CHECK: call void @foreslice_slice_mapped(ptr %{{.*}}, i64 4)
double table(int fd, const int *where, int n) {
  int *p = mmap(NULL, 1 << 30, PROT_READ, MAP_PRIVATE, fd, 0);
  double sum = 0;
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read}}
    sum += p[where[i] * 4096l];
  return sum;
}

// A place in a mapping that the slice cannot know is no reason to leave out what
// is read otherwise.
// CHECK-LABEL: define internal void @unknownPlace.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read.at,
// CHECK-NOT: foreslice_slice_mapped
// CHECK: ret void
double unknownPlace(int fd, const volatile int *where, int n) {
  char *p = mmap(NULL, 1 << 30, PROT_READ, MAP_PRIVATE, fd, 0);
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    sum += work(data, pread(fd, data, 4096, i * 8192l));
    sum += p[*where * 4096l];
  }
  return sum;
}

// The slice waits for no file that is only written.
// CHECK-LABEL: define internal void @copyFiles.{{[^(]*}}(
// CHECK-NOT: foreslice_slice_receive
// CHECK-NOT: foreslice.posix.write
// CHECK: ret void
int copyFiles(char **from, char **to, int n) {
  int bad = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}at launch; opens files ahead of the main thread}}
    int in = open(from[i], O_RDONLY), out = creat(to[i], 0644);
    if (in < 0 || out == -1)
      return -1;
    ssize_t got;
    while ((got = read(in, data, sizeof data)) > 0)
      if (write(out, data, got) != got)
        bad++;
    close(in);
    close(out);
  }
  return bad;
}

// A mapping of no file is memory.
double memory(long bytes) {
  char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  double sum = 0;
  for (long i = 0; i < bytes; i++)
    sum += p[i];
  return sum;
}
