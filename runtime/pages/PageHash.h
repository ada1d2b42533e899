//===- PageHash.h - hashes of (file, page) --------------------------------===//
//
// For tables of a power of two of buckets.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGEHASH_H
#define FORESLICE_PAGES_PAGEHASH_H

#include <bit>
#include <cstddef>
#include <cstdint>

namespace foreslice {

struct PagedFile;

inline uint64_t hashOf(uint64_t File, uint64_t Page) {
  uint64_t H = File * 0x9E3779B97F4A7C15u;
  H = (H ^ Page) * 0xBF58476D1CE4E5B9u;
  return H ^ (H >> 32);
}

/// hashOf() for a file that this process has open.
inline uint64_t hashOf(const PagedFile *File, uint64_t Page) {
  return hashOf(reinterpret_cast<uintptr_t>(File) >> 4, Page);
}

/// Buckets for a table of Pages pages: few searches meet another page, which
/// lies far away in memory.
inline size_t bucketsFor(size_t Pages) { return 2 * std::bit_ceil(Pages); }

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEHASH_H
