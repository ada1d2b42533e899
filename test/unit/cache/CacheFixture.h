//===- CacheFixture.h - a cache of 100 pages on scripted storage ----------===//
//
// Thresholds of p_adapt_win to start with: 4 and 16 pages of 4 KiB.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_CACHEFIXTURE_H
#define FORESLICE_TEST_CACHEFIXTURE_H

#include "MemoryFile.h"
#include "ScriptedStorage.h"
#include "WholePages.h"

#include "MainThread.h"
#include "OwnProcess.h"
#include "Waiting.h"
#include "cache/CachedFile.h"
#include "cache/PageCache.h"
#include "storage/Descriptor.h"

#include <chrono>
#include <gtest/gtest.h>

namespace foreslice::test {

/// Of a cache of pages of 4 KiB.
Settings smallCache(uint64_t PoolPages = 100);

class CacheTest : public testing::Test {
protected:
  static constexpr uint64_t PageSize = 4096;
  using Pages = WholePages;
  using Issued = Script::Issued;

  explicit CacheTest(unsigned IoDepth = 32, uint64_t PoolPages = 100);

  void TearDown() override;

  PostResult post(uint64_t CallId, const Pages &P) {
    return Cache.posting().prefetch(*File, {0, CallId}, P, Cancel);
  }
  /// A read as it goes out for N pages from Page.
  static Issued read(uint64_t Page, uint64_t N = 1) {
    return {Page * PageSize, N * PageSize};
  }
  /// Fetches P and lets storage deliver all.
  void fetch(const Pages &P, uint64_t CallId = 0);
  /// A demand read of one page as the main thread makes it; true on a hit.
  bool use(uint64_t Page);
  uint64_t count(Counter C) const { return File->Stats->get(C); }
  static bool holds(const PageView &V, uint64_t Page, unsigned Version = 0);
  static int devNull();
  /// A file of holes, of which nothing is in memory; what is asked for goes to
  /// Disk.
  std::shared_ptr<CachedFile> openHoles(uint64_t Pages);

  const size_t DescriptorsBefore = openDescriptors();
  std::shared_ptr<Script> Disk = std::make_shared<Script>();
  /// Of its own: those that a process keeps by file are bounded.
  FileStatistics Counts{"test"};
  PageCache Cache;
  std::shared_ptr<CachedFile> File;
  std::atomic<bool> Cancel{false};
};

/// Sleeps for Least, or for four times the time since Since if that is longer:
/// most of the time goes into the sleep on a busy machine, too.
void sleepFarLonger(std::chrono::steady_clock::time_point Since,
                    std::chrono::milliseconds Least);

} // namespace foreslice::test

#endif // FORESLICE_TEST_CACHEFIXTURE_H
