// The companion stops for longer than anybody waits. The program takes a write lease on a file that the
// companion has open, or is about to open, or removes the file: nobody has the file
// open then, or opens it later.
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t && rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t open
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t next
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t remove
#include "Inputs/open_files.h"

#include <fcntl.h>
#include <signal.h>

enum { Page = 65536, Pages = 6 };

static char block[Page];
static volatile sig_atomic_t broken;
static void on_break(int number) { broken += number != 0; }

static int companion(void) {
  int pid = 0;
  const char *segment = getenv("FORESLICE_SEGMENT");
  if (!segment || sscanf(segment, "/proc/%d/", &pid) != 1)
    _exit(2);
  return pid;
}

static void read_part(int fd) {
  for (int i = 0; i < Pages; i++)
    if (pread(fd, block, Page, (off_t)i * Page) != Page)
      _exit(3);
}

static int make_part(const char *name) {
  int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  for (int i = 0; i < Pages; i++)
    if (write(fd, block, Page) != Page)
      _exit(4);
  return fd;
}

int main(int argc, char **argv) {
  signal(SIGIO, on_break);
  const int is_next = argc > 1 && !strcmp(argv[1], "next");
  int fd = make_part(is_next ? "other" : "part");
  // Here and below a minute, which ends the test only where the run time fails.
  for (int wait = 0; wait < 6000 && !companion_has_open(is_next ? "/other" : "/part"); wait++) {
    read_part(fd);
    usleep(10000);
  }
  kill(companion(), SIGSTOP);
  if (!strcmp(argv[1], "remove"))
    return remove("part") != 0 || companion_has_open("/part") || companion_has_open("/part (deleted)");
  if (is_next) {
    fd = make_part("part");
    read_part(fd);
  }
  if (fcntl(fd, F_SETLEASE, F_WRLCK) != 0)
    return 5;
  kill(companion(), SIGCONT);
  for (int wait = 0; wait < 6000 && !broken && kill(companion(), 0) == 0; wait++)
    usleep(10000);
  return broken || fcntl(fd, F_GETLEASE) != F_WRLCK;
}
