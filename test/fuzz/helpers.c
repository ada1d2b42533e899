//===- helpers.c - functions of generated programs that read nothing ------===//
//
// Part of fuzz.h, or a second source of a program whose own source has
// FUZZ_APART defined. C and C++.
//
//===----------------------------------------------------------------------===//

#ifndef HELPERS_H
#ifndef FUZZ_APART
#define FUZZ_APART
#endif
#include "helpers.h"
#endif

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

HELPER uint64_t digitsOf(const char *text) {
  uint64_t x = 0;
  for (; isdigit((unsigned char)*text); text++)
    x = x * 10 + (uint64_t)(*text - '0');
  return x;
}

HELPER void addOne(char *text) {
  size_t at = strlen(text);
  while (at-- > 0 && text[at] == '9')
    text[at] = '0';
  if (at != (size_t)-1)
    text[at]++;
}

HELPER uint64_t rootOf(uint64_t k, uint64_t room) {
  double x = sqrt((double)(k % 1000) * 977 + 3) * 131;
  return (uint64_t)(floor(x) + fmod(x, 64)) % room;
}

HELPER int byValue(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

HELPER void *allocate(size_t bytes) {
  void *p = malloc(bytes ? bytes : 1);
  if (!p)
    abort();
  return p;
}

HELPER void release(void *p) { free(p); }

HELPER char *copyOf(const char *text) {
  return strcpy((char *)allocate(strlen(text) + 81), text);
}

HELPER int drawAside(void) { return rand() % 5 ? rand() : (int)random(); }

HELPER double fractionAside(void) { return drand48(); }
