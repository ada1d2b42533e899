// A program that was not compiled by Foreslice reads a file in steps: under
// foreslice-run the run time opens the file once more and reads ahead. The program
// goes on until the thread is there that does so. Its descriptors stay its own, and
// its output is that of the program alone.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data ahead 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// RUN: %t %t.data alone > %t.alone
// RUN: %foreslice-run %t %t.data alone > %t.run
// RUN: cmp %t.alone %t.run
// CHECK: the next descriptor is 4
// STATS: "name": "signatures"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { Step = 40000, Bytes = 3000, Reads = 190 };

static int helpers(void) {
  int found = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *t; (t = readdir(tasks));) {
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", t->d_name);
    FILE *comm = fopen(path, "r");
    if (comm && fgets(name, sizeof name, comm))
      found += strncmp(name, "foreslice-io", 12) == 0;
    if (comm)
      fclose(comm);
  }
  closedir(tasks);
  return found;
}

int main(int argc, char **argv) {
  int fd = open(argv[1], O_RDONLY);
  int ahead = argc > 2 && strcmp(argv[2], "ahead") == 0;
  unsigned sum = 0;
  static char b[Bytes];
  // One thread opens the file, one reads it. Once both are there, the program goes
  // through the file once more.
  for (int left = ahead ? 2 : 1; left > 0; left -= !ahead || helpers() >= 2)
    for (int i = 0; i < Reads; i++) {
      ssize_t n = pread(fd, b, Bytes, (off_t)i * Step);
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
    }
  printf("the next descriptor is %d\n", dup(fd));
  if (!ahead)
    printf("%u\n", sum);
}
