//===- SliceMemory.h - the private memory of a slice ----------------------===//
//
// One arena, mapped once, between two pages that fault. The slice's objects
// come from the lower end, the run time's records about the slice from the
// upper end, out of reach of the slice's stores. Handing out memory takes no
// lock and calls no malloc, so a slice may be ended at any moment. Used by the
// prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICEMEMORY_H
#define FORESLICE_SOURCE_SLICE_SLICEMEMORY_H

#include <array>
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
  /// Takes Size bytes from allocate() back; may come too late to be of use.
  void release(const void *Memory, uint64_t Size);
  /// Like allocate(), for a record of the run time.
  void *allocateRecord(uint64_t Size);
  /// The end of the arena, from which records grow downwards.
  std::byte *end() const { return ArenaEnd; }
  /// Takes everything back and clears memory for the next slice.
  void reset();

  /// Whether a byte of the range is in the arena or its guard pages.
  bool touches(uintptr_t Begin, uint64_t Size) const {
    return Begin < reinterpret_cast<uintptr_t>(MappingEnd) &&
           Begin + Size > reinterpret_cast<uintptr_t>(Mapping);
  }
  /// Whether all of the range was handed out by allocate().
  bool holds(uintptr_t Begin, uint64_t Size) const {
    uint64_t Position = Begin - reinterpret_cast<uintptr_t>(Arena);
    return Position <= Used && Size <= Used - Position;
  }

private:
  struct Range {
    uint64_t Begin, End; ///< In the arena.
  };
  static constexpr size_t MaxReleased = 64;

  bool map();
  bool hasRoom(uint64_t Rounded);

  std::byte *Mapping = nullptr; ///< With both guard pages.
  std::byte *MappingEnd = nullptr;
  std::byte *Arena = nullptr;
  std::byte *ArenaEnd = nullptr;
  uint64_t Used = 0;        ///< From the lower end.
  uint64_t UsedRecords = 0; ///< From the upper end.
  /// Released ranges below memory in use. Further ranges are forgotten.
  std::array<Range, MaxReleased> Released;
  size_t ReleasedCount = 0;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICEMEMORY_H
