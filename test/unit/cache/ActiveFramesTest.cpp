//===- ActiveFramesTest.cpp - how much of a pool is used ------------------===//
//
// The rule by numbers; pools of two processes of a node, that begin with a
// quarter of their 2048 frames; and an engine that need not hurry.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"
#include "share/node/SharedDirectory.h"

#include "pages/PagePool.h"
#include "scheme/ActiveFrames.h"
#include "scheme/Schemes.h"
#include "share/PageSharing.h"
#include "share/node/SharedFrames.h"

#include <chrono>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint32_t Most = 2048, First = 512; ///< 2 MiB of pages of 4 KiB.

TEST(ActiveFramesTest, BeginsWithTwoMegabytes) {
  EXPECT_EQ(ActiveFrames(1024, 64 << 10).count(), 32u);
  EXPECT_EQ(ActiveFrames(1024, 4 << 10).count(), 512u);
  EXPECT_EQ(ActiveFrames(1024, 1 << 20).count(), 16u) << "some are needed";
  EXPECT_EQ(ActiveFrames(10, 64 << 10).count(), 10u);
}

TEST(ActiveFramesTest, HoldsBackAtThreeQuarters) {
  ActiveFrames Some(1024, 64 << 10), All(32, 64 << 10);
  EXPECT_FALSE(Some.holdBack(23));
  EXPECT_TRUE(Some.holdBack(24));
  EXPECT_FALSE(All.holdBack(32));
}

TEST(ActiveFramesTest, GrowsByWaitsForWhatWasHeldBack) {
  ActiveFrames A(1024, 64 << 10);
  for (unsigned I = 0; I < 100; ++I)
    A.readDone(true);
  EXPECT_EQ(A.count(), 32u) << "nothing was held back";
  for (unsigned I = 0; I < 100; ++I)
    A.readDone(I % 3 == 0);
  EXPECT_TRUE(A.holdBack(24));
  for (unsigned I = 0; I < 100; ++I)
    A.readDone(I % 3 == 0);
  EXPECT_EQ(A.count(), 32u) << "most do not wait";
  for (unsigned I = 0; I < 100; ++I)
    A.readDone(true);
  EXPECT_EQ(A.count(), 128u) << "once";
  for (size_t Then : {512, 1024, 1024}) {
    A.holdBack(A.count());
    A.readDone(true);
    EXPECT_EQ(A.count(), Then);
  }
}

struct Process {
  Process(void *Memory, unsigned Self) : Node(Memory, Self) {
    Pool.use(std::make_unique<SharedFrames>(Node));
    EXPECT_TRUE(Pool.map());
    Pool.followFuture(true);
    // Storage keeps up from here on.
    Policy->readEnds(1);
    File.Stats = &Counts;
    comeTo(File, 1);
    Sharing.share(Node);
    open();
  }
  void open() { Share = Sharing.open(File, {9, 9}); }
  bool has(uint64_t Index) { return Pool.find(File, Index) != 0; }
  Slot fetch(uint64_t Index) {
    Slot S = Pool.acquire(*Policy, 0);
    if (Pool.beginLoad(S, File, {Index, Pool.grid().bytesOf(Index)}, {},
                       Purpose::Request) == Claim::Claimed)
      Pool.endLoad(S, 4096);
    return S;
  }
  void readAll(uint64_t Begin, uint64_t End) {
    for (uint64_t I = Begin; I < End; ++I) {
      fetch(I);
      Pool.use(Pool.find(File, I));
    }
  }
  uint64_t kept(uint64_t Begin, uint64_t End) {
    uint64_t Count = 0;
    for (uint64_t I = Begin; I < End; ++I)
      Count += has(I);
    return Count;
  }

  FileStatistics Counts{"active"};
  NodeDirectory Node;
  PagePool Pool{Most * SharedDirectory::PageSize, SharedDirectory::PageSize};
  std::unique_ptr<Scheme> Policy =
      makeScheme(SchemeKind::Auto, {Most, SharedDirectory::PageSize});
  PageSharing Sharing;
  std::unique_ptr<FileShare> Share;
  FetchedFile File{{9, 9}, nullptr, 1};
};

struct ActivePoolTest : testing::Test {
  SharedDirectory Shared{{Most, Most}};
  Process A{Shared.Memory, 0}, B{Shared.Memory, 1};
};

TEST_F(ActivePoolTest, FramesOfUsedPagesAreUsedAgain) {
  A.readAll(0, 600);
  EXPECT_EQ(A.kept(0, 600), First);
  EXPECT_EQ(A.kept(600 - First, 600), First) << "the oldest went";
}

TEST_F(ActivePoolTest, NotWhereStorageIsSlow) {
  for (uint64_t Ns = 1; Ns < 100'000; Ns += 1000) {
    A.Policy->readBegins(1, Ns + 1);
    A.Policy->readEnds(Ns + 1000);
  }
  A.readAll(0, 600);
  EXPECT_EQ(A.kept(0, 600), 600u);
}

TEST_F(ActivePoolTest, ContentTakesUntouchedFrames) {
  for (uint64_t I = 0; I < 600; ++I)
    EXPECT_NE(A.fetch(I), 0u);
  EXPECT_EQ(A.Pool.content(), 600u);
}

TEST_F(ActivePoolTest, WhatIsUsedAgainIsKept) {
  A.readAll(0, 100);
  for (uint64_t I = 0; I < 100; ++I)
    A.Pool.expectLater(A.Pool.find(A.File, I), 0, I + 1);
  A.readAll(100, 700);
  EXPECT_EQ(A.kept(0, 100), 100u);
}

TEST_F(ActivePoolTest, WhatIsTakenBackUnreadIsKept) {
  for (uint64_t I = 0; I < 10; ++I)
    A.Pool.takeBack(A.fetch(I), {});
  EXPECT_EQ(A.Pool.content(), 0u);
  A.readAll(10, 600);
  EXPECT_EQ(A.kept(0, 10), 10u);
}

TEST_F(ActivePoolTest, WhatOthersReadIsKept) {
  A.readAll(0, 10);
  B.Node.want(B.Node.find(B.Share->Id, 2, B.Pool.grid().bytesOf(2), 0));
  B.Node.wanted().add(B.Share->Id, 3);
  A.readAll(10, 600);
  EXPECT_EQ(A.kept(0, 10), 2u);
  EXPECT_TRUE(A.has(2) && A.has(3));
}

TEST_F(ActivePoolTest, WhoReadsAgainGetsThePool) {
  A.readAll(0, 600);
  A.readAll(0, 600);
  EXPECT_EQ(A.kept(0, 600), 600u);
  A.readAll(600, 1200);
  EXPECT_EQ(A.kept(0, 1200), 1200u);
}

TEST_F(ActivePoolTest, AndSoIfOthersReadAgain) {
  A.readAll(0, 600);
  B.readAll(0, 1);
  A.readAll(600, 1200);
  EXPECT_EQ(A.kept(600, 1200), 600u);
}

TEST_F(ActivePoolTest, AnotherOpenIsNotReadingAgain) {
  A.readAll(0, 600);
  A.Node.closeFile(A.Share->Id);
  B.Node.closeFile(B.Share->Id);
  for (uint64_t I = 0; I < 600; ++I)
    if (Slot S = A.Pool.find(A.File, I))
      A.Pool.drop(S);
  A.open();
  A.readAll(0, 600);
  EXPECT_EQ(A.kept(0, 600), First);
}

/// A main thread that computes for most of the time has made few reads: storage
/// is presumed to keep up.
struct UnhurriedTest : CacheTest {
  static constexpr uint64_t Done = 4, Last = Done + 999;
  UnhurriedTest() : CacheTest(32, Most) {
    Cache.posting().setScheme(SchemeKind::Auto);
    for (uint64_t Call = 0; Call < Done; ++Call) {
      fetch({Call}, Call);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      EXPECT_TRUE(use(Call));
      comeTo(*File, Call + 1);
    }
  }
};

TEST_F(UnhurriedTest, FarCallsWaitForTheMainThread) {
  for (uint64_t Call = Done; Call < Done + 1000; ++Call)
    post(Call, {2 * Call});
  Disk->completeAll();
  // The page of the main thread's call is content, too.
  EXPECT_EQ(count(Counter::PagesPrefetched), Done - 1 + First / 4 * 3);
  for (uint64_t Call = Done; Call < Done + 1000; ++Call) {
    ASSERT_TRUE(use(2 * Call));
    comeTo(*File, Call + 1);
    Disk->completeAll();
  }
  EXPECT_EQ(count(Counter::PagesPrefetched), Done + 1000);
}

TEST_F(UnhurriedTest, ButNotForASourceThatWaits) {
  for (uint64_t Call = Done; Call < Done + 1000; ++Call)
    post(Call, {2 * Call});
  Disk->completeAll();
  std::jthread Source([&] {
    auto A = Cache.posting().await(*File, {0, Last}, whole(2 * Last), Cancel);
    EXPECT_TRUE(holds(A.page(), 2 * Last));
  });
  EXPECT_TRUE(eventually([&] {
    Disk->completeAll();
    return count(Counter::PagesPrefetched) == Done + 1000;
  }));
  Cancel = true;
  Cache.control().wakeSources();
}

TEST_F(UnhurriedTest, NorAfterManyMisses) {
  for (uint64_t Call = Done; Call <= Last; ++Call)
    post(Call, {2 * Call});
  Disk->completeAll();
  for (uint64_t Page = 5001; Page < 5041; Page += 2) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_FALSE(use(Page));
  }
  Disk->completeAll();
  EXPECT_EQ(count(Counter::PagesPrefetched), Done + 1000);
}

/// By the second of two calls that share a request: the first is over.
TEST_F(UnhurriedTest, NorWhatIsNeededNow) {
  const ByteRange Written{9001 * PageSize, 9002 * PageSize};
  Cache.coherence().beginWrite(*File, Written);
  post(Done, {9001});
  post(Done + 1, {9001});
  for (uint64_t Call = Done + 2; Call <= Last; ++Call)
    post(Call, {3 * Call, 3 * Call + 1});
  Disk->completeAll();
  comeTo(*File, Done + 1);
  Cache.coherence().endWrite(*File, Written);
  EXPECT_FALSE(use(5001));
  Disk->completeAll();
  EXPECT_EQ(Cache.demand().probe(*File, Pages{9001}), 1u);
}

TEST_F(UnhurriedTest, NearCallsDoNot) {
  std::vector<uint64_t> Some;
  for (uint64_t I = 0; I < 1000; ++I)
    Some.push_back(Done + 2 * I);
  fetch(Some, Done);
  EXPECT_EQ(count(Counter::PagesPrefetched), Done + 1000);
}

/// Four may be in flight.
TEST_F(UnhurriedTest, NorTwiceAsManyCallsAsMayBeInFlight) {
  constexpr uint64_t Each = First / 4;
  for (uint64_t Call = Done; Call < Done + 20; ++Call) {
    std::vector<uint64_t> Some;
    for (uint64_t I = 0; I < Each; ++I)
      Some.push_back(2 * (Call * Each + I));
    post(Call, Some);
  }
  Disk->completeAll();
  EXPECT_EQ(count(Counter::PagesPrefetched), Done + 8 * Each);
}

struct HurriedTest : CacheTest {
  HurriedTest() : CacheTest(32, Most) {
    Cache.posting().setScheme(SchemeKind::Auto);
  }
  /// A read that takes most of the time since the last one.
  void readSlowly(uint64_t Call, std::chrono::milliseconds Least) {
    fetch({Call}, Call);
    auto D = Cache.demand().pin(*File, Pages{Call});
    sleepFarLonger(LastRead, Least);
    D.markUsed();
    LastRead = std::chrono::steady_clock::now();
    comeTo(*File, Call + 1);
  }
  std::chrono::steady_clock::time_point LastRead =
      std::chrono::steady_clock::now();
};

TEST_F(HurriedTest, NothingIsHeldBack) {
  constexpr uint64_t Done = 20;
  for (uint64_t Call = 0; Call < Done; ++Call)
    readSlowly(Call, std::chrono::milliseconds(5));
  for (uint64_t Call = Done; Call < Done + 1000; ++Call)
    post(Call, {2 * Call});
  Disk->completeAll();
  EXPECT_EQ(count(Counter::PagesPrefetched), Done + 1000);
}

/// A main thread that waits for storage for most of the time.
TEST_F(HurriedTest, AllIsKept) {
  std::vector<uint64_t> Read;
  for (uint64_t Call = 0; Call < First + 50; ++Call) {
    readSlowly(Call, std::chrono::milliseconds(1));
    Read.push_back(Call);
  }
  EXPECT_EQ(Cache.demand().probe(*File, Pages(Read)), First + 50);
}

} // namespace
