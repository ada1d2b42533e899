/* What the run time has open. */
#ifndef OPEN_FILES_H
#define OPEN_FILES_H

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_open_at(const char *descriptors, const char *end) {
  glob_t all;
  int found = 0;
  if (glob(descriptors, 0, NULL, &all))
    return 0;
  for (size_t i = 0; i < all.gl_pathc; i++) {
    char to[4096] = "";
    ssize_t length = readlink(all.gl_pathv[i], to, sizeof to - 1);
    size_t wanted = strlen(end);
    found |= length >= (ssize_t)wanted && !strcmp(to + length - wanted, end);
  }
  globfree(&all);
  return found;
}

/* Whether the companion has a file open whose path ends so. The environment has
   the path of one of its descriptors. */
static inline int companion_has_open(const char *end) {
  int companion = 0;
  char descriptors[64];
  const char *segment = getenv("FORESLICE_SEGMENT");
  if (!segment || sscanf(segment, "/proc/%d/", &companion) != 1)
    return 0;
  sprintf(descriptors, "/proc/%d/fd/*", companion);
  return is_open_at(descriptors, end);
}

/* The same, or a thread of this process. */
static inline int is_open(const char *end) {
  return companion_has_open(end) || is_open_at("/proc/self/task/*/fd/*", end);
}

#endif
