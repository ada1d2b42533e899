// A program discloses what it will read. Without the run time the calls do nothing;
// under foreslice-run the files are read ahead. The output is the same.
// RUN: %real-clang -O1 -I %source-dir/runtime/include %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && head -c 300000 /dev/urandom > %t.d/a && head -c 3000000 /dev/urandom > %t.d/b
// RUN: %t %t.d/a %t.d/b %t.d/none > %t.alone
// RUN: env FORESLICE_SOURCES=hints FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.d/a %t.d/b %t.d/none > %t.run
// RUN: cmp %t.alone %t.run
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// STATS-DAG: "name": "hints"
// STATS-DAG: "hints": 4
#include <fcntl.h>
#include <foreslice/hints.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int bad = foreslice_hint_sequential(argv[1], 0, 0);
  (void)bad; // -1 with the run time only
  if (foreslice_hint_files((const char *const *)argv + 1, argc - 1) ||
      foreslice_hint_strided(argv[2], 1000, 100, 10000, 50))
    return 1;
  unsigned sum = 0;
  for (int i = 1; i < argc; i++) {
    static char b[10000];
    int fd = open(argv[i], O_RDONLY);
    for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
    close(fd);
  }
  foreslice_hint_cancel(NULL);
  printf("%u\n", sum);
}
