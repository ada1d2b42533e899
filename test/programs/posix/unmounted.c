// A program reads all files of a file system, closes them, and unmounts it at once: the run
// time has none of them open any more. Where nobody may mount, nothing is tested.
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %t.plain %t.dir > %t.expected
// RUN: env FORESLICE_ALWAYS=1 %t %t.dir > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t.plain %t.dir > %t.out && cmp %t.expected %t.out
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

enum { Files = 20, Bytes = 300000, Passes = 10 };
static char b[Bytes];

static void file_name(char *to, const char *folder, int i) { sprintf(to, "%s/f%02d", folder, i); }

static int fill(const char *folder) {
  char name[4200];
  if (mount("none", folder, "tmpfs", 0, "size=64m"))
    return 0;
  for (int i = 0; i < Files; i++) {
    file_name(name, folder, i);
    memset(b, 'a' + i, sizeof b);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (write(fd, b, sizeof b) != sizeof b)
      return 0;
    close(fd);
  }
  return 1;
}

static unsigned __attribute__((noinline)) read_all(const char *folder) {
  unsigned sum = 0;
  char name[4200];
  for (int i = 0; i < Files; i++) {
    file_name(name, folder, i);
    int fd = open(name, O_RDONLY);
    for (ssize_t n; (n = read(fd, b, 65536)) > 0;)
      sum = sum * 31 + (unsigned char)b[7];
    close(fd);
  }
  return sum;
}

int main(int argc, char **argv) {
  const char *folder = argv[1];
  if ((unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS)) || mount("", "/", NULL, MS_REC | MS_PRIVATE, NULL))
    return 0;
  for (int pass = 0; pass < Passes; pass++) {
    if (!fill(folder))
      return 0;
    unsigned sum = read_all(folder);
    int failed = pass % 2 ? umount(folder) : umount2(folder, 0);
    printf("%u %d %s\n", sum, failed, failed ? strerror(errno) : "");
    if (failed)
      umount2(folder, MNT_DETACH);
  }
  (void)argc;
}
