// A program reads streams to their end, each larger than what is asked for as a whole. Its companion has
// started: the next stream is asked for at its open, by the program itself, before the companion or the
// program reads. Behind a stream of which a part was read, nothing is asked for. The companion is
// stopped here, and no slice runs.
// REQUIRES: fuse
// RUN: %foreslice-clang -O2 -D_GNU_SOURCE -fprefetch-slice -I %S/../../run/Inputs %s -o %t
// RUN: %slowfs-run --service-us 1000 --kernel-cache -- env FORESLICE_SOURCES=signatures %t
// RUN: %slowfs-run --service-us 1000 --kernel-cache -- env FORESLICE_SOURCES=signatures %t part
#include "slow_file.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>

enum { Files = 3, Bytes = 3 << 20, Asked = 1 << 20, Line = 64, PartOfLines = 2000, Looks = 500, FewLooks = 20 };
static char bytes[Bytes];
static const char *const Names[Files] = {"k.a", "c.b", "x.c"}; // in no order

static long read_lines(FILE *f, long most) {
  char line[2 * Line];
  long n = 0;
  while (n < most && fgets(line, sizeof line, f))
    n++;
  return n;
}

// Whether process `number` is the companion of this one: its second argument says so.
static int is_companion(const char *number) {
  char path[300], arguments[4096];
  snprintf(path, sizeof path, "/proc/%s/cmdline", number);
  FILE *f = fopen(path, "r");
  const size_t got = f ? fread(arguments, 1, sizeof arguments - 1, f) : 0;
  if (f)
    fclose(f);
  arguments[got] = 0;
  const char *second = arguments + strlen(arguments) + 1;
  const char *third = second < arguments + got ? second + strlen(second) + 1 : arguments + got;
  return strstr(arguments, "foreslice-companion") && third < arguments + got && atoi(third) == getpid();
}

static int find_companion(void) {
  int pid = 0;
  DIR *all = opendir("/proc");
  for (struct dirent *e; !pid && (e = readdir(all));)
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && is_companion(e->d_name))
      pid = atoi(e->d_name);
  closedir(all);
  return pid;
}

static int comes(const char *file, int looks) {
  for (int i = 0; i < looks && !isInMemory(file, Asked - 4096); i++)
    usleep(10000);
  return isInMemory(file, Asked - 4096);
}

int main(int argc, char **argv) {
  char name[Files][4096];
  const int is_part = argc > 1 && !strcmp(argv[1], "part");
  const long lines = is_part ? PartOfLines : Bytes / Line;
  memset(bytes, 'x', Bytes);
  for (long at = Line - 1; at < Bytes; at += Line)
    bytes[at] = '\n';
  for (int i = 0; i < Files; i++) {
    make_slow_file(name[i], sizeof name[i], Names[i], bytes, Bytes);
    forget_slow_file(name[i]);
  }
  const char *last = map_slow_file(name[Files - 1], Bytes);
  for (int i = 0; i + 1 < Files; i++) {
    FILE *f = fopen(name[i], "r");
    if (!f || read_lines(f, is_part ? lines : lines + 1) != lines)
      return 2;
    fclose(f);
  }
  int pid = 0;
  for (int i = 0; i < Looks && !pid; i++, usleep(10000))
    pid = find_companion();
  usleep(300000); // for the companion to have begun
  if (!pid || kill(pid, SIGSTOP) || isInMemory(last, Asked - 4096))
    return 3;
  FILE *f = fopen(name[Files - 1], "r");
  // Five seconds, which end only where the run time fails.
  const int has_come = comes(last, is_part ? FewLooks : Looks);
  kill(pid, SIGCONT);
  return f && has_come != is_part ? 0 : 4;
}
