//===- CachedFile.cpp - a file in the cache -------------------------------===//
//
// See CachedFile.h.
//
//===----------------------------------------------------------------------===//

#include "cache/CachedFile.h"

namespace foreslice {

bool CachedFile::seemsInMemory() const {
  constexpr uint64_t Samples = 8;
  const uint64_t Size = size();
  for (uint64_t I = 0; I < Samples && Size != 0; ++I)
    if (const uint64_t Place = (Size - 1) / Samples * I;
        !isResident({Place, Place + 1}))
      return false;
  return Size != 0;
}

} // namespace foreslice
