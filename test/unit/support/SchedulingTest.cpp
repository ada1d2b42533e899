//===- SchedulingTest.cpp - how helper threads share cores ----------------===//
//
// What is asked for is had, by the thread that asks alone, and by none of a
// program under a policy of its own.
//
//===----------------------------------------------------------------------===//

#include "support/Scheduling.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <thread>
#include <utility>

using namespace foreslice;

namespace {

int nice() { return getpriority(PRIO_PROCESS, 0); }

void onThread(void (*Body)()) { std::thread(Body).join(); }

bool slicesAreHad() {
  utsname Name;
  int Major = 0, Minor = 0;
  if (sched_getscheduler(0) != SCHED_OTHER || uname(&Name) ||
      sscanf(Name.release, "%d.%d", &Major, &Minor) != 2)
    return false;
  return std::pair(Major, Minor) >= std::pair(6, 12);
}

TEST(SchedulingTest, SaysWhetherThereAreSlices) {
  onThread([] { EXPECT_EQ(scheduling::shortenSlice(), slicesAreHad()); });
}

TEST(SchedulingTest, LowersTheWeightOfTheCallerAlone) {
  static const int Before = nice();
  onThread([] {
    scheduling::lowerWeight();
    EXPECT_EQ(nice(), std::min(Before + 5, 19));
    scheduling::shortenSlice();
    EXPECT_EQ(nice(), std::min(Before + 5, 19)) << "kept with another slice";
  });
  EXPECT_EQ(nice(), Before);
}

TEST(SchedulingTest, StopsAtTheLowest) {
  onThread([] {
    for (int I = 0; I < 8; ++I)
      scheduling::lowerWeight();
    EXPECT_EQ(nice(), 19);
  });
}

TEST(SchedulingTest, LeavesOtherPoliciesAlone) {
  onThread([] {
    const sched_param None{};
    const int Before = nice();
    ASSERT_EQ(sched_setscheduler(0, SCHED_BATCH, &None), 0);
    EXPECT_FALSE(scheduling::shortenSlice());
    scheduling::lowerWeight();
    EXPECT_EQ(sched_getscheduler(0), SCHED_BATCH);
    EXPECT_EQ(nice(), Before);
  });
}

} // namespace
