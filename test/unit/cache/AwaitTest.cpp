//===- AwaitTest.cpp - sources that wait for the data of a page -----------===//
//
// On scripted storage: a wait ends when the page has come or is known not to
// come, and leaves the page to the main thread.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <future>
#include <unistd.h>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;
using std::vector;

namespace {

/// A wait for one page on another thread, as the prefetch thread's is.
class AwaitTest : public CacheTest {
protected:
  using Wait = std::future<Awaited>;

  Wait await(uint64_t Page, uint64_t CallId = 0) {
    return std::async(std::launch::async, [this, Page, CallId] {
      return Cache.posting().await(*File, {0, CallId}, whole(Page), Cancel);
    });
  }
  /// Not over yet. Too short a look never fails a good run.
  static bool waits(Wait &W) {
    return W.wait_for(std::chrono::milliseconds(30)) ==
           std::future_status::timeout;
  }
  /// Over, after at most ten minutes.
  static bool cameToNothing(Wait &W) {
    if (W.wait_for(std::chrono::minutes(10)) != std::future_status::ready) {
      ADD_FAILURE() << "still waiting";
      std::abort(); // the future's destructor would wait, too
    }
    return W.get().page().Data == nullptr;
  }
};

TEST_F(AwaitTest, GivesThePageAndLeavesItUnused) {
  post(0, {3});
  Wait W = await(3);
  EXPECT_EQ(Disk->issued(), (vector{read(3)}));
  EXPECT_TRUE(waits(W));
  Disk->complete();
  {
    Awaited A = W.get();
    ASSERT_TRUE(A.page().Data);
    EXPECT_TRUE(holds(A.page(), 3));
    EXPECT_EQ(A.page().Valid, PageSize);
  }
  EXPECT_EQ(count(Counter::PagesUsed), 0u);
  EXPECT_EQ(count(Counter::ReadyHits) + count(Counter::UnreadyHits), 0u);
  EXPECT_TRUE(use(3));
  EXPECT_EQ(count(Counter::PagesUsed), 1u);
  EXPECT_EQ(count(Counter::ReadyHits), 1u);
  EXPECT_EQ(count(Counter::PagesPrefetched), 1u);
}

TEST_F(AwaitTest, GivesWhatIsThereAtOnce) {
  fetch({4});
  Cancel = true; // would end a wait
  EXPECT_TRUE(
      holds(Cache.posting().await(*File, {0, 0}, whole(4), Cancel).page(), 4));
}

TEST_F(AwaitTest, ThePinOutlivesADrop) {
  fetch({4});
  Awaited A = Cache.posting().await(*File, {0, 0}, whole(4), Cancel);
  Cache.coherence().invalidate(*File);
  Disk->setVersion(1);
  fetch({5, 6, 7});
  EXPECT_TRUE(holds(A.page(), 4));
  Awaited Moved = std::move(A);
  EXPECT_TRUE(holds(Moved.page(), 4));
}

TEST_F(AwaitTest, NothingPostedIsNotWaitedFor) {
  EXPECT_FALSE(
      Cache.posting().await(*File, {0, 0}, whole(9), Cancel).page().Data);
}

TEST_F(AwaitTest, AShortPageSaysWhereTheFileEnds) {
  Disk->setFileSize(2 * PageSize + 100);
  fetch({2});
  EXPECT_EQ(Cache.posting().await(*File, {0, 0}, whole(2), Cancel).page().Valid,
            100u);
}

TEST_F(AwaitTest, CancellationEndsAWaitForAPageOnItsWay) {
  post(0, {3});
  EXPECT_EQ(Disk->issued(), (vector{read(3)}));
  Wait W = await(3);
  EXPECT_TRUE(waits(W));
  Cancel = true;
  Cache.control().wakeSources();
  EXPECT_TRUE(cameToNothing(W));
}

TEST_F(AwaitTest, CancellationEndsAWaitForAQueuedPage) {
  Cache.coherence().beginWrite(*File, {0, PageSize});
  post(0, {0});
  Wait W = await(0);
  EXPECT_TRUE(waits(W));
  Cancel = true;
  Cache.control().wakeSources();
  EXPECT_TRUE(cameToNothing(W));
}

TEST_F(AwaitTest, WaitsForTheEndOfAWrite) {
  Cache.coherence().beginWrite(*File, {0, PageSize});
  post(0, {0});
  Wait W = await(0);
  EXPECT_TRUE(waits(W));
  Cache.coherence().endWrite(*File, {0, PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(0)}));
  Disk->complete();
  EXPECT_TRUE(holds(W.get().page(), 0));
}

TEST_F(AwaitTest, APageThatIsDroppedOnItsWayComesAnew) {
  post(0, {3});
  EXPECT_EQ(Disk->issued(), (vector{read(3)}));
  Wait W = await(3);
  EXPECT_TRUE(waits(W));
  Cache.coherence().beginWrite(*File, {3 * PageSize, 4 * PageSize});
  Disk->complete();
  Disk->setVersion(1);
  EXPECT_TRUE(waits(W));
  Cache.coherence().endWrite(*File, {3 * PageSize, 4 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(3)}));
  Disk->complete();
  EXPECT_TRUE(holds(W.get().page(), 3, 1));
}

TEST_F(AwaitTest, WhatIsWrittenOfAPageOnItsWayDoesNotCome) {
  post(0, {3});
  Wait W = await(3);
  EXPECT_TRUE(waits(W));
  Cache.coherence().beginWrite(*File, {3 * PageSize, 3 * PageSize + 8});
  EXPECT_TRUE(cameToNothing(W));
  Cache.coherence().endWrite(*File, {3 * PageSize, 3 * PageSize + 8});
  Disk->completeAll();
  PagePart Rest{3, {3 * PageSize + 8, 4 * PageSize}};
  EXPECT_TRUE(Cache.posting().await(*File, {0, 0}, Rest, Cancel).page().Data);
}

TEST_F(AwaitTest, AFailedReadDoesNotCome) {
  post(0, {3});
  EXPECT_EQ(Disk->issued(), (vector{read(3)}));
  Wait W = await(3);
  EXPECT_TRUE(waits(W));
  Disk->complete(-EIO);
  EXPECT_TRUE(cameToNothing(W));
}

TEST_F(AwaitTest, TheMainThreadsOwnReadWithdrawsTheRequest) {
  Cache.coherence().beginWrite(*File, {0, PageSize});
  post(0, {0});
  Wait W = await(0);
  EXPECT_TRUE(waits(W));
  comeTo(*File, 1);
  EXPECT_FALSE(use(0));
  EXPECT_TRUE(cameToNothing(W));
  Cache.coherence().endWrite(*File, {0, PageSize});
}

TEST_F(AwaitTest, WhatTheMainThreadHasPassedIsNotWaitedFor) {
  Cache.coherence().beginWrite(*File, {0, PageSize});
  post(0, {0});
  comeTo(*File, 1);
  EXPECT_FALSE(
      Cache.posting().await(*File, {0, 0}, whole(0), Cancel).page().Data);
  Cache.coherence().endWrite(*File, {0, PageSize});
}

TEST_F(AwaitTest, RegionEndAndCloseEndWaits) {
  Cache.coherence().beginWrite(*File, {0, 2 * PageSize});
  post(0, {0});
  Wait W = await(0);
  EXPECT_TRUE(waits(W));
  Cache.posting().endLane(0);
  EXPECT_TRUE(cameToNothing(W));
  post(0, {1});
  W = await(1);
  EXPECT_TRUE(waits(W));
  Cache.coherence().close(File);
  EXPECT_TRUE(cameToNothing(W));
}

TEST_F(AwaitTest, WaitsBehindOtherPages) {
  // 16 pages are the window: page 100 comes after the main thread has used
  // some.
  vector<uint64_t> Before;
  for (uint64_t I = 0; I < 20; ++I)
    Before.push_back(I);
  fetch(Before);
  post(1, {100});
  Wait W = await(100, 1);
  EXPECT_TRUE(waits(W));
  for (uint64_t I = 0; I < 20 && waits(W); ++I) {
    use(I);
    Disk->completeAll();
  }
  EXPECT_TRUE(holds(W.get().page(), 100));
}

/// A file of 3.5 pages on a real file system, which is in memory.
class RealFileTest : public testing::Test {
protected:
  static constexpr uint64_t PageSize = 4096;
  static constexpr uint64_t Size = 3 * PageSize + PageSize / 2;

  static int makeFile() {
    std::string Path = testing::TempDir() + "foreslice-await-XXXXXX";
    int Fd = mkstemp(Path.data());
    unlink(Path.c_str());
    vector<char> Bytes(Size);
    for (uint64_t I = 0; I < Size; ++I)
      Bytes[I] = static_cast<char>(I * 5);
    EXPECT_EQ(write(Fd, Bytes.data(), Size), static_cast<ssize_t>(Size));
    return Fd;
  }
  static Settings settings(bool Always) {
    Settings S;
    S.PageSize = PageSize;
    S.CacheSize = 1 << 20;
    S.Always = Always;
    return S;
  }
};

TEST_F(RealFileTest, WhatIsInMemoryIsCountedUnlessAlwaysIsSet) {
  for (bool Always : {false, true}) {
    FileStatistics Counts("await");
    PageCache Cache(settings(Always), makeThreadStorage());
    auto File = Cache.coherence().open(
        {78, Always}, std::make_shared<Descriptor>(makeFile()), "await");
    File->Stats = &Counts;
    EXPECT_EQ(Cache.posting().isInMemory(*File, {0, 0}, whole(1)), !Always);
    EXPECT_EQ(Counts.get(Counter::PagesResident), Always ? 0u : 1u);
    Cache.coherence().close(File);
    EXPECT_FALSE(Cache.posting().isInMemory(*File, {0, 0}, whole(1)));
  }
}

TEST_F(RealFileTest, ASourceBehindTakesWhatTheMainThreadReads) {
  PageCache Cache(settings(true), makeThreadStorage());
  auto File = Cache.coherence().open(
      {77, 3}, std::make_shared<Descriptor>(makeFile()), "await-behind");
  std::atomic<bool> Cancel{false};
  auto Wait = [&](uint64_t CallId, uint64_t Page) {
    return Cache.posting().await(*File, {0, CallId}, whole(Page), Cancel);
  };
  auto Read = [&](uint64_t CallId, uint64_t Page) {
    comeTo(*File, CallId + 1);
    Cache.demand().pin(*File, WholePages{Page});
    return Cache.demand().probe(*File, WholePages{Page}) == 1;
  };
  EXPECT_FALSE(Read(0, 0)) << "no source needs it";
  EXPECT_EQ(Wait(0, 0).page().Data, nullptr);
  EXPECT_TRUE(Read(1, 1));
  Awaited Got = Wait(1, 1);
  ASSERT_NE(Got.page().Data, nullptr);
  EXPECT_EQ(Got.page().Data[7], std::byte((PageSize + 7) * 5 % 256));
  EXPECT_FALSE(Read(40, 2)) << "the source has not asked for long";
  comeTo(*File, 0); // the next launch
  EXPECT_FALSE(Read(0, 2));
  Cache.coherence().close(File);
}

TEST_F(RealFileTest, EnoughInMemorySaysThatItDoesNotPay) {
  PageCache Cache(settings(false), makeThreadStorage());
  const int Fd = makeFile();
  ASSERT_EQ(ftruncate(Fd, 64 * PageSize), 0); // Holes are not in memory.
  auto File = Cache.coherence().open({77, 2}, std::make_shared<Descriptor>(Fd),
                                     "await-pays");
  EXPECT_TRUE(Cache.posting().pays());
  for (int I = 0; I < 64; ++I)
    Cache.posting().isInMemory(*File, {0, 0}, whole(1));
  EXPECT_TRUE(Cache.posting().pays())
      << "many reads of one page say no more than one";
  for (int I = 0; I < 64; ++I)
    Cache.posting().isInMemory(*File, {0, 0}, whole(I % 3));
  EXPECT_FALSE(Cache.posting().pays());
  Cache.coherence().close(File);
}

TEST_F(RealFileTest, PlainReadsEndWithTheFile) {
  PageCache Cache(settings(false), makeThreadStorage());
  auto File = Cache.coherence().open(
      {77, 3}, std::make_shared<Descriptor>(makeFile()), "await-plain");
  std::array<std::byte, 100> To{};
  EXPECT_EQ(File->readForSource(To, 4000), 100u);
  for (uint64_t I = 0; I < 100; ++I)
    EXPECT_EQ(To[I], static_cast<std::byte>((4000 + I) * 5));
  EXPECT_EQ(File->readForSource(To, Size - 30), 30u);
  EXPECT_EQ(File->readForSource(To, Size), 0u);
  EXPECT_EQ(File->readForSource(To, Size + 5000), 0u);
  Cache.coherence().close(File);
  EXPECT_EQ(File->readForSource(To, 0), std::nullopt);
}

} // namespace
