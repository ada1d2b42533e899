//===- StoredFileTest.cpp - files of several backends in one cache --------===//
//
// Which backend reads a file is the file's own matter. Delays are gates that
// the test opens: no verdict hangs on time.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "cache/ReadPlan.h"

#include <cerrno>

using namespace foreslice;
using namespace foreslice::test;

namespace {

/// One engine, which waits in the storage of Disk. The file of the fixture is
/// read there, and Other by the backend that Gate plays.
struct StoredFileTest : CacheTest {
  StoredFileTest() {
    Other = Cache.coherence().open({2, ++Number}, Bytes, "memory");
    Other->Stats = &OfOther;
  }
  void TearDown() override {
    Gate->letGo();
    CacheTest::TearDown();
  }
  void postOther(uint64_t CallId, const Pages &P) {
    Cache.posting().prefetch(*Other, {0, CallId}, P, Cancel);
  }
  /// Waits for what has come of Page; its view if all of that has come.
  PageView viewOf(uint64_t Page) {
    Demand Now = Cache.demand().pin(*Other, Pages{Page});
    Now.over();
    return Now.pages()[0];
  }

  static inline unsigned Number = 0;
  static constexpr uint64_t OtherPages = 50;
  FileStatistics OfOther{"memory"};
  std::shared_ptr<Script> Gate = std::make_shared<Script>();
  std::shared_ptr<MemoryFile> Bytes =
      std::make_shared<MemoryFile>(Gate, OtherPages *PageSize);
  std::shared_ptr<CachedFile> Other;
};

TEST_F(StoredFileTest, EachFileIsReadByItsOwnBackend) {
  post(0, {1});
  postOther(0, {2, 3});
  Disk->issued(); // the engine has submitted all
  Gate->complete();
  EXPECT_TRUE(holds(viewOf(2), 2));
  EXPECT_TRUE(holds(viewOf(3), 3));
  EXPECT_EQ(Cache.demand().probe(*File, Pages{1}), 1u) << "still on its way";
  Disk->complete();
  EXPECT_TRUE(use(1));
  EXPECT_EQ(OfOther.get(Counter::StorageReads), 1u);
  EXPECT_EQ(OfOther.get(Counter::StorageBytes), 2 * PageSize);
}

TEST_F(StoredFileTest, OneBackendThatHangsHoldsNoOtherUp) {
  postOther(0, {0});
  Disk->issued();
  for (uint64_t I = 0; I < 10; ++I)
    fetch({I}, I);
  for (uint64_t I = 0; I < 10; ++I)
    EXPECT_TRUE(use(I));
  Gate->complete();
  EXPECT_TRUE(holds(viewOf(0), 0));
}

TEST_F(StoredFileTest, ErrorsOfABackendLeaveTheReadToTheProgram) {
  postOther(0, {4});
  Disk->issued();
  Gate->complete(-EIO);
  Disk->issued(); // the engine has heard of it
  EXPECT_EQ(Cache.demand().probe(*Other, Pages{4}), 0u);
  EXPECT_EQ(OfOther.get(Counter::StorageBytes), 0u);
}

TEST_F(StoredFileTest, WhatABackendAnswersInPartIsAskedForAgain) {
  postOther(0, {5});
  Disk->issued();
  Gate->complete(1000);
  Disk->issued();
  Gate->complete(-EAGAIN);
  Disk->issued();
  Gate->complete();
  EXPECT_TRUE(holds(viewOf(5), 5));
  EXPECT_EQ(OfOther.get(Counter::StorageReads), 3u);
}

TEST_F(StoredFileTest, ABackendMayAnswerAtOnce) {
  Gate->letGo();
  for (uint64_t I = 0; I < 20; ++I)
    postOther(I, {I});
  for (uint64_t I = 0; I < 20; ++I)
    EXPECT_TRUE(holds(viewOf(I), I)) << I;
}

TEST_F(StoredFileTest, AbsentPagesOfAReadComeFromTheFile) {
  postOther(0, {1});
  Disk->issued();
  Gate->complete();
  ReadPlan Plan;
  const uint64_t Begin = PageSize / 2, Length = 3 * PageSize;
  Plan.divide({View::bytes(), Begin, Length}, LayoutNode::bytes(Length),
              PageGrid(PageSize));
  std::vector<std::byte> Buffer(Length);
  auto Copy = [&] {
    Demand Now = Cache.demand().pin(*Other, Plan.pages());
    Now.over();
    return Plan.copy(Now.pages(), *Other, Buffer.data());
  };
  ASSERT_TRUE(Copy());
  for (uint64_t I = 0; I < Length; ++I)
    ASSERT_EQ(Buffer[I], Script::byteAt(Begin + I, 0)) << I;
  Bytes->fail(EIO);
  EXPECT_FALSE(Copy());
}

TEST_F(StoredFileTest, NothingIsKnownOfAFileAfterItsLastClose) {
  struct stat S;
  std::byte Byte;
  Bytes->keep(0);
  EXPECT_EQ(Other->size(), OtherPages * PageSize);
  EXPECT_TRUE(Other->isResident({0, 1}));
  EXPECT_EQ(Other->read({&Byte, 1}, 7), 1u);
  EXPECT_EQ(Other->descriptor(), -1);
  Cache.coherence().close(Other);
  EXPECT_TRUE(Bytes->isRetired());
  EXPECT_FALSE(Other->stored());
  EXPECT_FALSE(Other->status(S));
  EXPECT_EQ(Other->size(), 0u);
  EXPECT_FALSE(Other->isResident({0, 1}));
  EXPECT_EQ(Other->read({&Byte, 1}, 7), 0u);
}

TEST_F(StoredFileTest, TheEngineEndsIdleAndHearsOfLaterReads) {
  postOther(0, {1});
  Disk->issued();
  Cache.control().endIdle();
  Gate->complete();
  EXPECT_TRUE(holds(viewOf(1), 1)) << "a read was under way";
}

} // namespace
