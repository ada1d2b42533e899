//===- NodeTest.cpp - caches of one node ----------------------------------===//
//
// What two processes of a node find, wait for, write and leave to each other.
//
//===----------------------------------------------------------------------===//

#include "MainThread.h"
#include "NodeFixture.h"

#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Pages = WholePages;

TEST_F(NodeTest, OneFetchesForAll) {
  A.fetch({3, 4});
  EXPECT_EQ(B.read(3), byteOf(3));
  B.fetch({3, 4});
  EXPECT_EQ(B.issued(), 0u);
  EXPECT_EQ(B.read(4), byteOf(4));
  EXPECT_EQ(B.count(Counter::PagesShared), 2u);
  EXPECT_EQ(B.count(Counter::PagesPrefetched), 0u);
  EXPECT_EQ(B.count(Counter::NodeHits), 2u);
  EXPECT_EQ(B.count(Counter::ReadyHits), 2u);
  EXPECT_EQ(B.count(Counter::Misses), 0u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3, 4, 5}), 2u);
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{3, 4, 5}), 2u);
}

TEST_F(NodeTest, WaitsForWhatAnotherIsFetching) {
  A.post({3});
  EXPECT_EQ(A.issued(), 1u);
  std::thread Later([&] {
    EXPECT_TRUE(eventually([&] { return A.isWaitedFor(); }));
    A.Disk->completeAll();
  });
  EXPECT_EQ(B.read(3), byteOf(3));
  Later.join();
  EXPECT_EQ(B.count(Counter::UnreadyHits), 1u);
  EXPECT_EQ(B.count(Counter::NodeHits), 1u);
}

TEST_F(NodeTest, DoesNotWaitForEver) {
  A.post({3, 5, 7, 9});
  EXPECT_EQ(A.issued(), 4u);
  auto D = B.Cache.demand().pin(*B.File, Pages{3, 5, 7, 9});
  EXPECT_EQ(D.pages()[3].Data, nullptr) << "left to the MPI library";
  EXPECT_FALSE(D.needy());
  // What was waited for in vain is not waited for again.
  uint64_t Waited = B.count(Counter::HitWaitNs);
  EXPECT_EQ(B.read(3), byteOf(3));
  EXPECT_EQ(B.count(Counter::HitWaitNs), Waited);
  EXPECT_EQ(B.count(Counter::PagesFilled), 1u);
  A.Disk->completeAll();
  EXPECT_EQ(B.read(3), byteOf(3));
}

TEST_F(NodeTest, WhatIsReadAnywayIsReadForAllWhereProcessesMeet) {
  EXPECT_EQ(A.read(3), -1) << "nobody else has read the page";
  EXPECT_EQ(B.read(3), byteOf(3));
  EXPECT_EQ(B.count(Counter::PagesFilled), 1u);
  EXPECT_EQ(A.read(3), byteOf(3));
  EXPECT_EQ(A.count(Counter::NodeHits), 1u);
  EXPECT_EQ(A.read(4), byteOf(4)) << "pages of this file are read twice";
  EXPECT_EQ(A.count(Counter::Misses), 2u);
  EXPECT_EQ(A.count(Counter::PagesFilled), 1u);
  EXPECT_EQ(A.count(Counter::PagesPrefetched), 0u);
  EXPECT_EQ(B.read(4), byteOf(4));
  EXPECT_EQ(B.count(Counter::NodeHits), 1u);
  EXPECT_EQ(A.read(4), byteOf(4));
  EXPECT_EQ(A.count(Counter::PagesUsed), 0u) << "none was prefetched";
}

TEST_F(NodeTest, WhatEachReadsForItselfIsNotKept) {
  for (uint64_t I = 0; I < 4; ++I) {
    EXPECT_EQ(A.read(I), -1);
    EXPECT_EQ(B.read(I + 4), -1);
    EXPECT_EQ(A.read(I), -1) << "by the same process";
  }
  EXPECT_EQ(A.count(Counter::PagesFilled) + B.count(Counter::PagesFilled), 0u);
}

TEST_F(NodeTest, ManyPagesInOneRead) {
  A.fetch({3, 6});
  auto D = B.Cache.demand().pin(*B.File, Pages{2, 3, 4, 5, 6});
  EXPECT_EQ(D.hits(), 2u);
  for (uint64_t I = 0; I < 5; ++I)
    EXPECT_EQ(static_cast<int>(D.pages()[I].Data[0]), byteOf(I + 2)) << I;
  D.over();
  EXPECT_EQ(B.count(Counter::PagesFilled), 3u);
  EXPECT_EQ(A.read(4), byteOf(4));
}

TEST_F(NodeTest, MoreThanThePoolIsNotKept) {
  std::vector<uint64_t> Many;
  for (uint64_t I = 0; I < Frames / 4 + 1; ++I)
    Many.push_back(I);
  auto D = B.Cache.demand().pin(*B.File, Pages(Many));
  EXPECT_EQ(D.pages()[0].Data, nullptr);
  D.over();
  EXPECT_EQ(B.count(Counter::PagesFilled), 0u);
}

TEST_F(NodeTest, AloneItReadsOnlyWhatIsAskedFor) {
  B.Cache.coherence().close(B.File);
  EXPECT_EQ(A.read(3), -1);
  EXPECT_EQ(A.count(Counter::PagesFilled), 0u);
}

/// What a slice asked for is queued behind page 50; the process is alone.
struct QueuedTest : NodeTest {
  QueuedTest() {
    One.post({50});
    EXPECT_EQ(One.issued(), 1u);
  }
  /// Asked for by the calls given, the first of which the main thread makes
  /// now: pages that it reads into the pool.
  uint64_t filled(uint64_t Page, std::initializer_list<uint64_t> Calls,
                  std::vector<PagePart> Read) {
    uint64_t Before = One.count(Counter::PagesFilled);
    for (uint64_t Call : Calls)
      One.post({Page}, Call);
    comeTo(*One.File, *Calls.begin() + 1);
    auto D = One.Cache.demand().pin(*One.File, Read);
    EXPECT_TRUE(D.needy());
    D.over();
    return One.count(Counter::PagesFilled) - Before;
  }
  static PagePart part(uint64_t Page, uint64_t Bytes) {
    return {Page, {Page * PageSize, Page * PageSize + Bytes}};
  }
  NodeMemory Own;
  NodeProcess One{Own.Start, 0, Path, 1};
};

TEST_F(QueuedTest, WhatIsReadWholeAndNotAgainIsNotKept) {
  EXPECT_EQ(filled(3, {1}, {part(3, PageSize)}), 0u);
  EXPECT_EQ(filled(4, {2, 7}, {part(4, PageSize)}), 1u);
  EXPECT_EQ(One.read(4), byteOf(4));
}

TEST_F(QueuedTest, WhatASmallReadLeavesIsKept) {
  EXPECT_EQ(filled(3, {1}, {part(3, 512)}), 1u);
  EXPECT_EQ(One.read(3), byteOf(3));
}

TEST_F(QueuedTest, TheEdgeOfALargeReadIsReadWithIt) {
  EXPECT_EQ(filled(5, {1}, {part(4, PageSize), part(5, 512)}), 0u);
  EXPECT_EQ(filled(7, {2, 3}, {part(6, PageSize), part(7, 512)}), 1u);
}

TEST_F(NodeTest, AWriteDropsWhatOthersHave) {
  A.fetch({3, 4, 5});
  B.write({3 * PageSize + 10, 4 * PageSize + 1});
  A.Disk->setVersion(1);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 0u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{4}), 0u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{5}), 1u);
  A.fetch({3}, 1);
  EXPECT_EQ(A.read(3), byteOf(3, 1));
  EXPECT_EQ(B.read(3), byteOf(3, 1));
}

TEST_F(NodeTest, WhatAnotherWroteIsReadAnewForAll) {
  A.fetch({3});
  B.write({3 * PageSize, 3 * PageSize + 1});
  EXPECT_EQ(A.read(3), -1);
  EXPECT_EQ(B.read(3), byteOf(3));
  EXPECT_EQ(B.count(Counter::PagesFilled), 1u);
  EXPECT_EQ(A.read(3), byteOf(3));
  EXPECT_EQ(A.count(Counter::NodeHits), 1u);
}

TEST_F(NodeTest, AWriteDropsWhatOthersAreFetching) {
  A.post({3});
  EXPECT_EQ(A.issued(), 1u);
  B.write({3 * PageSize, 3 * PageSize + 1});
  A.Disk->completeAll();
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 0u);
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{3}), 0u);
}

TEST_F(NodeTest, WhatIsBeingWrittenIsFetchedLater) {
  B.Cache.coherence().beginWrite(*B.File, {3 * PageSize, 4 * PageSize});
  A.post({3, 4});
  EXPECT_EQ(A.issued(), 1u) << "4";
  A.Disk->lookAgain();
  EXPECT_EQ(A.issued(), 0u);
  B.Cache.coherence().endWrite(*B.File, {3 * PageSize, 4 * PageSize});
  // Nobody tells the engine.
  EXPECT_TRUE(eventually(
      [&] { return A.Cache.demand().probe(*A.File, Pages{3}) == 1; }));
  A.Disk->completeAll();
  EXPECT_EQ(A.read(3), byteOf(3));
}

TEST_F(NodeTest, TheEndOfTheFileIsNotBelievedDuringWrites) {
  A.Disk->setFileSize(3 * PageSize + 100);
  A.post({3});
  EXPECT_EQ(A.issued(), 1u);
  B.write({9 * PageSize, 9 * PageSize + 1});
  A.Disk->completeAll();
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 0u);
  A.fetch({3});
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{3}), 1u);
  B.write({9 * PageSize, 9 * PageSize + 1});
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 0u)
      << "the page has grown";
}

TEST_F(NodeTest, ASyncIsOnesOwn) {
  A.fetch({3});
  B.Cache.coherence().beginHold(*B.File);
  B.Cache.coherence().endHold(*B.File);
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{3}), 0u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 1u);
  B.Disk->setVersion(1);
  B.fetch({3});
  EXPECT_EQ(B.read(3), byteOf(3, 1));
  EXPECT_EQ(A.read(3), byteOf(3));
  A.fetch({4});
  EXPECT_EQ(B.read(4), byteOf(4)) << "fetched since";
}

TEST_F(NodeTest, OpeningAgainIsASync) {
  A.fetch({3});
  B.Cache.coherence().close(B.File);
  B.File = B.open(Path);
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{3}), 0u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 1u);
}

TEST_F(NodeTest, PagesStayForOthersAtClose) {
  A.fetch({3, 4});
  A.post({5});
  EXPECT_EQ(A.issued(), 1u);
  A.Cache.coherence().close(A.File);
  EXPECT_EQ(B.read(3), byteOf(3));
  B.write({4 * PageSize, 4 * PageSize + 1});
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{4}), 0u);
  A.Disk->completeAll();
  EXPECT_EQ(B.read(5), byteOf(5)) << "was on its way";
  A.File = A.open(Path);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{3}), 0u) << "not for it";
  A.write({3 * PageSize, 3 * PageSize + 1});
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{3}), 0u)
      << "its frame, its write";
}

TEST_F(NodeTest, PagesGoWhenAllHaveClosed) {
  A.fetch({3});
  A.Cache.coherence().close(A.File);
  B.Cache.coherence().close(B.File);
  A.File = A.open(Path);
  A.fetch({3}, 0);
  EXPECT_EQ(A.read(3), byteOf(3));
  // The whole pool is there again.
  std::vector<uint64_t> Many;
  for (uint64_t I = 0; I < 15; ++I)
    Many.push_back(I + 4);
  A.fetch(Many);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages(Many)), Many.size());
}

TEST_F(NodeTest, WantedPagesAreEvictedLast) {
  for (uint64_t I = 0; I < Frames; ++I) {
    A.fetch({I}, I);
    comeTo(*A.File, I + 1);
    A.read(I);
  }
  B.fetch({0, 1});
  EXPECT_EQ(B.issued(), 0u);
  A.fetch({130}, 200);
  A.fetch({131}, 201);
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{0, 1, 130, 131}), 4u);
  EXPECT_EQ(A.Cache.demand().probe(*A.File, Pages{2, 3}), 0u);
}

TEST_F(NodeTest, AutoLeavesPagesToOthersShortlyBeforeItNeedsThem) {
  A.Cache.posting().setScheme(SchemeKind::Auto);
  B.fetch({50});
  uint64_t Call = 0;
  auto Read = [&](uint64_t Page) {
    // Four times as long as storage takes: the horizon is one page.
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    A.File->Positions.callBegins(0);
    EXPECT_EQ(A.read(Page), byteOf(Page));
  };
  for (; Call < 3; ++Call)
    A.fetch({Call}, Call);
  for (uint64_t Page : {0, 1, 2})
    Read(Page);
  for (; Call < 6; ++Call)
    A.fetch({Call}, Call);
  A.fetch({50}, Call);
  EXPECT_EQ(A.count(Counter::PagesShared), 0u);
  Read(3);
  Read(4);
  A.issued(); // until the engine has looked
  EXPECT_EQ(A.count(Counter::PagesShared), 1u);
}

TEST_F(NodeTest, WhatOthersHaveEvictsNothing) {
  for (uint64_t I = 0; I < Frames; ++I) {
    B.fetch({I}, I);
    B.read(I);
    comeTo(*B.File, I + 1);
  }
  A.fetch({130});
  B.fetch({130}, 200);
  EXPECT_EQ(B.count(Counter::PagesShared), 1u);
  EXPECT_EQ(B.Cache.demand().probe(*B.File, Pages{0, 130}), 2u);
}

TEST_F(NodeTest, WhatOthersUsedIsNotWasted) {
  A.fetch({3, 4});
  B.read(3);
  A.Cache.coherence().invalidate(*A.File);
  EXPECT_EQ(A.count(Counter::PagesWasted), 1u);
  EXPECT_EQ(A.count(Counter::PagesUsed), 1u);
}

TEST_F(NodeTest, WhatOthersUsedIsCountedAtClose) {
  A.fetch({3, 4});
  B.read(3);
  A.Cache.coherence().close(A.File);
  EXPECT_EQ(A.count(Counter::PagesUsed), 1u);
  EXPECT_EQ(A.count(Counter::PagesWasted), 0u);
}

TEST_F(NodeTest, WhatOthersUsedAfterTheCloseIsCountedAtTheEnd) {
  A.fetch({3, 4});
  A.Cache.coherence().close(A.File);
  B.read(3);
  EXPECT_EQ(A.count(Counter::PagesUsed), 0u);
  A.Cache.control().noteUsesByOthers();
  A.Cache.control().noteUsesByOthers();
  EXPECT_EQ(A.count(Counter::PagesUsed), 1u);
  EXPECT_EQ(A.count(Counter::PagesWasted), 0u);
}

TEST_F(NodeTest, APageThatGoesMeanwhileIsNoticed) {
  A.fetch({3});
  auto D = B.Cache.demand().pin(*B.File, Pages{3});
  EXPECT_TRUE(D.stillThere());
  A.Cache.coherence().invalidate(*A.File);
  EXPECT_FALSE(D.stillThere());
  EXPECT_EQ(B.count(Counter::NodeRetries), 1u);
}

TEST_F(NodeTest, SourcesGetTheDataOfOthers) {
  A.fetch({3});
  auto Got = B.Cache.posting().await(*B.File, {0, 0}, whole(3), B.Cancel);
  ASSERT_NE(Got.page().Data, nullptr);
  EXPECT_EQ(static_cast<int>(Got.page().Data[0]), byteOf(3));
  A.post({4});
  EXPECT_EQ(A.issued(), 1u);
  EXPECT_TRUE(B.Cache.posting().isComing(*B.File, {0, 0}, whole(4)));
  std::thread Later([&] {
    EXPECT_TRUE(eventually([&] { return A.isWaitedFor(); }));
    A.Disk->completeAll();
  });
  auto Late = B.Cache.posting().await(*B.File, {0, 0}, whole(4), B.Cancel);
  Later.join();
  ASSERT_NE(Late.page().Data, nullptr);
  EXPECT_EQ(static_cast<int>(Late.page().Data[0]), byteOf(4));
}

TEST_F(NodeTest, SourcesThatWaitForOthersCanBeCancelled) {
  A.post({4});
  EXPECT_EQ(A.issued(), 1u);
  std::thread Later([&] {
    EXPECT_TRUE(eventually([&] { return A.isWaitedFor(); }));
    B.Cancel = true;
    B.Cache.control().wakeSources();
  });
  EXPECT_EQ(
      B.Cache.posting().await(*B.File, {0, 0}, whole(4), B.Cancel).page().Data,
      nullptr);
  Later.join();
}

TEST_F(NodeTest, ReadsThatMustNotWait) {
  A.fetch({3});
  A.post({4});
  EXPECT_EQ(A.issued(), 1u);
  EXPECT_EQ(B.Cache.demand().pinReady(*B.File, Pages{3}).pages().size(), 1u);
  EXPECT_TRUE(B.Cache.demand().pinReady(*B.File, Pages{3, 4}).pages().empty());
}

} // namespace
