//===- versions.h - files whose bytes tell their version ------------------===//
//
// Word i of a file is of 8 bytes: its lowest 16 bits are the file's version,
// the others belong to i.
//
//===----------------------------------------------------------------------===//

#ifndef HOSTILE_VERSIONS_H
#define HOSTILE_VERSIONS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline uint64_t wordAt(uint64_t i, unsigned version) {
  uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
  return ((x ^ (x >> 29)) & ~(uint64_t)0xffff) | version;
}

/// The version that a word tells; 0 if it is no word of that place.
static inline unsigned versionOf(uint64_t word, uint64_t i) {
  unsigned version = (unsigned)(word & 0xffff);
  return word == wordAt(i, version) ? version : 0;
}

/// Memory for whole pages, as direct writes need it.
static inline void *versionBytes(unsigned version, uint64_t bytes) {
  uint64_t *words = NULL;
  if (posix_memalign((void **)&words, 4096, (bytes + 8191) & ~(uint64_t)4095))
    abort();
  for (uint64_t i = 0; i * 8 < bytes; i++)
    words[i] = wordAt(i, version);
  return words;
}

#endif
