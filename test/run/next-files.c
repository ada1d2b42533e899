// A program reads the files of a folder, or one file of each numbered folder, one
// after another. Under foreslice-run, the run time opens the next files before the program does. The run time closes a file before the
// program removes the file.
// RUN: %real-clang -O1 -I %S/Inputs %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run -- %t 2>&1 | FileCheck %s
// RUN: %real-clang -O1 -DFOLDERS -I %S/Inputs %s -o %t
// RUN: rm -rf %t.d && mkdir -p %t.d/chunks
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run -- %t 2>&1 | FileCheck %s
// CHECK: came first: {{part.[0-9]+|chunks/[0-9]+/0}}
// CHECK-NEXT: closed before
#include "open_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { Files = 40, Bytes = 200000 };

#ifdef FOLDERS
// The only file of a numbered folder.
static void name_of(char *name, int number) {
  sprintf(name, "chunks/%d", number);
  mkdir(name, 0777);
  strcat(name, "/0");
}
#else
static void name_of(char *name, int number) { sprintf(name, "part.%d", number); }
#endif

static void make(int number) {
  static char bytes[Bytes];
  char name[32];
  name_of(name, number);
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || write(fd, bytes, Bytes) != Bytes || close(fd) != 0)
    _exit(3);
}

static void read_all(int number) {
  static char bytes[16384];
  char name[32];
  name_of(name, number);
  int fd = open(name, O_RDONLY);
  while (fd >= 0 && read(fd, bytes, sizeof bytes) > 0)
    ;
  if (fd < 0 || close(fd) != 0)
    _exit(4);
}

// The first of the files behind this one that is open.
static int open_behind(int number, char *name) {
  char end[40] = "/";
  for (int i = number + 1; i < Files; i++) {
    name_of(end + 1, i);
    if (is_open(end)) {
      strcpy(name, end + 1);
      return 1;
    }
  }
  return 0;
}

int main(void) {
  char name[40], removed[64];
  for (int i = 0; i < Files; i++)
    make(i);
  // A minute, which ends the test only where the run time fails.
  for (int turn = 0; turn < 150; turn++)
    for (int i = 0; i < Files; i++, usleep(10000)) {
      read_all(i);
      if (!open_behind(i, name))
        continue;
      printf("came first: %s\n", name);
      unlink(name);
      sprintf(removed, "/%s (deleted)", name);
      printf(is_open(removed) ? "still open\n" : "closed before\n");
      return 0;
    }
  printf("none\n");
  return 1;
}
