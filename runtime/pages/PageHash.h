//===- PageHash.h - hashes of a page of an open file ----------------------===//
//
// See directory/PageHash.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGEHASH_H
#define FORESLICE_PAGES_PAGEHASH_H

#include "share/node/PageHash.h"

#include <bit>
#include <cstddef>

namespace foreslice {

struct FileEntry;

inline uint64_t hashOf(const FileEntry *File, uint64_t Page) {
  return hashOf(reinterpret_cast<uintptr_t>(File) >> 4, Page);
}

/// For a table of so many pages: few searches shall come across another page,
/// which is far from this one in memory.
inline size_t bucketsFor(size_t Pages) { return 2 * std::bit_ceil(Pages); }

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEHASH_H
