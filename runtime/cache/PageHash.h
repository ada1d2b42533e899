//===- PageHash.h - hashes of a page of an open file ----------------------===//
//
// See directory/PageHash.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_PAGEHASH_H
#define FORESLICE_CACHE_PAGEHASH_H

#include "directory/PageHash.h"

namespace foreslice {

struct FileEntry;

inline uint64_t hashOf(const FileEntry *File, uint64_t Page) {
  return hashOf(reinterpret_cast<uintptr_t>(File) >> 4, Page);
}

} // namespace foreslice

#endif // FORESLICE_CACHE_PAGEHASH_H
