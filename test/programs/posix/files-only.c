// What is read of a file is decided by a computation that no slice repeats. The
// slice goes from file to file, and fetches their beginnings. The loop inside,
// over the pieces of an index, has a slice of its own.
// RUN: %check-program --expect 'files_opened_ahead>=5' \
// RUN:   --expect 'pages_used>=5' --expect 'launches>=2'
// Where all files are in memory, the slice of the files is not needed.
// RUN: %check-program --unserved "in memory" --env FORESLICE_ALWAYS=0 \
// RUN:   --expect 'slices_not_needed>=1' --expect 'files_opened_ahead==0' --expect 'pages_prefetched==0'
#include "unsliced_reads.h"

enum { Files = 60 };

int main(void) {
  static char names[Files][16];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(names[i], sizeof names[i], "data.%u", i);
    makeData(names[i], 20000 + 1000 * i, i);
  }
  strcpy(names[7], "missing");
  usleep(20000);
  uint64_t d = 0;
  for (unsigned i = 0; i < Files; i++) {
    int fd = open(names[i], O_RDONLY);
    if (fd < 0) {
      printf("%s is not there\n", names[i]);
      continue;
    }
    d = takePieces(fd, d ^ scan(fd));
    close(fd);
    usleep(300);
  }
  printf("%llx\n", (unsigned long long)d);
}
