//===- Overlay.h - a slice's stores to the main thread's memory -----------===//
//
// Byte-exact: lines of 64 bytes, each with a bit for every byte that the slice
// has stored, in a hash table by address. Lines and table are records of the
// slice's private memory. A jump may leave a load that faults. Used by the
// prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_OVERLAY_H
#define FORESLICE_SOURCE_SLICE_OVERLAY_H

#include "source/slice/SliceMemory.h"

#include <cstddef>
#include <cstdint>

namespace foreslice {

class Overlay {
public:
  explicit Overlay(SliceMemory &Memory) : Memory(Memory) {}

  /// Size bytes from address From as the slice sees memory.
  void load(std::byte *To, uintptr_t From, uint64_t Size) const;
  /// False if there is no memory left for the store.
  bool store(uintptr_t To, const std::byte *From, uint64_t Size);
  bool fill(uintptr_t To, std::byte Value, uint64_t Size);
  /// Forgets everything; SliceMemory::reset() follows.
  void reset();

private:
  struct Line {
    uint64_t Number; ///< Address of the first byte / 64.
    uint64_t Stored; ///< A bit for each byte.
    std::byte Bytes[64];
  };
  struct Entry {
    uint32_t Tag;   ///< Low bits of the hash of Number.
    uint32_t Place; ///< Of the line, counted back from the arena's end in units
                    ///< of 16 bytes; 0: the entry is free.
  };

  static uint64_t hashOf(uint64_t Number) {
    return Number * 0x9E3779B97F4A7C15u;
  }
  Line *lineOf(const Entry &E) const {
    return reinterpret_cast<Line *>(Memory.end() - uint64_t(E.Place) * 16);
  }
  Entry *entryOf(uint64_t Number) const;
  Line *find(uint64_t Number) const;
  Line *findOrMake(uint64_t Number);
  Line *newLine();
  bool grow();
  template <class WriteFn>
  bool forEachPart(uintptr_t To, uint64_t Size, WriteFn Write);

  SliceMemory &Memory;
  Entry *Table = nullptr;
  unsigned TableBits = 0; ///< log2 of the number of entries.
  uint64_t Lines = 0;     ///< At most three quarters as many.
  /// The earlier table, whose memory is used first for lines.
  std::byte *Spare = nullptr, *SpareEnd = nullptr;
};

/// memcpy that is never libc's: a sanitizer's memcpy would end the program at
/// memory that only the slice's guess touches.
inline void copyBytes(std::byte *To, const std::byte *From, uint64_t Size) {
  switch (Size) {
  case 4:
    __builtin_memcpy(To, From, 4);
    return;
  case 8:
    __builtin_memcpy(To, From, 8);
    return;
  case 16:
    __builtin_memcpy(To, From, 16);
    return;
  default:
    break;
  }
  for (; Size >= 16; Size -= 16, To += 16, From += 16) {
    __builtin_memcpy(To, From, 16);
    asm volatile("" ::: "memory"); // no loop that becomes a call of memcpy
  }
  for (; Size != 0; --Size) {
    *To++ = *From++;
    asm volatile("" ::: "memory");
  }
}

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_OVERLAY_H
