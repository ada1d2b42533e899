// Allocation as programs wrap it, out of sight of what calls it.
#include <stdio.h>
#include <stdlib.h>

void *xmalloc(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return memory;
}

void *wrap_calloc(size_t n, size_t bytes) {
  void *memory = calloc(n, bytes);
  if (!memory)
    exit(1);
  return memory;
}

void *new_table(size_t bytes) { return xmalloc(bytes); }

void xfree(void *memory) { free(memory); }
