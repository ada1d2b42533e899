//===- longer_pauses.c - gives slices time on a busy machine --------------===//
//
// Preloaded into a program of test/programs/ whose slice was not as far ahead
// as expected: the program's pauses, which stand for computation, take
// LONGER_PAUSES times as long.
//
//===----------------------------------------------------------------------===//

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int usleep(useconds_t us) {
  const char *times = getenv("LONGER_PAUSES");
  long long ns = us * 1000LL * (times ? atoi(times) : 1);
  struct timespec pause = {ns / 1000000000, ns % 1000000000};
  return nanosleep(&pause, NULL);
}
