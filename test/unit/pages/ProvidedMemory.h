//===- ProvidedMemory.h - what the system has provided of a pool ----------===//

#ifndef FORESLICE_TEST_PROVIDEDMEMORY_H
#define FORESLICE_TEST_PROVIDEDMEMORY_H

#include "pages/PagePool.h"

#include <sys/mman.h>
#include <unistd.h>

namespace foreslice::test {

/// Bytes of the frames from the first on that the system has provided.
inline size_t provided(const PagePool &Pool) {
  size_t Bytes = 0, Step = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  unsigned char Resident = 1;
  while (Bytes < Pool.slots() * Pool.grid().pageSize() &&
         mincore(Pool.frame(1) + Bytes, Step, &Resident) == 0 && (Resident & 1))
    Bytes += Step;
  return Bytes;
}

} // namespace foreslice::test

#endif // FORESLICE_TEST_PROVIDEDMEMORY_H
