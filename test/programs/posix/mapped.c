// Reads by mappings: a file from end to end, in steps of a page, backwards, and
// in an order that a table has; a copy by memcpy(). The mapping is made before
// the loops, at an offset of the file.
// RUN: %check-program --expect 'reads_posted>=40'
#include "posix.h"

#include <sys/mman.h>

enum { Page = 65536, Pages = 40, Skipped = 8192 };

static uint64_t forwards(const unsigned char *p, size_t bytes) {
  uint64_t sum = 0;
  for (size_t i = 0; i < bytes; i++)
    sum = sum * 31 + p[i];
  return sum;
}

static uint64_t backwards(const unsigned char *p, size_t bytes) {
  uint64_t sum = 0;
  for (size_t i = bytes; i-- > 0;)
    sum = sum * 33 + p[i];
  return sum;
}

static uint64_t steps(const unsigned char *p, int pages) {
  uint64_t sum = 0;
  for (int i = 0; i < pages; i++)
    sum = sum * 31 + p[(size_t)i * Page + 77];
  return sum;
}

static uint64_t byTable(const unsigned char *p, const int *table, int pages) {
  uint64_t sum = 0;
  for (int i = 0; i < pages; i++)
    sum = sum * 31 + p[(size_t)table[i] * Page + 99];
  return sum;
}

static uint64_t copied(const unsigned char *p, int pages) {
  static unsigned char b[Page];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < pages; i++) {
    memcpy(b, p + (size_t)i * Page, Page);
    d = digest(d, b, Page);
  }
  return d;
}

int main(void) {
  size_t bytes = (size_t)Page * Pages;
  makeData("data", bytes + Skipped, 7);
  int fd = open("data", O_RDONLY);
  unsigned char *p = (unsigned char *)mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, Skipped);
  if (p == MAP_FAILED || close(fd))
    return 1;
  int table[Pages];
  for (int i = 0; i < Pages; i++)
    table[i] = i * 17 % Pages;
  result(forwards(p, bytes));
  result(backwards(p, bytes));
  result(steps(p, Pages));
  result(byTable(p, table, Pages));
  result(copied(p, Pages));
  return munmap(p, bytes);
}
