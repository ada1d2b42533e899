//===- AheadTest.cpp - files opened before the program does ---------------===//
//
// The fetched pages go when the program opens the file, unless the pages are
// known to be current; the program is to find the data in the memory of the
// operating system. The process has no descriptor of such a file.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

struct AheadTest : CacheTest {
  AheadTest() {
    Name = testing::TempDir() + "foreslice-ahead-XXXXXX";
    close(mkstemp(Name.data()));
  }
  ~AheadTest() override { unlink(Name.c_str()); }

  std::shared_ptr<CachedFile> openAhead(FileKey K) {
    PathFd = open(Name.c_str(), O_PATH | O_CLOEXEC);
    auto Ahead = Cache.posting().openAhead(K, PathFd, "ahead", 0, Cancel);
    if (Ahead)
      Ahead->Stats = &Counts;
    return Ahead;
  }
  std::shared_ptr<CachedFile>
  openBy(int Fd, FetchedBefore Early = FetchedBefore::Unknown) {
    return Cache.coherence().open(Key, std::make_shared<Descriptor>(Fd),
                                  "ahead", 0, Delivery::Pool, Early);
  }
  /// Opened ahead, with pages 0 and 1 fetched and page 2 on its way.
  std::shared_ptr<CachedFile> fetched() {
    auto Ahead = openAhead(Key);
    Cache.posting().prefetch(*Ahead, {0, 0}, Pages{0, 1}, Cancel);
    Disk->issued();
    EXPECT_TRUE(Disk->heldIsByPath());
    EXPECT_EQ(Disk->heldFd(), PathFd);
    Disk->completeAll();
    Cache.posting().prefetch(*Ahead, {0, 1}, Pages{2}, Cancel);
    Disk->issued();
    return Ahead;
  }
  /// Of the file of Name, which has its first pages in memory or not.
  int program(bool Kept) {
    int Fd = open(Name.c_str(), O_RDWR | O_CLOEXEC);
    if (Kept)
      EXPECT_EQ(ftruncate(Fd, 3 * PageSize) + write(Fd, "x", 1) +
                    pwrite(Fd, "x", 1, PageSize),
                2);
    return Fd;
  }
  uint64_t counted(Counter C) const { return Counts.get(C); }

  const FileKey Key{5, 5};
  std::string Name;
  int PathFd = -1;
};

TEST_F(AheadTest, TheProgramsOpenDropsAllOfIt) {
  auto Ahead = fetched();
  const int Fd = program(true);
  Disk->setVersion(1);
  EXPECT_EQ(openBy(Fd), Ahead);
  EXPECT_TRUE(Cache.coherence().isKept(*Ahead));
  EXPECT_EQ(Ahead->descriptor(), Fd);
  EXPECT_EQ(counted(Counter::PagesLeftToSystem), 3u);
  EXPECT_EQ(counted(Counter::PagesWasted), 0u);
  Disk->completeAll();
  auto D = Cache.demand().pin(*Ahead, Pages{0, 1, 2});
  for (uint64_t P = 0; P < 3; ++P)
    EXPECT_TRUE(holds(D.pages()[P], P, 1)) << "fetched anew";
  EXPECT_EQ(Disk->forgotten(), std::vector{PathFd});
  EXPECT_EQ(fcntl(PathFd, F_GETFD), -1);
  EXPECT_FALSE(Cache.demand().wereLeftToSystem(*Ahead, Pages{0, 3}));
  EXPECT_FALSE(Cache.demand().wereLeftToSystem(*Ahead, Pages{0}))
      << "read before";
  EXPECT_TRUE(Cache.demand().wereLeftToSystem(*Ahead, Pages{1, 2}));
  EXPECT_FALSE(Cache.demand().wereLeftToSystem(*Ahead, Pages{}));
  Cache.coherence().close(Ahead);
}

TEST_F(AheadTest, ReadsAreIssuedAnewByTheProgramsDescriptor) {
  auto Ahead = fetched();
  openBy(program(false));
  Disk->completeAll();
  Disk->issued();
  Cache.posting().prefetch(*Ahead, {0, 2}, Pages{7}, Cancel);
  EXPECT_EQ(Disk->issued(), std::vector{read(7)});
  EXPECT_FALSE(Disk->heldIsByPath());
  EXPECT_EQ(Disk->heldFd(), Ahead->descriptor());
  Cache.coherence().close(Ahead);
}

TEST_F(AheadTest, WhereTheSystemKeepsNothingNoOtherFileIsOpenedAhead) {
  auto Ahead = fetched();
  openBy(program(false));
  EXPECT_FALSE(Cache.coherence().isKept(*Ahead));
  EXPECT_FALSE(Cache.demand().wereLeftToSystem(*Ahead, Pages{0}));
  EXPECT_FALSE(openAhead({5, 6}));
  EXPECT_TRUE(openAhead({6, 6})) << "another device";
  Cache.coherence().close(Ahead);
}

TEST_F(AheadTest, PagesOfAnUnchangedFileStay) {
  auto Ahead = fetched();
  EXPECT_EQ(openBy(program(false), FetchedBefore::Current), Ahead);
  EXPECT_TRUE(Cache.coherence().isKept(*Ahead)) << "nobody asks the system";
  EXPECT_EQ(counted(Counter::Invalidations), 0u);
  Disk->completeAll();
  EXPECT_TRUE(Cache.posting()
                  .await(*Ahead, {0, 0}, {0, {0, PageSize}}, Cancel)
                  .page()
                  .Data);
  EXPECT_TRUE(
      Cache.posting()
          .await(*Ahead, {0, 1}, {2, {2 * PageSize, 3 * PageSize}}, Cancel)
          .page()
          .Data)
      << "on its way at the open";
  Cache.coherence().close(Ahead);
}

TEST_F(AheadTest, NothingFetchedSaysNothingOfTheDevice) {
  auto Ahead = openAhead(Key);
  openBy(program(false));
  EXPECT_TRUE(Cache.coherence().isKept(*Ahead));
  EXPECT_TRUE(openAhead({5, 6}));
}

TEST_F(AheadTest, FilesThatAreOpenAreNotOpenedAhead) {
  auto Open = openBy(devNull());
  EXPECT_FALSE(openAhead(Key));
  Disk->issued();
  EXPECT_EQ(fcntl(PathFd, F_GETFD), -1) << "closed all the same";
  Cache.coherence().close(Open);
  EXPECT_TRUE(openAhead(Key));
}

TEST_F(AheadTest, TheHandleIsTheProgramsFromItsOpenOn) {
  auto Ahead = fetched();
  const int First = program(true), Second = program(true);
  EXPECT_EQ(openBy(First), Ahead);
  Cache.coherence().closeAhead(Ahead);
  EXPECT_EQ(openBy(Second), Ahead);
  Cache.coherence().closeAhead(Ahead);
  EXPECT_EQ(Ahead->descriptor(), First);
  EXPECT_EQ(fcntl(First, F_GETFL) & O_RDWR, O_RDWR) << "the program's locks";
  EXPECT_EQ(fcntl(Second, F_GETFL) & O_RDWR, O_RDWR);
  Cache.coherence().close(Ahead);
  EXPECT_EQ(Ahead->descriptor(), First);
  Cache.coherence().close(Ahead);
  EXPECT_EQ(Ahead->descriptor(), -1);
}

TEST_F(AheadTest, AProgramThatOpensAndClosesInBetweenKeepsNothing) {
  auto Ahead = fetched();
  const int Fd = program(true);
  openBy(Fd);
  Cache.coherence().close(Ahead);
  EXPECT_EQ(Ahead->descriptor(), -1);
  EXPECT_NE(fcntl(Fd, F_GETFL) & (O_PATH | O_RDWR), O_RDWR)
      << "it is let go of";
  Cache.coherence().closeAhead(Ahead);
}

TEST_F(AheadTest, GivenUpFilesAreClosedByStorage) {
  auto Ahead = fetched();
  Cache.coherence().closeAhead(Ahead);
  EXPECT_EQ(Disk->forgotten(), std::vector<int>{}) << "a read is in flight";
  Disk->completeAll();
  EXPECT_EQ(Disk->forgotten(), std::vector{PathFd});
}

TEST_F(AheadTest, WhatIsInMemoryOrReadPlainlyIsNotKnown) {
  auto Ahead = openAhead(Key);
  std::byte B[1];
  EXPECT_FALSE(Cache.posting().isInMemory(*Ahead, {0, 0}, {0, {0, PageSize}}));
  EXPECT_FALSE(Ahead->readForSource(B, 0));
  Cache.coherence().close(Ahead);
}

TEST(AheadThreadsTest, BackendsWithoutFilesOfTheirOwnOpenNone) {
  Settings S;
  PageCache Cache(S, makeThreadStorage());
  std::atomic<bool> Cancel{false};
  EXPECT_FALSE(Cache.posting().openAhead({1, 1}, open("/", O_PATH | O_CLOEXEC),
                                         "none", 0, Cancel));
}

} // namespace
