//===- IdleTimeTest.cpp - the engine in idle times ------------------------===//
//
// The engine under idle_time: what it begins while the main thread waits.
//
//===----------------------------------------------------------------------===//

#include "SchemesFixture.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

struct IdleTimeTest : SchemesTest {
  IdleTimeTest() {
    Cache.posting().setScheme(SchemeKind::IdleTime);
    for (uint64_t P : {0, 1, 2, 50, 51})
      post(Posted++, {P});
  }
  /// A read of the main thread; true on a hit. Idle: what the engine begins
  /// while a read that misses is made.
  bool next(uint64_t Page, const std::vector<Issued> &Idle = {}) {
    File->Positions.callBegins(0);
    auto D = Cache.demand().pin(*File, Pages{Page});
    EXPECT_EQ(Disk->issued(), Idle) << Page;
    bool Hit = D.hits() != 0;
    D.over();
    D.markUsed();
    return Hit;
  }
  uint64_t Posted = 0;
};

TEST_F(IdleTimeTest, BeginsOnePageInEachIdleTime) {
  EXPECT_EQ(Disk->issued(), std::vector<Issued>()) << "the program computes";
  EXPECT_FALSE(next(0, {read(1)}));
  Disk->completeAll();
  EXPECT_EQ(Disk->issued(), std::vector<Issued>()) << "one buffer";
  EXPECT_TRUE(next(1));
  Cache.demand().meets();
  EXPECT_EQ(Disk->issued(), std::vector<Issued>{read(2)});
  Cache.demand().goesOn();
  Disk->completeAll();
  EXPECT_TRUE(next(2));
  EXPECT_EQ(Disk->issued(), std::vector<Issued>()) << "it computes again";
}

TEST_F(IdleTimeTest, BeginsNothingBehindAPortion) {
  next(0, {read(1)});
  Disk->completeAll();
  EXPECT_TRUE(next(1));
  Cache.demand().meets();
  EXPECT_EQ(Disk->issued(), std::vector<Issued>{read(2)});
  Cache.demand().goesOn();
  Disk->completeAll();
  EXPECT_TRUE(next(2));
  Cache.demand().meets();
  EXPECT_EQ(Disk->issued(), std::vector<Issued>());
  Cache.demand().goesOn();
  EXPECT_FALSE(next(50, {read(51)})) << "its first read tells";
}

} // namespace
