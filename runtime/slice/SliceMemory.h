//===- SliceMemory.h - the private memory of a slice ----------------------===//
//
// One arena, mapped once, between two pages that fault. Handing out memory
// takes no lock and calls no malloc, so a slice may be ended at any moment.
// Used by the prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SLICE_SLICEMEMORY_H
#define FORESLICE_SLICE_SLICEMEMORY_H

#include <cstddef>
#include <cstdint>

namespace foreslice {

class SliceMemory {
public:
  SliceMemory() = default;
  ~SliceMemory();
  SliceMemory(const SliceMemory &) = delete;
  SliceMemory &operator=(const SliceMemory &) = delete;

  /// Size bytes, zeroed, 16-aligned; null if the slice has had its share.
  void *allocate(uint64_t Size);
  /// Takes everything back and clears it for the next slice.
  void reset();

private:
  bool map();

  std::byte *Mapping = nullptr; ///< With both guard pages.
  std::byte *Arena = nullptr;
  uint64_t Used = 0;
};

} // namespace foreslice

#endif // FORESLICE_SLICE_SLICEMEMORY_H
