//===- ParkedTest.cpp - requests for what is still to be written ----------===//
//
// What a source asks for behind a write that the main thread has not made yet
// is fetched once, after it, and keeps nothing else from being fetched.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"

#include <chrono>
#include <future>

using namespace foreslice;
using namespace foreslice::test;
using std::vector;

namespace {

class ParkedTest : public CacheTest {
protected:
  static ByteRange pages(uint64_t First, uint64_t Last) {
    return {First * PageSize, (Last + 1) * PageSize};
  }
  void expectWrite(uint64_t CallId, uint64_t First, uint64_t Last) {
    Cache.posting().expectWrite(*File, {0, CallId}, pages(First, Last), Cancel);
  }
  /// The main thread's write of these pages in call CallId.
  void write(uint64_t CallId, ByteRange Written) {
    Cache.coherence().beginWrite(*File, Written);
    comeTo(*File, CallId + 1);
    Cache.coherence().endWrite(*File, Written);
  }
  void write(uint64_t CallId, uint64_t First, uint64_t Last) {
    write(CallId, pages(First, Last));
  }
  /// The main thread makes a call that finds nothing.
  void pass(uint64_t CallId) {
    comeTo(*File, CallId + 1);
    EXPECT_FALSE(use(1000));
  }
};

TEST_F(ParkedTest, FetchedWhenTheWriteIsDone) {
  expectWrite(3, 1, 2);
  post(4, {0, 1, 2, 3});
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(3)}));
  EXPECT_EQ(count(Counter::PagesParked), 2u);
  write(3, 1, 2);
  EXPECT_EQ(Disk->issued(), (vector{read(1, 2)}));
  Disk->completeAll();
  EXPECT_TRUE(use(1));
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

/// A fetch behind the write comes no sooner than the main thread's own read.
TEST_F(ParkedTest, NotFetchedWhereReadsFollowTheirWritesAtOnce) {
  expectWrite(3, 1, 1);
  post(4, {1});
  expectWrite(5, 2, 2);
  post(8, {2});
  for (uint64_t I = 0; I < 8; ++I)
    EXPECT_FALSE(use(1000 + I));
  write(3, 1, 1);
  EXPECT_EQ(Disk->issued(), (decltype(Disk->issued()){}));
  write(5, 2, 2);
  EXPECT_EQ(Disk->issued(), (vector{read(2)})) << "two calls lie in between";
  EXPECT_EQ(count(Counter::PagesParked), 2u);
  Disk->completeAll();
}

TEST_F(ParkedTest, OnlyWhatIsWritten) {
  Cache.posting().expectWrite(*File, {0, 3}, {PageSize, PageSize + 10}, Cancel);
  Cache.posting().prefetch(*File, {0, 4},
                           {{{1, {PageSize + 10, PageSize + 20}}}}, Cancel);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  Cache.posting().prefetch(*File, {0, 4},
                           {{{1, {PageSize + 9, PageSize + 20}}}}, Cancel);
  EXPECT_EQ(count(Counter::PagesParked), 1u);
  Disk->completeAll();
  Disk->setVersion(1);
  write(3, {PageSize, PageSize + 10});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}))
      << "the written part is asked for";
  Disk->completeAll();
  auto D = Cache.demand().pin(*File, Pages{1});
  ASSERT_NE(D.pages()[0].Data, nullptr);
  EXPECT_TRUE(holds(D.pages()[0], 1, 1));
}

TEST_F(ParkedTest, BlocksOfOnePageThatAreRewrittenInTurn) {
  constexpr uint64_t Block = PageSize / 8;
  auto bytes = [&](uint64_t I) {
    return ByteRange{I * Block, (I + 1) * Block};
  };
  for (uint64_t I = 0; I < 16; ++I) {
    Cache.posting().prefetch(*File, {0, 2 * I}, {{{I / 8, bytes(I)}}}, Cancel);
    Cache.posting().expectWrite(*File, {0, 2 * I + 1}, bytes(I), Cancel);
  }
  Disk->completeAll();
  for (uint64_t I = 0; I < 16; ++I) {
    comeTo(*File, 2 * I + 1);
    auto D = Cache.demand().pin(*File, {{{I / 8, bytes(I)}}});
    ASSERT_NE(D.pages()[0].Data, nullptr) << I;
    D.markUsed();
    write(2 * I + 1, bytes(I));
  }
  EXPECT_EQ(count(Counter::PagesPrefetched), 2u);
  EXPECT_EQ(count(Counter::PagesParked), 0u);
}

TEST_F(ParkedTest, NotDuringTheWrite) {
  expectWrite(3, 1, 1);
  post(4, {1});
  Cache.coherence().beginWrite(*File, {PageSize, PageSize + 5});
  comeTo(*File, 4);
  post(5, {7});
  EXPECT_EQ(Disk->issued(), (vector{read(7)}));
  Cache.coherence().endWrite(*File, {PageSize, PageSize + 5});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, EarlierCallsAreFetchedAtOnce) {
  expectWrite(3, 1, 1);
  post(2, {1});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  EXPECT_EQ(count(Counter::PagesParked), 0u);
}

TEST_F(ParkedTest, WhatIsCachedNowIsNotWhatWillBe) {
  fetch({1});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  expectWrite(3, 1, 1);
  post(4, {1, 2});
  EXPECT_EQ(Disk->issued(), (vector{read(2)}));
  Disk->setVersion(1);
  write(3, 1, 1);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  Disk->completeAll();
  auto D = Cache.demand().pin(*File, Pages{1});
  ASSERT_NE(D.pages()[0].Data, nullptr);
  EXPECT_TRUE(holds(D.pages()[0], 1, 1));
}

TEST_F(ParkedTest, EarlierReadsOfThePageLeaveItParked) {
  expectWrite(3, 1, 1);
  post(4, {1});
  comeTo(*File, 1);
  EXPECT_FALSE(use(1));
  write(3, 1, 1);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, AWriteThatIsNotMadeIsOverWithItsCallId) {
  expectWrite(3, 1, 1);
  post(5, {1});
  pass(3);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, TheLastOfSeveralWritesCounts) {
  expectWrite(3, 1, 1);
  expectWrite(5, 1, 1);
  expectWrite(7, 1, 1);
  post(6, {1});
  write(3, 1, 1);
  post(8, {9});
  EXPECT_EQ(Disk->issued(), (vector{read(9)}));
  write(5, 1, 1);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, SourcesMayComeByInAnyOrderAndTwice) {
  expectWrite(7, 1, 1);
  expectWrite(3, 2, 2);
  expectWrite(3, 4, 4);
  expectWrite(3, 2, 2);
  post(4, {1, 2, 4});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  EXPECT_EQ(count(Counter::PagesParked), 2u);
}

TEST_F(ParkedTest, TheWholeFile) {
  Cache.posting().expectWrite(*File, {0, 3}, {}, Cancel);
  post(4, {uint64_t(3) << 30});
  post(2, {5});
  EXPECT_EQ(Disk->issued(), (vector{read(5)}));
}

TEST_F(ParkedTest, WritesBehindTheMainThreadAreDone) {
  comeTo(*File, 4);
  expectWrite(3, 1, 1);
  post(5, {1});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, ForgottenWithTheRequests) {
  expectWrite(3, 1, 1);
  post(4, {1});
  Cache.posting().endLane(0);
  post(4, {1});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, OfALaunchThatIsOverNothingIsExpected) {
  Cancel = true;
  expectWrite(3, 1, 1);
  Cancel = false;
  post(4, {1});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(ParkedTest, TooManyRangesBecomeALargerOne) {
  for (uint64_t I = 0; I < 3000; ++I)
    expectWrite(I, 2 * I, 2 * I);
  post(3000, {0, 2 * 2999, 2 * 3000});
  EXPECT_EQ(Disk->issued(), (vector{read(2 * 3000)}));
  EXPECT_EQ(count(Counter::PagesParked), 2u);
  pass(2999);
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(2 * 2999)}));
}

TEST_F(ParkedTest, DependentReadsWaitForTheWrite) {
  fetch({1});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  expectWrite(3, 1, 1);
  post(4, {1});
  auto Wait = std::async(std::launch::async, [&] {
    return Cache.posting().await(*File, {0, 4}, whole(1), Cancel);
  });
  EXPECT_TRUE(Cache.posting().isComing(*File, {0, 4}, whole(1)));
  EXPECT_EQ(Wait.wait_for(std::chrono::milliseconds(30)),
            std::future_status::timeout);
  Disk->setVersion(1);
  write(3, 1, 1);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  Disk->complete();
  Awaited A = Wait.get();
  ASSERT_NE(A.page().Data, nullptr);
  EXPECT_TRUE(holds(A.page(), 1, 1));
}

TEST_F(ParkedTest, DependentReadsDoNotWaitForWritesThatAreNotMade) {
  expectWrite(3, 1, 1);
  post(4, {1});
  auto Wait = std::async(std::launch::async, [&] {
    return Cache.posting().await(*File, {0, 4}, whole(1), Cancel);
  });
  EXPECT_EQ(Wait.wait_for(std::chrono::milliseconds(30)),
            std::future_status::timeout);
  pass(10);
  EXPECT_EQ(Wait.get().page().Data, nullptr);
}

} // namespace
