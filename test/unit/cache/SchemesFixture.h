//===- SchemesFixture.h - the engine under a scheme -----------------------===//
//
// A cache on scripted storage, with what the tests of all schemes need.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_SCHEMESFIXTURE_H
#define FORESLICE_TEST_SCHEMESFIXTURE_H

#include "CacheFixture.h"

namespace foreslice::test {

struct SchemesTest : CacheTest {
  using CacheTest::CacheTest;
  static Pages range(uint64_t First, uint64_t End) {
    std::vector<uint64_t> P;
    for (; First < End; ++First)
      P.push_back(First);
    return Pages(P);
  }
  /// 1000 s: whatever the tests themselves wait for a core is short beside it.
  static constexpr uint64_t SlowStorageNs = 1'000'000'000'000;
  /// Lets storage deliver all, and what goes out then; gives the pages.
  size_t deliver(uint64_t ServiceNs = SlowStorageNs) {
    Disk->completeAll(ServiceNs);
    size_t Bytes = 0;
    for (const Issued &I : Disk->issued())
      Bytes += I.Bytes;
    return Bytes / PageSize;
  }
};

} // namespace foreslice::test

#endif // FORESLICE_TEST_SCHEMESFIXTURE_H
