// Headers of the C library define some calls of stdio by the inside of a stream.
// The calls count, and the bodies do not.
//
// RUN: %slice %s | FileCheck %s
typedef struct stream {
  char *at, *end;
  int flags;
} FILE;
int __uflow(FILE *f);
void work(int c);

extern inline __attribute__((gnu_inline)) int getc_unlocked(FILE *f) {
  return f->at >= f->end ? __uflow(f) : *(unsigned char *)f->at++;
}
extern inline __attribute__((gnu_inline)) int feof_unlocked(FILE *f) {
  return (f->flags & 16) != 0;
}

// CHECK-LABEL: define internal void @characters.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.rest,
void characters(FILE *f) {
  while (!feof_unlocked(f)) // expected-remark {{prefetch slice with 1 read: }}
    work(getc_unlocked(f));
}
