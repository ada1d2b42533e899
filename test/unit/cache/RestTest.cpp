//===- RestTest.cpp - when the engine looks at nothing --------------------===//
//
// A main thread that computes for some milliseconds before each read, on
// storage that takes eight: up to eight pages are what it reads in twice that.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"
#include "NodeFixture.h"
#include "support/Scheduling.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <sys/resource.h>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t FetchNs = 8'000'000;
/// The next calls, that read a page each: 20 pages that are here, and one.
constexpr uint64_t First = 8, Last = First + 20;

/// Without leaving its core.
void compute() {
  for (uint64_t Begin = nowNs(); nowNs() - Begin < 2'000'000;)
    ;
}

void sleepAWhile() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Of a call: even, so that reads are not merged.
uint64_t pageOf(uint64_t Call) { return 2 * Call; }

struct RestTest : CacheTest {
  static constexpr uint64_t PageSize = CacheTest::PageSize;

  explicit RestTest(void (*BetweenReads)() = compute, uint64_t Reads = First)
      : CacheTest(32, 2048) {
    Cache.posting().setScheme(SchemeKind::Auto);
    readAll(0, Reads, BetweenReads);
  }
  void ask(uint64_t Call) { post(Call, {pageOf(Call)}); }
  bool read(uint64_t Call) {
    comeTo(*File, Call + 1);
    return use(pageOf(Call));
  }
  void readAll(uint64_t Begin, uint64_t End, void (*BetweenReads)()) {
    fetch(Begin, End);
    for (uint64_t Call = Begin; Call < End; ++Call) {
      BetweenReads();
      EXPECT_TRUE(read(Call));
    }
  }
  void fetch(uint64_t Begin, uint64_t End) {
    for (uint64_t Call = Begin; Call < End; ++Call)
      ask(Call);
    Disk->completeAll(FetchNs);
    Disk->issued();
  }
  void haveEnough() {
    fetch(First, Last);
    Disk->letRest();
    ask(Last);
  }
  bool isComing(uint64_t Call) {
    return Cache.posting().isComing(*File, {0, Call}, whole(pageOf(Call)));
  }
};

/// Of the only engine of this process.
int niceOfEngine() {
  for (const auto &Task :
       std::filesystem::directory_iterator("/proc/self/task")) {
    std::string Name;
    std::getline(std::ifstream(Task.path() / "comm"), Name);
    if (Name == "foreslice-io")
      return getpriority(PRIO_PROCESS,
                         static_cast<id_t>(std::stoul(Task.path().filename())));
  }
  ADD_FAILURE() << "no engine";
  return 0;
}

TEST_F(RestTest, TakesTheSmallerShareFromTheFirstOn) {
  bool Slices = false;
  std::thread([&] { Slices = scheduling::shortenSlice(); }).join();
  const int Own = getpriority(PRIO_PROCESS, 0);
  const int Lower = Slices ? std::min(Own + 5, 19) : Own;
  EXPECT_EQ(niceOfEngine(), Own);
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  EXPECT_TRUE(eventually([&] { return niceOfEngine() == Lower; }));
  Disk->complete({}, FetchNs);
  auto A = Cache.posting().await(*File, {0, Last}, whole(pageOf(Last)), Cancel);
  EXPECT_TRUE(holds(A.page(), pageOf(Last)));
  ask(Last + 1);
  ASSERT_TRUE(Disk->rests());
  EXPECT_EQ(niceOfEngine(), Lower) << "not lower each time";
}

struct OfAStrangerRestTest : RestTest {
  OfAStrangerRestTest() : RestTest(compute, 2) {}
};

TEST_F(OfAStrangerRestTest, KeepsTheWholeShare) {
  const int Own = getpriority(PRIO_PROCESS, 0);
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  EXPECT_EQ(niceOfEngine(), Own) << "it may sleep from now on";
}

TEST_F(RestTest, EndsWhenPagesRunOut) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  Disk->complete({}, FetchNs);
  EXPECT_TRUE(read(First));
  EXPECT_TRUE(isComing(Last)) << "nobody has looked";
  for (uint64_t Call = First + 1; Call < Last; ++Call)
    EXPECT_TRUE(read(Call));
  EXPECT_TRUE(eventually([&] { return !isComing(Last); }))
      << "before anybody asks for it";
}

TEST_F(RestTest, EndsForADemandRead) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  Disk->complete({}, FetchNs);
  EXPECT_TRUE(read(Last));
  EXPECT_EQ(count(Counter::UnreadyHits), 1u);
}

TEST_F(RestTest, EndsForASource) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  Disk->complete({}, FetchNs);
  auto A = Cache.posting().await(*File, {0, Last}, whole(pageOf(Last)), Cancel);
  EXPECT_TRUE(holds(A.page(), pageOf(Last)));
}

TEST_F(RestTest, EndsForASourceThatWaitsForRoom) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  std::atomic<pid_t> Thread{0};
  std::thread Source([&] {
    Thread = gettid();
    for (uint64_t Call = Last; !Cancel;)
      ask(++Call);
  });
  EXPECT_TRUE(eventually([&] { return Thread && isAsleep(Thread); }));
  Disk->issued(); // waits for storage
  Cancel = true;
  Cache.control().wakeSources();
  Source.join();
}

TEST_F(RestTest, EndsForWhoOnlyAsks) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  auto D = Cache.demand().pinReady(*File, WholePages{pageOf(Last)});
  EXPECT_FALSE(D.ready());
  Disk->complete({}, FetchNs);
  EXPECT_TRUE(eventually([&] { return !isComing(Last); }));
  Disk->issued();
  ask(Last + 1);
  EXPECT_EQ(Disk->issued().size(), 1u) << "waits for storage";
}

TEST_F(RestTest, EndsWithTheRegion) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  Cache.posting().endLane(0);
  EXPECT_EQ(Disk->issued().size(), 1u) << "waits for storage";
}

TEST_F(RestTest, EndsWithTheFile) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  Disk->complete({}, FetchNs);
  std::weak_ptr<CachedFile> Open = File;
  Cache.coherence().close(File);
  File.reset();
  EXPECT_TRUE(eventually([&] { return Open.expired(); }));
}

TEST_F(RestTest, WhatComesMeanwhileTookNobodyKnowsHowLong) {
  haveEnough();
  ASSERT_TRUE(Disk->rests());
  Disk->complete({}, FetchNs);
  EXPECT_TRUE(read(Last));
  EXPECT_EQ(count(Counter::StorageReads), Last + 1);
  EXPECT_EQ(count(Counter::StorageTimed), Last);
  EXPECT_EQ(count(Counter::StorageNs), Last * FetchNs);
  EXPECT_EQ(count(Counter::StorageBytes), (Last + 1) * PageSize);
}

TEST_F(RestTest, NoneWithFewPages) {
  Disk->letRest();
  ask(First);
  EXPECT_EQ(Disk->issued().size(), 1u) << "waits for storage";
}

TEST_F(RestTest, NoneUnderOtherSchemes) {
  Cache.posting().setScheme(SchemeKind::ExclCache);
  haveEnough();
  EXPECT_EQ(Disk->issued().size(), 1u) << "waits for storage";
}

struct OfASleeperRestTest : RestTest {
  OfASleeperRestTest() : RestTest(sleepAWhile) {}
};

TEST_F(OfASleeperRestTest, None) {
  haveEnough();
  EXPECT_EQ(Disk->issued().size(), 1u) << "waits for storage";
}

TEST_F(OfASleeperRestTest, SomeAsSoonAsItComputes) {
  readAll(First, 2 * First, compute);
  fetch(2 * First, Last);
  Disk->letRest();
  ask(Last);
  EXPECT_TRUE(Disk->rests());
}

struct RestOfNodeTest : NodeTest {
  RestOfNodeTest() {
    A.Cache.posting().setScheme(SchemeKind::Auto);
    for (uint64_t Call = 0; Call < First; ++Call)
      A.post({pageOf(Call)}, Call);
    A.Disk->completeAll(FetchNs);
    for (uint64_t Call = 0; Call < First; ++Call) {
      compute();
      EXPECT_EQ(A.read(pageOf(Call)), byteOf(pageOf(Call)));
      comeTo(*A.File, Call + 1);
    }
    for (uint64_t Call = First; Call < Last; ++Call)
      A.post({pageOf(Call)}, Call);
    A.Disk->completeAll(FetchNs);
    A.Disk->letRest();
  }
  bool otherWaits() {
    return eventually([&] {
      for (uint32_t I = 0; I < Frames; ++I)
        if (A.Node.frames()[I].Waiters != 0)
          return true;
      return false;
    });
  }
};

TEST_F(RestOfNodeTest, EndsForAnotherProcess) {
  A.post({pageOf(Last)}, Last);
  ASSERT_TRUE(A.Disk->rests());
  A.Disk->complete({}, FetchNs);
  EXPECT_EQ(B.read(pageOf(Last)), byteOf(pageOf(Last)));
  EXPECT_EQ(B.count(Counter::UnreadyHits), 1u);
  EXPECT_EQ(B.count(Counter::Misses), 0u);
}

TEST_F(RestOfNodeTest, NoneWhileAnotherProcessWaits) {
  A.post({pageOf(Last)}, Last);
  ASSERT_TRUE(A.Disk->rests());
  auto Other =
      std::async(std::launch::async, [this] { return B.read(pageOf(Last)); });
  ASSERT_TRUE(otherWaits());
  A.post({pageOf(Last + 1)}, Last + 1);
  A.Disk->issued(); // waits for storage
  A.Disk->complete({}, FetchNs);
  EXPECT_EQ(Other.get(), byteOf(pageOf(Last)));
  EXPECT_EQ(B.count(Counter::Misses), 0u);
}

} // namespace
