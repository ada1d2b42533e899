//===- IdleTimeTest.cpp - prefetching in idle times -----------------------===//
//
// Scripted sequences after Kotz and Ellis (1990), sections 5 and 6.
//
//===----------------------------------------------------------------------===//

#include "scheme/testbed/IdleTime.h"

#include <array>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

using Idle = Scheme::Idle;
using Choice = Scheme::Choice;

const int Files[2] = {};
const void *const File = &Files[0];

void read(Scheme &S, uint64_t Page, const void *Of = File) {
  S.reads(Of, std::array{PagePart{Page, {}}});
}

TEST(IdleTime, FetchesOnlyWhileTheMainThreadWaits) {
  IdleTime S({.PoolPages = 100});
  EXPECT_EQ(S.mayFetch(0, false), 0u);
  for (Idle Why : {Idle::OwnRead, Idle::OthersRead}) {
    S.readBegins(1, 10);
    EXPECT_TRUE(S.idles(Why, 10)) << "the engine shall look";
    EXPECT_EQ(S.mayFetch(0, true), 1u);
    S.readEnds(20);
    EXPECT_EQ(S.mayFetch(0, false), 0u);
  }
  S.idles(Idle::Synchronisation, 30);
  EXPECT_EQ(S.mayFetch(0, false), 1u);
  S.goesOn(40);
  EXPECT_EQ(S.mayFetch(0, false), 0u);
}

TEST(IdleTime, HasOneBufferUnlessToldOtherwise) {
  IdleTime S({.PoolPages = 100});
  S.idles(Idle::Synchronisation, 0);
  EXPECT_EQ(S.mayFetch(1, false), 0u);
  IdleTime Three({.PoolPages = 100}, {.Buffers = 3});
  Three.idles(Idle::Synchronisation, 0);
  EXPECT_EQ(Three.mayFetch(1, false), 2u);
  EXPECT_EQ(Three.mayFetch(5, false), 0u);
}

TEST(IdleTime, DoesNotKnowWhereAPortionBegins) {
  IdleTime S({.PoolPages = 100});
  EXPECT_EQ(S.choose({File, 0, 0}), Choice::Wait) << "nothing was read";
  read(S, 10);
  EXPECT_EQ(S.choose({File, 0, 11}), Choice::Fetch);
  EXPECT_EQ(S.choose({File, 1, 70}), Choice::Wait);
  EXPECT_EQ(S.choose({&Files[1], 0, 11}), Choice::Wait) << "another file";
  read(S, 11);
  read(S, 70);
  EXPECT_EQ(S.choose({File, 0, 71}), Choice::Fetch);
}

TEST(IdleTime, LeavesWhatIsNearerThanTheLeadToDemandReads) {
  IdleTime S({.PoolPages = 100}, {.MinLead = 3});
  read(S, 10);
  EXPECT_EQ(S.choose({File, 0, 11}), Choice::Leave);
  EXPECT_EQ(S.choose({File, 1, 12}), Choice::Leave);
  EXPECT_EQ(S.choose({File, 2, 13}), Choice::Fetch);
}

TEST(IdleTime, BeginsNothingWhenTooLittleOfTheWaitIsLeft) {
  IdleTime S({.PoolPages = 100}, {.MinNs = 300});
  S.idles(Idle::OwnRead, 0);
  EXPECT_TRUE(S.isIdle(5000)) << "no wait is known";
  S.readEnds(1000);
  S.readBegins(1, 2000);
  S.idles(Idle::OwnRead, 2000);
  EXPECT_TRUE(S.isIdle(2700)) << "of 1000";
  EXPECT_FALSE(S.isIdle(2701));
  S.readEnds(3000);
  S.idles(Idle::Synchronisation, 4000);
  EXPECT_TRUE(S.isIdle(9000)) << "waits of another kind count apart";
}

TEST(IdleTime, KeepsWhatIsAheadOfTheProgram) {
  IdleTime S({.PoolPages = 100});
  EXPECT_EQ(S.prefetchedAtLruEnd(1, true), EvictionPolicy::Victim::Used);
  EXPECT_EQ(S.prefetchedAtLruEnd(1, false), EvictionPolicy::Victim::None);
}

} // namespace
