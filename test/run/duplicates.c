// Each record is read through a stream of a new duplicate of a descriptor, as
// array libraries do. What was learned by one duplicate goes on by the next:
// the run time keeps the file open between them, and until the program closes
// the last descriptor of the file.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 200 --kernel-cache -- env FORESLICE_ALWAYS=1 %foreslice-run -- %t
#include "Inputs/open_files.h"

#include <fcntl.h>
#include <string.h>

enum { Bytes = 16 << 20, Record = 8000, Stride = 80000, Rounds = 20000 };

static char bytes[Bytes], record[Record];

static void read_record(int fd, long at) {
  FILE *f = fdopen(dup(fd), "rb");
  if (!f || fseek(f, at, SEEK_SET) != 0 ||
      fread(record, 1, Record, f) != Record || fclose(f) != 0 ||
      memcmp(record, bytes + at, Record) != 0)
    _exit(3);
}

int main(void) {
  char name[4096];
  snprintf(name, sizeof name, "%s/records", getenv("SLOWFS_DIR"));
  for (long i = 0; i < Bytes; i++)
    bytes[i] = (char)(i * i >> 7);
  int fd = open(name, O_WRONLY | O_CREAT, 0666);
  if (fd < 0 || write(fd, bytes, Bytes) != Bytes || close(fd) != 0)
    return 2;
  fd = open(name, O_RDONLY);
  // A minute, which ends the test only where the run time fails.
  int kept = 0;
  for (int i = 0; i < Rounds && !kept; i++) {
    read_record(fd, (long)i * Stride % (Bytes - Record));
    if (i % 100 == 0) // what is in memory is not fetched
      posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    if (i % 100 == 99) {
      usleep(50000);
      kept = companion_has_open("records");
    }
    usleep(1000);
  }
  if (!kept || close(fd) != 0)
    return 4;
  for (int i = 0; i < 6000 && companion_has_open("records"); i++)
    usleep(10000);
  return companion_has_open("records") ? 5 : 0;
}
