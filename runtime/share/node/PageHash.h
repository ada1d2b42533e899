//===- PageHash.h - hashes of (file, page) --------------------------------===//
//
// For tables of a power of two of buckets.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_PAGEHASH_H
#define FORESLICE_SHARE_NODE_PAGEHASH_H

#include <cstdint>

namespace foreslice {

inline uint64_t hashOf(uint64_t File, uint64_t Page) {
  uint64_t H = File * 0x9E3779B97F4A7C15u;
  H = (H ^ Page) * 0xBF58476D1CE4E5B9u;
  return H ^ (H >> 32);
}

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_PAGEHASH_H
