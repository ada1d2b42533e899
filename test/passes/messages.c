// What makes the text of messages changes nothing that slices look at: the
// functions of glibc and of gettext, and gnulib's quotes, which keep the text in
// memory of their own.
//
// RUN: %slice %s | FileCheck %s
#include <error.h>
#include <fcntl.h>
#include <libintl.h>
#include <stdlib.h>
#include <unistd.h>

void work(const char *, ssize_t);

struct slot {
  size_t size;
  char *text;
};
static char text0[256];
static struct slot slot0 = {sizeof text0, text0};
static struct slot *slots = &slot0;

// Recursive: no slice has it inlined.
static size_t put(char *to, size_t size, const char *from) {
  if (!*from)
    return 0;
  if (size > 0)
    *to = *from;
  return 1 + put(to + 1, size - (size > 0), from + 1);
}

static char *quotearg_n_options(int n, const char *arg) {
  struct slot *s = &slots[n];
  size_t size = put(s->text, s->size, arg);
  if (s->size <= size) {
    s->size = size + 1;
    s->text = malloc(s->size);
    put(s->text, s->size, arg);
  }
  return s->text;
}

// CHECK-LABEL: define {{.*}}@files(
// CHECK: call ptr @foreslice_packet(
int files(char **names) {
  static char buffer[65536];
  int ok = 1;
  for (int i = 0; names[i]; i++) { // expected-remark-re {{prefetch slice with 1 read: {{.*}}opens files ahead of the main thread}}
    if (names[i][0] == '-') {
      error(0, 0, gettext("%s begins with -: %s"), names[i], quotearg_n_options(0, names[i]));
      ok = 0;
    }
    int fd = open(names[i], O_RDONLY);
    work(buffer, read(fd, buffer, sizeof buffer));
    close(fd);
  }
  return ok;
}
