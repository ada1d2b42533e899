// Maps one file after the other. The slice maps them ahead of the program. One
// is empty, and one is not there. Records say how long they are.
// RUN: %check-program --expect 'files_opened_ahead>=2' --expect 'reads_posted>=20'
#include "posix.h"

#include <sys/mman.h>

enum { Files = 12 };

struct record {
  unsigned length;
  unsigned char data[];
};

static void make(const char *name, unsigned records) {
  FILE *f = fopen(name, "wb");
  static char b[1 << 16];
  for (unsigned i = 0; f && i < records; i++) {
    unsigned length = (4 + 9000 + i * 104) & ~3u;
    memset(b, (int)i, length);
    memcpy(b, &length, sizeof length);
    if (fwrite(b, 1, length, f) != length)
      exit(1);
  }
  if (!f || fclose(f))
    exit(1);
}

int main(void) {
  char name[32];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%u", i);
    if (i != 4)
      make(name, i == 6 ? 0 : 10 + i);
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    int fd = open(name, O_RDONLY);
    struct stat s;
    if (fd < 0 || fstat(fd, &s)) {
      printf("%s is not there\n", name);
      continue;
    }
    size_t bytes = (size_t)s.st_size;
    const char *p = (const char *)mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (p == MAP_FAILED) {
      printf("%s is empty\n", name);
      continue;
    }
    for (size_t at = 0; at < bytes;) {
      const struct record *r = (const struct record *)(p + at);
      d = digest(d, r->data, r->length - 4);
      at += r->length;
      usleep(100);
    }
    munmap((void *)p, bytes);
  }
  result(d);
}
