// Files that hints name first and that the program does not read: it reads others, and
// those that are named behind are opened in their place.
// RUN: %real-clang -O1 -I %S/Inputs -I %source-dir/runtime/include %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: cd %t.d && env FORESLICE_SOURCES=hints FORESLICE_ALWAYS=1 %foreslice-run -- %t
#include "open_files.h"

#include <fcntl.h>
#include <foreslice/hints.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void read_other(void) {
  char byte;
  int fd = open("other", O_RDONLY);
  if (read(fd, &byte, 1) != 1)
    _exit(3);
  close(fd);
}

// Reads so many others in each of at most 6000 turns, a minute in all, which ends the
// test only where the run time fails.
static int comes(const char *name, int others) {
  char end[17] = "/";
  strcat(end, name);
  for (int i = 0; i < 6000; i++, usleep(10000)) {
    for (int j = 0; j < others; j++)
      read_other();
    if (is_open(end))
      return 1;
  }
  return 0;
}

static void make(const char *name) {
  FILE *out = fopen(name, "w");
  if (!out || fprintf(out, "%s\n", name) < 0 || fclose(out))
    _exit(3);
}

int main(void) {
  char name[16];
  make("other");
  make("last");
  for (int i = 1; i <= 70; i++) {
    snprintf(name, sizeof name, "%d", i);
    make(name);
    foreslice_hint_sequential(name, 0, FORESLICE_HINT_ALL);
  }
  foreslice_hint_sequential("last", 0, FORESLICE_HINT_ALL);
  if (!comes("64", 0) || is_open("/65"))
    return 1;
  // More than 64 others make room for one more of the hints.
  for (int i = 65; i <= 70; i++) {
    snprintf(name, sizeof name, "%d", i);
    if (!comes(name, 65))
      return 2;
  }
  return !comes("last", 65);
}
