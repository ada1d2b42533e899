//===- KernelTest.cpp - files that the operating system delivers ----------===//
//
// The file is real and has holes: of a page, the system has in memory what the
// test wrote to it, and has not what the test punched out of it again. Or the
// file is in memory itself, and says what the test tells it.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"

#include <fcntl.h>
#include <future>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t PageSize = 4096;
constexpr uint64_t FilePages = 1000;

struct KernelTest : testing::Test {
  using Pages = WholePages;
  using Issued = Script::Issued;

  KernelTest()
      : Cache(smallCache(), makeScriptedStorage(PoolDisk),
              makeScriptedStorage(Disk)) {
    if (filesAreInMemory()) {
      Bytes = std::make_shared<MemoryFile>(Disk, FilePages * PageSize);
    } else {
      std::string Name = testing::TempDir() + "foreslice-kernel-XXXXXX";
      Fd = mkstemp(Name.data());
      unlink(Name.c_str());
      EXPECT_EQ(ftruncate(Fd, FilePages * PageSize), 0);
    }
    Disk->setFileSize(FilePages * PageSize);
    static unsigned Number = 0;
    Key = {2, ++Number};
    File = open(Key, Delivery::Kernel);
    File->Stats = &Counts;
  }
  ~KernelTest() override {
    Disk->letGo();
    PoolDisk->letGo();
    if (Fd >= 0)
      ::close(Fd);
  }

  std::shared_ptr<CachedFile> open(FileKey K, Delivery By) {
    std::shared_ptr<StoredFile> Handle = Bytes;
    if (Bytes && By == Delivery::Pool)
      Handle = std::make_shared<MemoryFile>(PoolDisk, FilePages * PageSize);
    if (!Bytes)
      Handle = std::make_shared<Descriptor>(dup(Fd));
    return Cache.coherence().open(K, std::move(Handle), "kernel", 0, By);
  }
  void keep(uint64_t Page) const {
    if (Bytes)
      return Bytes->keep(Page);
    EXPECT_EQ(pwrite(Fd, "x", 1, static_cast<off_t>(Page * PageSize)), 1);
  }
  void evict(uint64_t Page) const {
    if (Bytes)
      return Bytes->evict(Page);
    EXPECT_EQ(fallocate(Fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                        static_cast<off_t>(Page * PageSize), PageSize),
              0);
  }
  void post(const Pages &P, uint64_t CallId = 0) {
    ASSERT_EQ(Cache.posting().prefetch(*File, {0, CallId}, P, Cancel),
              PostResult::Accepted);
  }
  /// Fetches P, which the system then has.
  void fetch(const Pages &P, uint64_t CallId = 0) {
    post(P, CallId);
    Disk->issued();
    for (const PagePart &Part : P)
      keep(Part.Page);
    Disk->completeAll();
  }
  /// A read of the program's own; whether all was there.
  bool read(const Pages &P) {
    SystemRead Now = Cache.demand().readsItself(*File, P);
    bool Ready = Now.ready();
    Now.over();
    return Ready;
  }
  uint64_t count(Counter C) const { return Counts.get(C); }

  std::shared_ptr<Script> Disk = std::make_shared<Script>(),
                          PoolDisk = std::make_shared<Script>();
  FileStatistics Counts{"kernel"};
  int Fd = -1;
  std::shared_ptr<MemoryFile> Bytes; ///< In place of Fd.
  FileKey Key{};
  PageCache Cache;
  std::shared_ptr<CachedFile> File;
  std::atomic<bool> Cancel{false};
};

TEST_F(KernelTest, AReadFindsWhatHasCome) {
  fetch({1, 2});
  EXPECT_TRUE(read({1, 2}));
  EXPECT_FALSE(read({3}));
  EXPECT_EQ(count(Counter::PagesToSystem), 2u);
  EXPECT_EQ(count(Counter::PagesPrefetched), 2u);
  EXPECT_EQ(count(Counter::PagesUsed), 2u);
  EXPECT_EQ(count(Counter::ReadyHits), 2u);
  EXPECT_EQ(count(Counter::Misses), 1u);
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

TEST_F(KernelTest, AReadSaysWhetherItWasFetchedFor) {
  fetch({1});
  const Pages Parts{1};
  SystemRead First = Cache.demand().readsItself(*File, Parts);
  First.over();
  EXPECT_TRUE(First.fetchedForIt());
  SystemRead Again = Cache.demand().readsItself(*File, Parts);
  Again.over();
  EXPECT_TRUE(Again.ready());
  EXPECT_FALSE(Again.fetchedForIt()) << "the first one had it";
}

TEST_F(KernelTest, AnotherPartOfTheRunTimeLeavesRequestsAndPages) {
  fetch({1});
  const ByteRange Written{2 * PageSize, 3 * PageSize};
  Cache.coherence().beginWrite(*File, Written); // the page stays queued
  post({2});
  EXPECT_EQ(Cache.coherence().join(Key), File);
  Cache.coherence().leave(File);
  EXPECT_EQ(Cache.coherence().join(Key), File);
  Cache.coherence().endWrite(*File, Written);
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{2 * PageSize, PageSize}}));
  EXPECT_TRUE(read({1}));
  EXPECT_EQ(count(Counter::PagesUsed), 1u);
  Disk->completeAll();
  Cache.coherence().leave(File);
  EXPECT_FALSE(File->closed());
  Cache.coherence().leave(File);
  EXPECT_TRUE(File->closed());
  EXPECT_EQ(Cache.coherence().join(Key), nullptr);
}

TEST_F(KernelTest, ASourceDoesNotWaitForWhatTheProgramHasRead) {
  Cache.coherence().beginWrite(
      *File, {PageSize, 2 * PageSize}); // the page stays queued
  post({1});
  auto W = std::async(std::launch::async, [this] {
    return Cache.posting().await(*File, {0, 0}, whole(1), Cancel);
  });
  EXPECT_EQ(W.wait_for(std::chrono::milliseconds(30)),
            std::future_status::timeout);
  comeTo(*File, 1);
  EXPECT_FALSE(read({1}));
  if (W.wait_for(std::chrono::minutes(10)) != std::future_status::ready) {
    ADD_FAILURE() << "still waiting";
    std::abort(); // the future's destructor would wait, too
  }
  EXPECT_FALSE(W.get().page().Data);
}

TEST_F(KernelTest, AReadMayComeBeforeItsPage) {
  post({1});
  Disk->issued();
  EXPECT_FALSE(read({1}));
  keep(1);
  Disk->completeAll();
  EXPECT_EQ(count(Counter::UnreadyHits), 1u);
  EXPECT_EQ(count(Counter::PagesUsed), 1u);
  Cache.coherence().close(File);
  File.reset();
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

TEST_F(KernelTest, AMissTakesItsRequestBack) {
  comeTo(*File, 3);
  Cache.posting().expectWrite(*File, {0, 4}, {0, 8 * PageSize}, Cancel);
  post({1}, 5); // waits for the write
  EXPECT_EQ(Disk->issued(), std::vector<Issued>{});
  comeTo(*File, 6); // the main thread has come to the read
  EXPECT_FALSE(read({1}));
  EXPECT_EQ(count(Counter::Misses), 1u);
  post({9}, 7);
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{9 * PageSize, PageSize}}));
}

TEST_F(KernelTest, WhatTheSystemDroppedIsAMissAndFetchedAnew) {
  fetch({1, 2});
  evict(1);
  EXPECT_FALSE(read({1}));
  EXPECT_EQ(count(Counter::PagesLostBySystem), 1u);
  EXPECT_EQ(count(Counter::PagesWasted), 1u);
  EXPECT_EQ(count(Counter::Misses), 1u);
  evict(2);
  Disk->issued();
  post({2}, 1);
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{2 * PageSize, PageSize}}));
  EXPECT_EQ(count(Counter::PagesLostBySystem), 2u);
}

TEST_F(KernelTest, WhatTheSystemHasIsNotFetched) {
  keep(4);
  post({4, 5});
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{5 * PageSize, PageSize}}));
  EXPECT_EQ(count(Counter::PagesResident), 1u);
}

TEST_F(KernelTest, WhatOthersHaveFetchedSaysNothingOfTheRest) {
  Pages Kept{};
  for (uint64_t Page = 0; Page < 40; ++Page) {
    keep(Page);
    Kept.push_back(whole(Page));
  }
  Kept.push_back(whole(500));
  post(Kept);
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{500 * PageSize, PageSize}}));
  EXPECT_TRUE(Cache.demand().pays(*File));
  Disk->completeAll();
  Kept.pop_back();
  post(Kept, 1);
  Disk->issued();
  EXPECT_TRUE(eventually([&] { return count(Counter::PagesResident) >= 80; }));
  Cache.control().content(); // the engine's turn is over
  EXPECT_FALSE(Cache.demand().pays(*File)) << "all of it is in memory";
}

TEST_F(KernelTest, ReadyReadsThatBlockEndTheFetching) {
  fetch({1, 3});
  for (int I = 0; I < 16; ++I) {
    EXPECT_TRUE(Cache.demand().pays(*File));
    const Pages Parts{1};
    SystemRead Now = Cache.demand().readsItself(*File, Parts);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Now.over();
  }
  EXPECT_FALSE(Cache.demand().pays(*File));
}

TEST_F(KernelTest, ReadyReadsThatLeaveTheirCoreToOthersDoNotBlock) {
  fetch({1, 3});
  cpu_set_t Before, One;
  ASSERT_EQ(sched_getaffinity(0, sizeof Before, &Before), 0);
  CPU_ZERO(&One);
  CPU_SET(sched_getcpu(), &One);
  ASSERT_EQ(sched_setaffinity(0, sizeof One, &One), 0);
  std::atomic<bool> Over{false};
  // A thread may run on the cores of the thread that starts it.
  auto Other = std::async(std::launch::async, [&Over] {
    while (!Over)
      ;
  });
  for (int I = 0; I < 20; ++I) {
    const Pages Parts{1};
    SystemRead Now = Cache.demand().readsItself(*File, Parts);
    const auto Until =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    while (std::chrono::steady_clock::now() < Until)
      sched_yield();
    Now.over();
  }
  Over = true;
  Other.wait();
  sched_setaffinity(0, sizeof Before, &Before);
  EXPECT_TRUE(Cache.demand().pays(*File));
}

TEST_F(KernelTest, WhereNothingIsKeptNothingMoreIsFetched) {
  for (uint64_t I = 0; I < 4; ++I) {
    EXPECT_TRUE(Cache.demand().pays(*File));
    EXPECT_TRUE(Cache.posting().wanted(*File));
    post({2 * I}, I);
    Disk->completeAll();
  }
  EXPECT_FALSE(Cache.demand().pays(*File));
  EXPECT_FALSE(Cache.posting().wanted(*File));
  Disk->issued();
  post({20, 21}, 5);
  EXPECT_EQ(Disk->issued(), std::vector<Issued>{});
  EXPECT_TRUE(Cache.posting().pays()) << "other files may fare better";
}

TEST_F(KernelTest, ReadsAreMergedAsFarAsTheKernelReadsAtOnce) {
  std::vector<uint64_t> Many;
  for (uint64_t I = 0; I < 64; ++I)
    Many.push_back(I);
  post(Many);
  constexpr uint64_t Most = 128 << 10;
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{0, Most}, {Most, Most}}));
}

TEST_F(KernelTest, ASourceReadsWhatHasComeItself) {
  fetch({1});
  EXPECT_FALSE(Cache.posting().await(*File, {}, whole(1), Cancel).page().Data);
  std::byte Byte{};
  EXPECT_EQ(File->readForSource({&Byte, 1}, PageSize), 1u);
  EXPECT_EQ(Byte, Bytes ? Script::byteAt(PageSize, 0) : std::byte{'x'});
  EXPECT_EQ(count(Counter::PagesUsed), 0u);
}

TEST_F(KernelTest, AWriteDropsWhatItOverwrites) {
  fetch({1, 2});
  Cache.coherence().beginWrite(*File, {PageSize, 2 * PageSize});
  Cache.coherence().endWrite(*File, {PageSize, 2 * PageSize});
  EXPECT_EQ(count(Counter::Invalidations), 1u);
  EXPECT_TRUE(read({2}));
}

TEST_F(KernelTest, NothingIsFetchedWhileTheFileIsHeld) {
  fetch({1});
  Cache.coherence().beginHold(*File);
  post({2}, 1);
  EXPECT_EQ(Disk->issued(), std::vector<Issued>{});
  Cache.coherence().endHold(*File);
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{2 * PageSize, PageSize}}));
  EXPECT_EQ(count(Counter::Invalidations), 1u);
}

TEST_F(KernelTest, TheDeliveryOfAnOpenFileStays) {
  EXPECT_EQ(open(Key, Delivery::Pool), File);
  auto Other = open({3, Key.Inode}, Delivery::Pool);
  EXPECT_EQ(Other->DeliveredBy, Delivery::Pool);
  EXPECT_EQ(open({3, Key.Inode}, Delivery::Kernel), Other);
  for (int I = 0; I < 2; ++I) {
    Cache.coherence().close(File);
    Cache.coherence().close(Other);
  }
  EXPECT_EQ(open({3, Key.Inode}, Delivery::Kernel)->DeliveredBy,
            Delivery::Kernel)
      << "it was closed";
}

TEST_F(KernelTest, BothDeliveriesAreUsedAtOnce) {
  auto Pooled = open({3, Key.Inode}, Delivery::Pool);
  FileStatistics OfPooled{"pooled"};
  Pooled->Stats = &OfPooled;
  Cache.posting().prefetch(*Pooled, {}, Pages{7}, Cancel);
  EXPECT_EQ(PoolDisk->issued(),
            (std::vector<Issued>{{7 * PageSize, PageSize}}));
  PoolDisk->completeAll();
  fetch({7});
  EXPECT_TRUE(read({7}));
  auto D = Cache.demand().pin(*Pooled, Pages{7});
  ASSERT_EQ(D.hits(), 1u);
  EXPECT_TRUE(D.pages()[0].Data);
  EXPECT_EQ(OfPooled.get(Counter::PagesToSystem), 0u);
  EXPECT_EQ(count(Counter::PagesToSystem), 1u);
}

TEST_F(KernelTest, TheEndOfALaneDropsItsRequests) {
  Cache.coherence().beginHold(*File);
  post({1}, 1);
  Cache.posting().endLane(0);
  Cache.coherence().endHold(*File);
  EXPECT_EQ(Disk->issued(), std::vector<Issued>{});
}

} // namespace
