//===- EarlyTest.cpp - files fetched before MPI_Init ----------------------===//
//
// The pages lie in memory of the process until the pool takes them over: when a
// source opens the file ahead, or when the program opens a file that has not
// changed.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t PageSize = 4096;

struct EarlyTest : testing::Test {
  using Pages = WholePages;

  EarlyTest()
      : Cache(smallCache(), makeScriptedStorage(PoolDisk), nullptr,
              makeScriptedStorage(Disk)) {
    static unsigned Number = 0;
    Key = {9, ++Number};
  }
  ~EarlyTest() override {
    Disk->letGo();
    PoolDisk->letGo();
  }

  std::shared_ptr<CachedFile> openAhead(Delivery How) {
    auto File = Cache.posting().openAhead(
        Key, open("/dev/null", O_PATH | O_CLOEXEC), "early", 0, Cancel, How);
    if (File)
      File->Stats = &Counts;
    return File;
  }
  /// Pages 0 to 2 have come; page 3 is on its way, if it is asked for.
  void fetchEarly(bool WithLate = false) {
    auto File = openAhead(Delivery::Early);
    ASSERT_TRUE(File);
    Cache.posting().prefetch(*File, {0, 0}, Pages{0, 1, 2}, Cancel);
    Disk->completeAll();
    if (WithLate) {
      Cache.posting().prefetch(*File, {0, 1}, Pages{3}, Cancel);
      Disk->issued();
    }
    Cache.coherence().closeAhead(File);
  }
  std::shared_ptr<CachedFile> openBy(FetchedBefore Early) {
    auto File = Cache.coherence().open(Key, scriptedFile(PoolDisk), "early", 0,
                                       Delivery::Pool, Early);
    File->Stats = &Counts;
    return File;
  }
  /// How many of pages 0 to 3 a read of the program finds.
  size_t hits(CachedFile &File) {
    auto D = Cache.demand().pin(File, Pages{0, 1, 2, 3});
    for (uint64_t P = 0; P < 4; ++P)
      if (const PageView &V = D.pages()[P]; V.Data)
        for (uint64_t I = 0; I < PageSize; ++I)
          EXPECT_EQ(V.Data[I], Script::byteAt(P * PageSize + I, 0));
    const size_t Hits = D.hits();
    D.markUsed();
    return Hits;
  }

  std::shared_ptr<Script> Disk = std::make_shared<Script>(),
                          PoolDisk = std::make_shared<Script>();
  FileStatistics Counts{"early"};
  PageCache Cache;
  FileKey Key{};
  std::atomic<bool> Cancel{false};
};

TEST_F(EarlyTest, TheProgramsFirstReadIsServed) {
  fetchEarly();
  auto File = openBy(FetchedBefore::Current);
  EXPECT_EQ(hits(*File), 3u);
  EXPECT_EQ(Counts.get(Counter::PagesPrefetched), 3u) << "counted once";
  EXPECT_EQ(Counts.get(Counter::PagesUsed), 3u);
  EXPECT_EQ(Counts.get(Counter::PagesWasted), 0u);
  Cache.coherence().close(File);
}

TEST_F(EarlyTest, AChangedFileServesNothing) {
  fetchEarly();
  auto File = openBy(FetchedBefore::Unknown);
  EXPECT_EQ(hits(*File), 0u);
  Cache.coherence().close(File);
  File = openBy(FetchedBefore::Current);
  EXPECT_EQ(hits(*File), 0u) << "of the first open, not of this one";
  Cache.coherence().close(File);
}

TEST_F(EarlyTest, AFileOpenedAheadTakesThemOver) {
  fetchEarly();
  auto Ahead = openAhead(Delivery::Pool);
  ASSERT_TRUE(Ahead);
  const PagePart First{0, {0, PageSize}};
  EXPECT_TRUE(Cache.posting().await(*Ahead, {0, 0}, First, Cancel).page().Data);
  EXPECT_EQ(openBy(FetchedBefore::Current), Ahead);
  EXPECT_EQ(hits(*Ahead), 3u);
  Cache.coherence().close(Ahead);
}

TEST_F(EarlyTest, AChangedFileOpenedAheadServesNothing) {
  fetchEarly();
  auto Ahead = openAhead(Delivery::Pool);
  ASSERT_TRUE(Ahead);
  EXPECT_EQ(openBy(FetchedBefore::Unknown), Ahead);
  EXPECT_EQ(hits(*Ahead), 0u);
  Cache.coherence().close(Ahead);
}

TEST_F(EarlyTest, WhatComesBehindTheOpenIsNotTakenOver) {
  fetchEarly(true);
  auto File = openBy(FetchedBefore::Current);
  Disk->completeAll();
  EXPECT_EQ(hits(*File), 3u);
  Cache.coherence().close(File);
  File = openBy(FetchedBefore::Current);
  EXPECT_EQ(hits(*File), 0u) << "it came before this open was ahead";
  Cache.coherence().close(File);
}

TEST_F(EarlyTest, GivenUpPagesAreGone) {
  fetchEarly();
  Cache.coherence().dropEarly();
  EXPECT_EQ(Counts.get(Counter::PagesWasted), 3u);
  auto File = openBy(FetchedBefore::Current);
  EXPECT_EQ(hits(*File), 0u);
  Cache.coherence().close(File);
}

TEST_F(EarlyTest, AWriteDropsWhatWasTakenOver) {
  fetchEarly();
  auto File = openBy(FetchedBefore::Current);
  Cache.coherence().beginWrite(*File, {PageSize, 2 * PageSize});
  Cache.coherence().endWrite(*File, {PageSize, 2 * PageSize});
  EXPECT_EQ(hits(*File), 2u);
  Cache.coherence().close(File);
}

} // namespace
