// The companion stops for longer than anybody waits. The program takes a write lease on a file that the
// companion has open, or is about to open, or removes the file, or unmounts its file system: nobody
// has the file open then, or opens the file later. With "full", the program has told so much before that
// there is no room to tell of the removal. Where nobody may mount, no unmounting is tested.
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t && rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t open
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t next
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t remove
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t remove full
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t unmount
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t unmount full
#include "Inputs/open_files.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>

enum { Page = 65536, Pages = 6, MoreThanIsTold = 3000 };

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

static int mounts(const char *folder) {
  return unshare(CLONE_NEWNS) == 0 && mount("", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mkdir(folder, 0700) == 0 && mount("none", folder, "tmpfs", 0, "size=16m") == 0;
}

int main(int argc, char **argv) {
  signal(SIGIO, on_break);
  const int is_unmount = argc > 1 && !strcmp(argv[1], "unmount");
  if (is_unmount && !mounts("mounted"))
    return 0;
  if (is_unmount && chdir("mounted"))
    return 6;
  const int is_next = argc > 1 && !strcmp(argv[1], "next");
  int fd = make_part(is_next ? "other" : "part");
  // Here and below a minute, which ends the test only where the run time fails.
  for (int wait = 0; wait < 6000 && !companion_has_open(is_next ? "/other" : "/part"); wait++) {
    read_part(fd);
    usleep(10000);
  }
  kill(companion(), SIGSTOP);
  for (int i = 0; argc > 2 && i < MoreThanIsTold; i++)
    read_part(fd);
  if (is_unmount) {
    if (!companion_has_open("/part") || chdir(".."))
      return 7;
    close(fd);
    return umount("mounted") != 0;
  }
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
