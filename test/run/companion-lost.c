// The companion of a program is killed, or told to end, or stopped, or finds nonsense in the memory that it
// shares with the program. The program reads and removes files as before.
// RUN: rm -rf %t.d && mkdir %t.d && head -c 3000000 /dev/urandom > %t.d/data
// RUN: %real-clang -O1 %s -o %t && cd %t.d && %t alone > %t.alone
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run %t kill > %t.run && cmp %t.alone %t.run
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run %t end > %t.run && cmp %t.alone %t.run
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run %t stop > %t.run && cmp %t.alone %t.run
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run %t damage > %t.run && cmp %t.alone %t.run
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int companion(void) {
  int pid = 0;
  const char *segment = getenv("FORESLICE_SEGMENT");
  if (!segment || sscanf(segment, "/proc/%d/", &pid) != 1)
    _exit(2);
  return pid;
}

// Random words in the place of some of those behind the first page.
static void damage(void) {
  static unsigned char *at;
  static size_t bytes;
  static uint32_t random = 1;
  if (!at) {
    int fd = open(getenv("FORESLICE_SEGMENT"), O_RDWR);
    struct stat s;
    if (fd < 0 || fstat(fd, &s) != 0)
      _exit(3);
    bytes = (size_t)s.st_size;
    at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
  }
  for (int i = 0; i < 500; i++) {
    random = random * 1664525 + 1013904223;
    size_t place = 4096 + random / 4 % (24 << 10) * 4;
    uint32_t word = random % 3 ? random >> 16 : random;
    memcpy(at + place % (bytes - 4), &word, 4);
  }
}

static unsigned pass(int step) {
  static char b[5000];
  unsigned s = 0;
  int fd = open("data", O_RDONLY);
  for (off_t at = 0; at < 3000000; at += step) {
    ssize_t n = pread(fd, b, sizeof b, at);
    s = s * 31 + (unsigned char)b[n - 1];
  }
  close(fd);
  return s;
}

int main(int argc, char **argv) {
  (void)argc;
  unsigned s = 0;
  for (int i = 0; i < 40; i++) {
    s += pass(20000 + i * 100);
    FILE *f = fopen("made", "w");
    fprintf(f, "%d\n", i);
    fclose(f);
    if (!strcmp(argv[1], "damage"))
      damage();
    if (i == 20 && !strcmp(argv[1], "kill"))
      kill(companion(), SIGKILL);
    if (i == 20 && !strcmp(argv[1], "end")) {
      kill(companion(), SIGTERM);
      // A minute, which ends the test only where the companion goes on.
      for (int wait = 0; wait < 6000 && kill(companion(), 0) == 0; wait++)
        usleep(10000);
      if (kill(companion(), 0) == 0)
        return 4;
    }
    if (i == 20 && !strcmp(argv[1], "stop"))
      kill(companion(), SIGSTOP);
    f = fopen("made", "r");
    s = s * 31 + (unsigned)getc(f);
    fclose(f);
    remove("made");
  }
  if (!strcmp(argv[1], "stop"))
    kill(companion(), SIGCONT);
  printf("%u\n", s);
}
