/* Of test/programs/posix/stream-behind.cpp: stands between the slice and the run time, and keeps
   the slice behind the program. */
#define _GNU_SOURCE
#include "foreslice/abi.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <unistd.h>

/* How many accesses the slice may make. */
atomic_long sliceMay = 1;
static long made;

int64_t foreslice_slice_access(const foreslice_io_call *call,
                               foreslice_handle file, int64_t place,
                               int64_t count, foreslice_handle type,
                               void *buffer) {
  static typeof(foreslice_slice_access) *real;
  if (!real)
    real = (typeof(real))dlsym(RTLD_NEXT, "foreslice_slice_access");
  for (made++; made > sliceMay;)
    usleep(1000);
  return real(call, file, place, count, type, buffer);
}
