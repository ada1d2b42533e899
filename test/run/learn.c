// A program that was not compiled by Foreslice reads a file in steps: under
// foreslice-run the run time opens the file once more and reads ahead. The program
// goes on until the thread is there that does so. Its descriptors stay its own, and
// its output is that of the program alone. The same holds for a program that seeks in a stream.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data ahead 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// RUN: %t %t.data alone > %t.alone
// RUN: %foreslice-run %t %t.data alone > %t.run
// RUN: cmp %t.alone %t.run
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.data ahead seeks 2>&1 | FileCheck %s
// CHECK: the next descriptor is 4
// STATS: "name": "signatures"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
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
  FILE *stream = argc > 3 ? fopen(argv[1], "r") : NULL;
  int ahead = argc > 2 && strcmp(argv[2], "ahead") == 0;
  unsigned sum = 0;
  static char b[Bytes];
  // One thread opens the file, one reads it. Once both are there, the program goes
  // through the file once more.
  // A minute ends the test only where nothing is read ahead.
  const time_t end = time(NULL) + 60;
  for (int left = ahead ? 2 : 1; left > 0; left -= !ahead || helpers() >= 2) {
    if (time(NULL) > end) {
      printf("nothing is read ahead\n");
      return 1;
    }
    for (int i = 0; i < Reads; i++) {
      if (stream)
        fseek(stream, (long)i * Step, SEEK_SET);
      ssize_t n = stream ? (ssize_t)fread(b, 1, 16, stream)
                         : pread(fd, b, Bytes, (off_t)i * Step);
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
    }
  }
  if (stream)
    fclose(stream);
  printf("the next descriptor is %d\n", dup(fd));
  if (!ahead)
    printf("%u\n", sum);
}
