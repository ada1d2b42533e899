// What is read of a file is decided by a computation that no slice repeats, so
// that the slice of the loop is of the files alone. Behind the first one the
// program looks for another for long: the slice turns without a request, and
// ends after little time of its processor.
// RUN: %check-program --unserved "the slice asks for one file" --expect 'slices_endless>=1' --expect 'helper_cpu_ns<600000000'
#include "unsliced_reads.h"

enum { Files = 64 };

int main(void) {
  static char names[Files][16];
  makeData("data", 20000, 1);
  strcpy(names[0], "data");
  uint64_t d = 0;
  for (unsigned long i = 0; i < 400000000; i++) {
    if (names[i % Files][0] == 0)
      continue;
    int fd = open(names[i % Files], O_RDONLY);
    if (fd < 0)
      continue;
    d = takePieces(fd, d ^ scan(fd));
    close(fd);
    names[i % Files][0] = 0;
  }
  result(d);
}
