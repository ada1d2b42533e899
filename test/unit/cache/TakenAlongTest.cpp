//===- TakenAlongTest.cpp - reads that fetch what is wanted beside them ---===//
//
// What the auto scheme adds to a read that goes out anyway: this process's own
// requests, and pages that another process of the node has announced.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"
#include "NodeFixture.h"

#include <chrono>
#include <future>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Pages = WholePages;
using Reads = std::vector<Script::Issued>;

/// A main thread goes through a few reads in so much time each, and computes in
/// between. Reads take most of the time if they take any.
void goThrough(PageCache &Cache, CachedFile &File,
               std::chrono::milliseconds InRead,
               std::chrono::milliseconds Between) {
  Cache.posting().setScheme(SchemeKind::Auto);
  for (unsigned I = 0; I < 17; ++I) {
    const auto Begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(Between);
    auto D = Cache.demand().pin(File, Pages{190});
    if (InRead.count() != 0)
      sleepFarLonger(Begin, InRead);
    D.over();
    D.markUsed();
  }
}

using std::chrono_literals::operator""ms;

struct OwnTest : CacheTest {
  /// The main thread waits for storage.
  void makeSlow() { goThrough(Cache, *File, 2ms, 0ms); }
  /// Of one page each; the first four go out.
  void postCalls(const std::vector<uint64_t> &Of) {
    uint64_t Call = 0;
    for (uint64_t Page : Of)
      post(Call++, {Page});
  }
};

TEST_F(OwnTest, AReadTakesLaterRequestsAlong) {
  makeSlow();
  postCalls({0, 50, 70, 90, 11, 30, 12, 40, 10, 13});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().front(), read(10, 4));
  Disk->completeAll();
  EXPECT_EQ(count(Counter::PagesPrefetched), 10u);
  EXPECT_EQ(count(Counter::StorageReads), 7u);
}

TEST_F(OwnTest, NotWhereStorageKeepsUp) {
  goThrough(Cache, *File, 0ms, 5ms);
  postCalls({0, 50, 70, 90, 11, 30, 12, 40, 10, 13});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().front(), read(11));
}

TEST_F(OwnTest, OtherSchemesKeepTheOrder) {
  makeSlow();
  Cache.posting().setScheme(SchemeKind::PAdaptWin);
  postCalls({0, 50, 70, 90, 11, 30, 12, 40, 10, 13});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().front(), read(11));
}

TEST_F(OwnTest, WhatIsBeingWrittenWaits) {
  makeSlow();
  Cache.coherence().beginWrite(*File, {12 * PageSize, 13 * PageSize});
  postCalls({0, 50, 70, 90, 11, 12});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().front(), read(11));
}

/// Reads of 1 MiB begin and end at its multiples, which are 256 pages.
TEST_F(OwnTest, NoReadCrossesAStripe) {
  post(0, {254, 255, 256, 257});
  EXPECT_EQ(Disk->issued(), (Reads{read(254, 2), read(256, 2)}));
}

/// B has four calls under way and tells of the pages of twenty more.
void announce(NodeProcess &B, uint64_t First) {
  B.Cache.posting().setScheme(SchemeKind::Auto);
  for (uint64_t Call = 0; Call < 4; ++Call)
    B.post({2 * Call}, Call);
  B.issued(); // until the engine has looked
  for (uint64_t I = 0; I < 20; ++I)
    B.post({First + I}, 4 + I);
}

/// P's main thread waits for storage.
void makeSlow(NodeProcess &P) { goThrough(P.Cache, *P.File, 2ms, 0ms); }

TEST_F(NodeTest, AReadTakesAlongWhatOthersWillAskFor) {
  announce(B, 101);
  makeSlow(A);
  A.post({100});
  EXPECT_EQ(A.Disk->issued(), (Reads{{100 * PageSize, 6 * PageSize}}));
  A.Disk->completeAll();
  EXPECT_EQ(A.issued(), 0u);
  EXPECT_EQ(B.read(105), byteOf(105));
  EXPECT_EQ(B.count(Counter::NodeHits), 1u);
  B.Disk->completeAll();
  B.issued(); // until the engine has looked
  EXPECT_EQ(B.count(Counter::PagesPrefetched), 19u);
  EXPECT_EQ(B.count(Counter::PagesShared), 5u);
}

TEST_F(NodeTest, AMissedPageIsKeptForWhoWillAskForThePage) {
  announce(B, 101);
  EXPECT_EQ(A.read(105), byteOf(105));
  EXPECT_EQ(A.read(90), -1) << "nobody has asked";
  EXPECT_EQ(A.count(Counter::PagesFilled), 1u);
  B.Disk->completeAll();
}

TEST_F(NodeTest, OnlySchemesThatKnowTheFutureTakeOthersPagesAlong) {
  announce(B, 101);
  makeSlow(A);
  A.Cache.posting().setScheme(SchemeKind::PAdaptWin);
  A.post({100});
  EXPECT_EQ(A.Disk->issued(), (Reads{{100 * PageSize, PageSize}}));
}

TEST_F(NodeTest, WhatIsNoLongerWantedIsNotTakenAlong) {
  announce(B, 101);
  B.Cache.posting().endLane(0);
  makeSlow(A);
  A.post({100});
  EXPECT_EQ(A.Disk->issued(), (Reads{{100 * PageSize, PageSize}}));
}

TEST_F(NodeTest, WhatIsBeingWrittenIsNotTakenAlong) {
  announce(B, 101);
  ByteRange Written{103 * PageSize, 104 * PageSize};
  B.Cache.coherence().beginWrite(*B.File, Written);
  makeSlow(A);
  A.post({100});
  EXPECT_EQ(A.Disk->issued(), (Reads{{100 * PageSize, 3 * PageSize}}));
  B.Cache.coherence().endWrite(*B.File, Written);
}

TEST_F(NodeTest, NoMoreThanASixteenthIsTakenAlong) {
  announce(B, 101);
  makeSlow(A);
  A.fetch({100});
  A.post({106}, 1);
  A.post({112}, 2);
  EXPECT_EQ(A.Disk->issued(), (Reads{{106 * PageSize, 2 * PageSize},
                                     {112 * PageSize, PageSize}}));
}

TEST_F(NodeTest, MoreIsTakenAlongOnceOthersHaveReadIt) {
  announce(B, 101);
  makeSlow(A);
  A.fetch({100});
  EXPECT_EQ(B.read(101), byteOf(101));
  EXPECT_EQ(B.read(102), byteOf(102));
  A.post({106}, 1);
  EXPECT_EQ(A.Disk->issued(), (Reads{{106 * PageSize, 4 * PageSize}}));
}

TEST_F(NodeTest, NothingIsTakenAlongWhereStorageKeepsUp) {
  announce(B, 101);
  goThrough(A.Cache, *A.File, 0ms, 5ms);
  A.post({100});
  EXPECT_EQ(A.Disk->issued(), (Reads{{100 * PageSize, PageSize}}));
}

//===----------------------------------------------------------------------===//
// Where storage keeps up: in blocks
//===----------------------------------------------------------------------===//

constexpr uint64_t BlockPages = 16, BlockSize = BlockPages * 4096;

struct BlockTest : CacheTest {
  explicit BlockTest(uint64_t Block = BlockSize) {
    static ino_t Number = 0;
    File = Cache.coherence().open({2, ++Number}, scriptedFile(Disk),
                                  "block-test", Block);
    File->Stats = &Counts;
    Cache.posting().setScheme(SchemeKind::Auto);
  }
  /// Calls of one page each, from First on.
  void postCalls(const std::vector<uint64_t> &Of, uint64_t First = 0) {
    for (uint64_t Page : Of)
      post(First++, {Page});
  }
  /// Four calls are under way, in blocks of their own.
  void fillWindow() {
    postCalls({160, 192, 224, 256});
    EXPECT_EQ(Disk->issued().size(), 4u);
  }
};

TEST_F(BlockTest, UntilTheFirstReadComesEachBlockGetsOne) {
  postCalls({0, 2, 3, 40, 5, 80});
  EXPECT_EQ(Disk->issued(), (Reads{read(0), read(40), read(80)}));
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(2, 2), read(5)}));
}

TEST_F(BlockTest, ReadsOfTwoBlocksCountForBoth) {
  post(0, {15, 16});
  postCalls({18, 2, 40}, 1);
  EXPECT_EQ(Disk->issued(), (Reads{read(15, 2), read(40)}));
}

TEST_F(BlockTest, NothingWaitsThatASourceNeeds) {
  post(0, {0});
  EXPECT_EQ(Disk->issued(), Reads{read(0)});
  post(1, {2});
  EXPECT_EQ(Disk->issued(), Reads());
  auto Source = std::async(std::launch::async, [&] {
    return Cache.posting().await(*File, {0, 1}, whole(2), Cancel);
  });
  Reads Issued;
  EXPECT_TRUE(eventually([&] {
    Issued = Disk->issued();
    return !Issued.empty();
  }));
  EXPECT_EQ(Issued, Reads{read(2)});
  Disk->completeAll();
  Source.wait();
}

TEST_F(BlockTest, NextCallsAreTakenAlong) {
  fillWindow();
  postCalls({16, 18, 19, 17, 20}, 4);
  Disk->complete();
  EXPECT_EQ(Disk->issued(), Reads{read(16, 5)});
}

TEST_F(BlockTest, AlsoWhileADemandReadIsMissingSomething) {
  fillWindow();
  postCalls({16, 18, 17}, 4);
  auto D = Cache.demand().pin(*File, Pages{300});
  ASSERT_TRUE(D.needy());
  Disk->complete();
  EXPECT_EQ(Disk->issued(), Reads{read(16, 3)});
  D.over();
}

TEST_F(BlockTest, NotWhatIsOnlyWantedLater) {
  fillWindow();
  postCalls({16, 80}, 4);
  post(21, {17}); // five times four calls ahead, and one
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(80)}));
}

TEST_F(BlockTest, ButIfItLiesBetweenReads) {
  fillWindow();
  postCalls({16, 18}, 4);
  post(21, {17});
  Disk->complete();
  EXPECT_EQ(Disk->issued(), Reads{read(16, 3)});
}

TEST_F(BlockTest, NoMoreIsTakenThanASixteenthOfThePool) {
  fillWindow();
  postCalls({16, 23, 34, 40}, 4);
  for (uint64_t Page : {17, 18, 19, 20, 21, 22, 35, 36, 37, 38, 39})
    post(90, {Page});
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(23)}));
  Disk->complete();
  EXPECT_EQ(Disk->issued(), Reads{read(34, 7)}) << "five, and two asked for";
}

TEST_F(BlockTest, NothingIsTakenThatLeadsNowhere) {
  fillWindow();
  postCalls({16, 19}, 4);
  post(90, {17});
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(19)}));
}

TEST_F(BlockTest, NothingIsTakenThatEndsAtWhatIsHere) {
  fetch({18});
  Disk->issued();
  fillWindow();
  postCalls({16, 80, 96, 18}, 4);
  post(90, {17});
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(80)}));
}

TEST_F(BlockTest, NothingUnwantedIsRead) {
  fillWindow();
  postCalls({16, 18}, 4);
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(18)}));
}

TEST_F(BlockTest, NotBeyondTheBlock) {
  fillWindow();
  postCalls({30, 80, 31, 32}, 4);
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(30, 2), read(80)}));
}

TEST_F(BlockTest, NotWhileRequestsDoNotQueue) {
  for (uint64_t I = 0; I < 16; ++I)
    fetch({3 * BlockPages + 2 * I}, I);
  comeTo(*File, 16);
  postCalls({160, 192, 224, 256}, 16);
  Disk->issued();
  postCalls({16, 80, 17}, 20);
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(80)}));
}

TEST_F(BlockTest, OtherSchemesKnowNoBlocks) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  postCalls({0, 2, 4});
  EXPECT_EQ(Disk->issued(), (Reads{read(0), read(2), read(4)}));
}

struct SmallBlockTest : BlockTest {
  SmallBlockTest() : BlockTest(2 * PageSize - 1) {}
};

TEST_F(SmallBlockTest, BlocksOfAPageSayNothing) {
  postCalls({0, 2, 4});
  EXPECT_EQ(Disk->issued(), (Reads{read(0), read(2), read(4)}));
  post(3, {80});
  EXPECT_EQ(Disk->issued(), Reads{read(80)});
  postCalls({16, 81, 17}, 4);
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (Reads{read(16), read(81)}));
}

TEST_F(NodeTest, WhatOthersWantBetweenNextCallsIsTakenAlong) {
  announce(B, 97);
  A.Cache.coherence().close(A.File);
  A.File = A.open(Path, BlockSize);
  A.Cache.posting().setScheme(SchemeKind::Auto);
  for (uint64_t Call = 0; Call < 4; ++Call)
    A.post({130 + 20 * Call}, Call);
  EXPECT_EQ(A.issued(), 4u);
  A.post({96}, 4);
  A.post({180}, 5);
  A.post({99}, 6);
  A.Disk->complete();
  EXPECT_EQ(A.Disk->issued(),
            (Reads{{96 * PageSize, 4 * PageSize}, {180 * PageSize, PageSize}}));
}

/// A has a full pool: five pages that B will ask for, and pages that it used
/// itself.
struct OwingTest : NodeTest {
  OwingTest() {
    announce(B, 151);
    makeSlow(A);
    fetchOne(150);
    fetchOthers(0);
  }
  void fetchOne(uint64_t Page) {
    A.fetch({Page}, Next);
    comeTo(*A.File, ++Next);
    EXPECT_EQ(A.read(Page), byteOf(Page));
  }
  /// What just fills the pool besides.
  void fetchOthers(unsigned Turn) {
    for (uint64_t Page = 0; Page < Frames - 6; ++Page)
      fetchOne(Page + (Turn % 2 ? 200 : 8));
  }
  uint64_t kept() {
    uint64_t Kept = 0;
    for (uint64_t Page = 151; Page < 156; ++Page)
      Kept += A.Cache.demand().probe(*A.File, Pages{Page});
    return Kept;
  }
  uint64_t Next = 0;
};

TEST_F(OwingTest, WhatOthersWantIsKept) {
  fetchOthers(1);
  EXPECT_EQ(kept(), 5u);
  EXPECT_EQ(A.count(Counter::PagesWasted), 0u);
}

TEST_F(OwingTest, WhatOthersHaveReadGoesFirst) {
  EXPECT_EQ(B.read(153), byteOf(153));
  EXPECT_EQ(B.read(154), byteOf(154));
  fetchOne(130);
  fetchOne(131);
  EXPECT_EQ(kept(), 3u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{153}), 0u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{8, 9}), 2u);
  EXPECT_EQ(A.count(Counter::PagesWasted), 0u);
}

TEST_F(OwingTest, WhatOthersDoNotReadGoesInTheEnd) {
  B.Cache.posting().endLane(0);
  for (unsigned Turn = 1; Turn < 4; ++Turn)
    fetchOthers(Turn);
  EXPECT_EQ(kept(), 0u);
  EXPECT_EQ(A.count(Counter::PagesWasted), 5u);
}

} // namespace
