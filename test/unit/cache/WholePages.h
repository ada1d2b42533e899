//===- WholePages.h - requests for whole pages of 4 KiB -------------------===//
//
// What most tests ask for.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_WHOLEPAGES_H
#define FORESLICE_TEST_WHOLEPAGES_H

#include "cache/PageCache.h"

#include <initializer_list>
#include <vector>

namespace foreslice::test {

inline PagePart whole(uint64_t Page, uint64_t PageSize = 4096) {
  return {Page, {Page * PageSize, (Page + 1) * PageSize}};
}

struct WholePages : std::vector<PagePart> {
  WholePages(std::initializer_list<uint64_t> Indices)
      : WholePages(std::vector(Indices)) {}
  WholePages(const std::vector<uint64_t> &Indices) {
    for (uint64_t I : Indices)
      push_back(whole(I));
  }
};

} // namespace foreslice::test

#endif // FORESLICE_TEST_WHOLEPAGES_H
