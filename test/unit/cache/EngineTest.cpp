//===- EngineTest.cpp - what is read when, and who gets it ----------------===//
//
// The whole cache on scripted storage: the test sees every read that goes out
// and says when it comes back, so that nothing depends on time.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"
#include "engine/RequestQueue.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;
using std::vector;

namespace {

using Post = PostResult;
using EngineTest = CacheTest;

struct ShallowTest : CacheTest {
  ShallowTest() : CacheTest(2, 1000) {}
};
struct WideTest : CacheTest {
  WideTest() : CacheTest(32, 100'000) {}
};

vector<uint64_t> range(uint64_t Begin, uint64_t End) {
  vector<uint64_t> V;
  for (uint64_t I = Begin; I < End; ++I)
    V.push_back(I);
  return V;
}

TEST_F(EngineTest, ReadyHit) {
  fetch({3});
  EXPECT_EQ(Cache.demand().probe(*File, Pages{2, 3}), 1u);
  EXPECT_TRUE(use(3));
  EXPECT_EQ(count(Counter::ReadyHits), 1u);
  EXPECT_EQ(count(Counter::PagesUsed), 1u);
  EXPECT_EQ(count(Counter::UnreadyHits) + count(Counter::Misses), 0u);
}

TEST_F(EngineTest, UnreadyHitWaits) {
  post(0, {3});
  EXPECT_EQ(Disk->issued(), (vector{read(3)}));
  auto Main = std::async(std::launch::async, [&] { return use(3); });
  while (count(Counter::UnreadyHits) == 0 &&
         Main.wait_for(std::chrono::milliseconds(20)) !=
             std::future_status::ready)
    Disk->completeAll();
  EXPECT_TRUE(Main.get());
  EXPECT_EQ(count(Counter::UnreadyHits) + count(Counter::ReadyHits), 1u);
  EXPECT_EQ(count(Counter::Misses), 0u);
}

TEST_F(EngineTest, MissWithdrawsWhatIsOnlyQueued) {
  Cache.coherence().beginWrite(*File, {0, 1}); // keeps page 0 in the queue
  post(0, {0});
  EXPECT_TRUE(Disk->issued().empty());
  comeTo(*File, 1);
  EXPECT_FALSE(use(0));
  EXPECT_EQ(count(Counter::Misses), 1u);
  Cache.coherence().endWrite(*File, {0, 1});
  EXPECT_TRUE(Disk->issued().empty());
}

TEST_F(EngineTest, MergesNeighboursAndSorts) {
  Cache.coherence().beginWrite(*File, {0, 20 * PageSize}); // collects a batch
  post(0, {9, 11});
  post(1, {4});
  post(2, {3, 10});
  EXPECT_TRUE(Disk->issued().empty());
  Cache.coherence().endWrite(*File, {0, 20 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(3, 2), read(9, 3)}));
  Disk->completeAll();
  for (uint64_t P : {3, 4, 9, 10, 11})
    EXPECT_TRUE(use(P)) << P;
  EXPECT_EQ(count(Counter::StorageReads), 2u);
  EXPECT_EQ(count(Counter::PagesPrefetched), 5u);
}

TEST_F(ShallowTest, KeepsTheOrderOfFiles) {
  const std::shared_ptr<CachedFile> Before = Cache.coherence().open(
      {File->Id.Device, File->Id.Inode - 1}, scriptedFile(Disk), "before");
  post(0, {50, 60}); // takes all of the depth
  EXPECT_EQ(Disk->issued(), (vector{read(50), read(60)}));
  post(1, {20});
  Cache.posting().prefetch(*Before, {0, 1}, Pages{10}, Cancel);
  Disk->completeAll();
  EXPECT_EQ(Disk->issued(), (vector{read(20), read(10)}));
  Disk->completeAll();
}

TEST_F(WideTest, ReadsOneMegabyteAtMost) {
  Cache.coherence().beginWrite(*File, {0, 600 * PageSize});
  post(0, range(0, 600));
  Cache.coherence().endWrite(*File, {0, 600 * PageSize});
  EXPECT_EQ(Disk->issued(),
            (vector{read(0, 256), read(256, 256), read(512, 88)}));
}

TEST_F(ShallowTest, KeepsDepthAndOrder) {
  Cache.coherence().beginWrite(*File, {0, 100 * PageSize});
  post(0, {50});
  post(1, {40});
  post(2, {10});
  post(3, {51});
  Cache.coherence().endWrite(*File, {0, 100 * PageSize});
  // Page 10 would be a third read; page 51 must not overtake it.
  EXPECT_EQ(Disk->issued(), (vector{read(40), read(50)}));
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (vector{read(10)}));
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (vector{read(51)}));
}

TEST_F(ShallowTest, NeighboursCostNoFurtherRead) {
  Cache.coherence().beginWrite(*File, {0, 100 * PageSize});
  post(0, {50});
  post(1, {40, 41, 49});
  Cache.coherence().endWrite(*File, {0, 100 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(40, 2), read(49, 2)}));
}

TEST_F(ShallowTest, FarCallsDoNotJoinTheFirstReads) {
  Cache.coherence().beginWrite(*File, {0, 100 * PageSize});
  for (uint64_t Call = 0; Call < 10; ++Call)
    post(Call, {Call});
  Cache.coherence().endWrite(*File, {0, 100 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(0, 2)}));
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (vector{read(2, 4)})) << "two and two more";
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (vector{read(6, 4)}));
  Disk->complete();
  EXPECT_TRUE(Disk->issued().empty());
  // After an idle time it begins anew.
  comeTo(*File, 10);
  Cache.coherence().beginWrite(*File, {0, 100 * PageSize});
  for (uint64_t Call = 10; Call < 20; ++Call)
    post(Call, {Call});
  Cache.coherence().endWrite(*File, {0, 100 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(10, 2)}));
}

TEST_F(ShallowTest, SkipsWhatTheMainThreadHasPassed) {
  post(0, {0});
  post(1, {10});
  post(2, {20, 22, 24});
  post(3, {30});
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(10)}));
  comeTo(*File, 3);
  Disk->complete();
  EXPECT_EQ(Disk->issued(), (vector{read(30)}));
  EXPECT_EQ(count(Counter::RequestsSkipped), 1u);
  EXPECT_EQ(post(2, {5}), Post::Behind);
  EXPECT_EQ(post(1, {5}), Post::Behind);
  EXPECT_EQ(count(Counter::RequestsSkipped), 2u)
      << "request 2 had been counted";
}

TEST_F(EngineTest, BeginsWithFewCalls) {
  for (uint64_t Call = 0; Call < 12; ++Call)
    post(Call, {Call * 2});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().size(), 2u) << "in its place, and one more";
}

TEST_F(EngineTest, HoldsAtHighUntilLow) {
  post(0, range(0, 40));
  EXPECT_EQ(Disk->issued(), (vector{read(0, 16)}));
  Disk->completeAll();
  for (uint64_t P = 0; P < 11; ++P)
    EXPECT_TRUE(use(P));
  EXPECT_TRUE(Disk->issued().empty());
  EXPECT_TRUE(use(11));
  EXPECT_EQ(Disk->issued(), (vector{read(16, 12)}));
}

TEST_F(EngineTest, UnusedPagesOfPassedCallsDoNotHoldTheEngine) {
  fetch(range(0, 16), 0);
  Disk->issued();
  post(5, {30});
  EXPECT_TRUE(Disk->issued().empty()) << "content is at thresh_high";
  comeTo(*File, 5); // the main thread read other pages instead
  EXPECT_FALSE(use(90));
  EXPECT_EQ(Disk->issued(), (vector{read(30)}));
}

TEST_F(EngineTest, DemandReadHoldsTheEngineBack) {
  post(0, {40});
  EXPECT_EQ(Disk->issued(), (vector{read(40)}));
  auto D = Cache.demand().pin(*File, Pages{90});
  post(1, {0});
  EXPECT_TRUE(Disk->issued().empty());
  D.over();
  EXPECT_EQ(Disk->issued(), (vector{read(0)}));
}

TEST_F(EngineTest, DemandReadDoesNotLeaveStorageIdle) {
  auto D = Cache.demand().pin(*File, Pages{90});
  post(0, {0, 10});
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(10)}));
  post(1, {20});
  EXPECT_TRUE(Disk->issued().empty()) << "something is in flight now";
  D.over();
  EXPECT_EQ(Disk->issued(), (vector{read(20)}));
}

TEST_F(EngineTest, AutoBeginsBesideADemandRead) {
  Cache.posting().setScheme(SchemeKind::Auto);
  auto D = Cache.demand().pin(*File, Pages{90});
  for (uint64_t P : {0, 10, 20, 30}) {
    post(P, {P});
    EXPECT_EQ(Disk->issued(), vector{read(P)}) << "as if all had been posted";
  }
  Disk->complete();
  Disk->complete(); // the window takes six now
  post(40, {40});
  post(50, {50});
  EXPECT_EQ(Disk->issued(), (vector{read(40), read(50)}));
  post(60, {60});
  EXPECT_EQ(Disk->issued(), vector<Issued>()) << "storage has enough to do";
  D.over();
  EXPECT_EQ(Disk->issued(), vector{read(60)});
}

TEST_F(EngineTest, EngineGetsOneTurnBetweenDemandReads) {
  // A program that only reads: its next demand read comes before the engine
  // has been able to run.
  post(0, {40});
  EXPECT_EQ(Disk->issued(), (vector{read(40)}));
  auto D = Cache.demand().pin(*File, Pages{90});
  post(0, {0});
  post(1, {10});
  D.over();
  D = Cache.demand().pin(*File, Pages{91});
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(10)}));
  post(2, {20});
  EXPECT_TRUE(Disk->issued().empty()) << "the turn was used";
  D.over();
  EXPECT_EQ(Disk->issued(), (vector{read(20)}));
}

TEST_F(EngineTest, ShortReadsAreContinued) {
  post(0, {4, 5, 6});
  Disk->issued();
  Disk->completeAll();
  comeTo(*File, 1);
  Cache.coherence().invalidate(*File);
  post(1, {4});
  Disk->issued();
  Disk->complete(1000);
  EXPECT_EQ(Disk->issued(), (vector{Issued{4 * PageSize + 1000, 3096}}));
  EXPECT_EQ(Cache.demand().probe(*File, Pages{4}), 1u);
  Disk->complete();
  Disk->issued();
  auto D = Cache.demand().pin(*File, Pages{4});
  EXPECT_EQ(D.pages()[0].Valid, PageSize);
  EXPECT_TRUE(holds(D.pages()[0], 4));
}

TEST_F(EngineTest, EndOfFile) {
  Disk->setFileSize(5 * PageSize + 100);
  fetch({4, 5, 6});
  auto D = Cache.demand().pin(*File, Pages{4, 5, 6});
  EXPECT_EQ(D.pages()[0].Valid, PageSize);
  EXPECT_EQ(D.pages()[1].Valid, 100u);
  EXPECT_TRUE(holds(D.pages()[1], 5));
  EXPECT_NE(D.pages()[2].Data, nullptr);
  EXPECT_EQ(D.pages()[2].Valid, 0u);
}

TEST_F(EngineTest, TransientErrorsAreRetriedOthersMiss) {
  post(0, {0});
  Disk->issued();
  Disk->complete(-EINTR);
  EXPECT_EQ(Disk->issued(), (vector{read(0)}));
  auto Main = std::async(std::launch::async, [&] { return use(0); });
  Disk->complete(-EIO);
  EXPECT_FALSE(Main.get());
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 0u);
  fetch({0});
  EXPECT_TRUE(use(0)) << "an error is not for ever";
}

TEST_F(EngineTest, EndlessTransientErrorsEnd) {
  post(0, {0});
  Disk->issued();
  for (int I = 0; I < 17; ++I) {
    Disk->complete(-EAGAIN);
    Disk->issued();
  }
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 0u);
}

/// No verdict hangs on the time that the first of these takes.
TEST_F(EngineTest, NobodyWaitsForStorageThatNeverAnswers) {
  post(0, {0, 1, 5});
  Disk->issued();
  EXPECT_FALSE(use(0));
  EXPECT_FALSE(use(1));
  EXPECT_FALSE(use(5));
  EXPECT_EQ(count(Counter::UnreadyHits), 0u);
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 1, 5}), 0u);
  Disk->completeAll();
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 1, 5}), 0u)
      << "given up for good";
  // As soon as storage answers, it is waited for again.
  post(1, {7});
  Disk->issued();
  auto Main = std::async(std::launch::async, [&] { return use(7); });
  Disk->completeAll();
  EXPECT_TRUE(Main.get());
}

TEST_F(EngineTest, FullQueueWaitsAndIsCancelled) {
  post(0, range(0, 16));
  Disk->completeAll(); // content at thresh_high: nothing leaves the queue now
  EXPECT_EQ(post(1, range(100, 100 + RequestQueue::capacityFor(100))),
            Post::Accepted);
  auto Source = std::async(std::launch::async, [&] { return post(2, {50}); });
  EXPECT_EQ(Source.wait_for(std::chrono::milliseconds(50)),
            std::future_status::timeout);
  Cancel = true;
  Cache.control().wakeSources();
  EXPECT_EQ(Source.get(), Post::Cancelled);
  Cancel = false;
  Source = std::async(std::launch::async, [&] { return post(2, {50}); });
  Cache.posting().endLane(0);
  EXPECT_EQ(Source.get(), Post::Accepted);
}

TEST_F(EngineTest, ContentOfAnEndedRegionDoesNotHoldTheNext) {
  fetch(range(0, 16));
  Cache.posting().endLane(0);
  post(0, range(20, 24));
  EXPECT_EQ(Disk->issued(), (vector{read(0, 16), read(20, 4)}))
      << "also what went out before";
  EXPECT_TRUE(use(0)) << "pages stay";
}

TEST_F(EngineTest, PinnedPageOutlivesInvalidation) {
  fetch({0});
  comeTo(*File, 1);
  auto D = Cache.demand().pin(*File, Pages{0});
  Cache.coherence().invalidate(*File);
  Disk->setVersion(1);
  fetch(range(1, 16), 1);
  EXPECT_TRUE(holds(D.pages()[0], 0));
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 0u);
  D.markUsed();
}

/// Whether the number stands for no file, but is not free.
bool isRetired(int Fd) { return fcntl(Fd, F_GETFL) & O_PATH; }
bool isFree(int Fd) { return fcntl(Fd, F_GETFD) == -1; }

TEST_F(EngineTest, FileIsLetGoOfAtItsLastClose) {
  post(0, {0});
  Disk->issued();
  int Fd = Disk->heldFd();
  EXPECT_FALSE(isRetired(Fd));
  Cache.coherence().close(File);
  EXPECT_EQ(File->descriptor(), -1);
  EXPECT_TRUE(isRetired(Fd)) << "a read is in flight on it";
  Disk->completeAll();
  EXPECT_TRUE(isFree(Fd));
  EXPECT_EQ(post(0, {1}), Post::Accepted) << "harmless";
  EXPECT_TRUE(Disk->issued().size() == 0);
}

TEST_F(EngineTest, HandlesOfOneFileShareItsEntry) {
  fetch({0});
  int First = devNull(), Second = devNull();
  auto Same = Cache.coherence().open(
      {1, 1'000'000}, std::make_shared<Descriptor>(First), "other");
  auto Again = Cache.coherence().open(
      {1, 1'000'000}, std::make_shared<Descriptor>(Second), "other");
  EXPECT_EQ(Same, Again);
  EXPECT_NE(Same, File);
  EXPECT_EQ(Same->descriptor(), First);
  EXPECT_FALSE(isFree(Second)) << "the program has not closed the file";
  Cache.coherence().close(Again);
  EXPECT_TRUE(isFree(Second));
  EXPECT_EQ(Same->descriptor(), First);
  Cache.coherence().close(Same);
  EXPECT_EQ(Same->descriptor(), -1);
  EXPECT_TRUE(isFree(First));
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 1u);
}

TEST_F(EngineTest, FastStorageDoesNotPay) {
  post(0, range(0, 16));
  Disk->completeAll(1000);
  for (uint64_t P = 0; P < 16; ++P)
    use(P);
  EXPECT_TRUE(Cache.posting().pays()) << "two reads are too few";
  post(1, {20, 22, 24});
  Disk->completeAll(1000);
  EXPECT_FALSE(Cache.posting().pays());
  Disk->issued();
  unsigned Wanted = 0;
  for (int I = 0; I < 128; ++I)
    Wanted += Cache.posting().wanted(*File);
  EXPECT_GE(Wanted, 2u);
  EXPECT_LT(Wanted, 128u);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(Cache.posting().wanted(*File)) << "nothing was probed for long";
  post(2, range(1000, 1063));
  EXPECT_EQ(Disk->issued(), (vector{read(1000)})) << "the probe";
  Disk->completeAll(1000);
  EXPECT_FALSE(Cache.posting().pays());
  post(4, range(3000, 3064));
  Disk->completeAll(1'000'000);
  EXPECT_TRUE(Cache.posting().pays()) << "storage has become slow";
}

TEST_F(EngineTest, NothingStartsBeforeTheFirstPrefetch) {
  auto Threads = [] {
    size_t N = 0;
    for ([[maybe_unused]] auto &E :
         std::filesystem::directory_iterator("/proc/self/task"))
      ++N;
    return N;
  };
  size_t Before = Threads();
  EXPECT_FALSE(use(0));
  Cache.coherence().beginWrite(*File, {0, 100});
  Cache.coherence().endWrite(*File, {0, 100});
  EXPECT_EQ(Threads(), Before);
  fetch({0});
  EXPECT_EQ(Threads(), Before + 1);
}

TEST_F(EngineTest, EngineThreadBlocksAllSignals) {
  fetch({0});
  size_t Ours = 0;
  for (auto &E : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream Status(E.path() / "status");
    std::string Name, Mask;
    for (std::string Line; std::getline(Status, Line);) {
      if (Line.starts_with("Name:"))
        Name = Line;
      if (Line.starts_with("SigBlk:"))
        Mask = Line.substr(Line.find_last_of('\t') + 1);
    }
    if (Name.find("foreslice-io") == std::string::npos)
      continue;
    ++Ours;
    // SIGKILL, SIGSTOP and the C library's own two cannot be blocked.
    constexpr uint64_t Others = 1u << 8 | 1u << 18 | 3ull << 31;
    EXPECT_EQ(std::stoull(Mask, nullptr, 16) | Others, ~uint64_t(0)) << Mask;
  }
  EXPECT_EQ(Ours, 1u);
}

} // namespace
