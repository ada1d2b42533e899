//===- SeldomLaunchTest.cpp - launches that are held back or left out -----===//
//
// Regions that gain nothing by a slice cost next to nothing.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <chrono>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

std::atomic<uint64_t> Seen{0};

void nothing(const void *) {}
void remember(const void *Packet) { Seen = valueOf(Packet); }

TEST_F(SliceTest, RegionsThatAreTooShortAreLeftOut) {
  foreslice_region R = makeRegion(nothing);
  R.flags = FORESLICE_REGION_POSIX;
  // However often the system interrupts this thread.
  EXPECT_TRUE(eventually([&] {
    bool Launched = launch(R);
    foreslice_end(&R);
    return !Launched;
  }));
}

TEST_F(SliceTest, HeldRegionsThatAreTooShortAreLeftOutMoreAndMore) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::Hooks Before = slice_runner::setHooks(H);
  foreslice_region R = makeRegion(nothing);
  R.flags = FORESLICE_REGION_POSIX;
  unsigned InARow = 0;
  // However often the system interrupts this thread.
  EXPECT_TRUE(eventually([&] {
    InARow = launch(R) ? 0 : InARow + 1;
    foreslice_end(&R);
    return InARow > 64;
  }));
  slice_runner::setHooks(Before);
}

TEST_F(SliceTest, ShortRegionsWithTwoReadsAreLaunched) {
  foreslice_region R = makeRegion(nothing);
  R.flags = FORESLICE_REGION_POSIX;
  for (int I = 0; I < 100; ++I) {
    ASSERT_TRUE(launch(R));
    EXPECT_TRUE(slice_runner::readBegins());
    EXPECT_FALSE(slice_runner::readBegins());
    foreslice_end(&R);
  }
}

TEST_F(SliceTest, HeldSliceStartsWhenToldTo) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = makeRegion(remember, 8);
  Since Completed(RunCounter::SlicesCompleted);
  Since NotNeeded(RunCounter::SlicesNotNeeded);
  Seen = 0;
  slice_runner::startHeld(); // Nothing is launched.
  ASSERT_TRUE(launch(R, 21));
  EXPECT_TRUE(slice_runner::inRegion());
  EXPECT_TRUE(slice_runner::isHeld());
  foreslice_end(&R);
  EXPECT_FALSE(slice_runner::isHeld());
  EXPECT_EQ(NotNeeded(), 1u);
  ASSERT_TRUE(launch(R, 22));
  slice_runner::startHeld();
  EXPECT_TRUE(slice_runner::inRegion());
  EXPECT_FALSE(slice_runner::isHeld());
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Seen, 22u);
  foreslice_end(&R);
  EXPECT_EQ(NotNeeded(), 1u);
}

/// Launches of R out of Times that were made; each ends after a Pause.
unsigned launchesOf(foreslice_region &R, unsigned Times,
                    std::chrono::milliseconds Pause = {}) {
  unsigned Made = 0;
  for (unsigned I = 0; I < Times; ++I) {
    if (!launch(R, 1))
      continue;
    ++Made;
    std::this_thread::sleep_for(Pause);
    foreslice_end(&R);
  }
  return Made;
}

TEST_F(SliceTest, ShortRegionsThatNeedNoSliceAreSeldomLaunched) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = makeRegion(remember, 8), Long = makeRegion(remember, 8);
  EXPECT_EQ(launchesOf(R, 8), 8u);
  EXPECT_EQ(launchesOf(R, 63), 0u);
  EXPECT_EQ(launchesOf(R, 64), 1u);
  EXPECT_EQ(launchesOf(Long, 20, std::chrono::milliseconds(2)), 20u);
  // Needed once, it is launched as before.
  ASSERT_TRUE(launch(R, 1));
  slice_runner::startHeld();
  foreslice_end(&R);
  EXPECT_EQ(launchesOf(R, 8), 8u);
}

TEST_F(SliceTest, ProgramCountsLaunchesThatAreLeftOut) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = makeRegion(remember, 8);
  EXPECT_EQ(launchesOf(R, 7), 7u);
  EXPECT_EQ(R.skips, 0u);
  EXPECT_EQ(launchesOf(R, 1), 1u);
  EXPECT_EQ(R.skips, 63u);
  EXPECT_FALSE(launch(R)) << "of a program of an earlier release";
  EXPECT_EQ(R.skips, 62u);
  R.skips = 0;
  ASSERT_TRUE(launch(R));
  slice_runner::startHeld();
  foreslice_end(&R);
  EXPECT_EQ(R.skips, 0u) << "the slice was needed";
  slice_runner::turnOff(R, "for the test");
  EXPECT_FALSE(launch(R));
  EXPECT_GT(R.skips, 63u);
}

TEST_F(SliceTest, InnerRegionsThatAreOftenRefusedAreLeftOut) {
  foreslice_region Outer = makeRegion(nothing), Inner = makeRegion(nothing),
                   Seldom = makeRegion(nothing);
  ASSERT_TRUE(launch(Outer));
  for (int I = 0; I < 130; ++I) {
    EXPECT_FALSE(launch(Seldom));
    std::this_thread::sleep_for(std::chrono::microseconds(10));
  }
  EXPECT_EQ(Seldom.skips, 0u);
  // However often the system interrupts this thread.
  EXPECT_TRUE(eventually([&] {
    for (int I = 0; I < 64 && Inner.skips == 0; ++I)
      EXPECT_FALSE(launch(Inner));
    return Inner.skips != 0;
  }));
  foreslice_end(&Outer);
  const unsigned Left = Inner.skips;
  EXPECT_LE(Left, 63u);
  EXPECT_EQ(launchesOf(Inner, Left), 0u);
  EXPECT_EQ(launchesOf(Inner, 1), 1u);
}

TEST_F(SliceTest, RegionsOfMpiWhoseSlicesAreAheadOfNoReadAreSeldomLaunched) {
  foreslice_region R = makeRegion(nothing);
  auto Launches = [&R](int Tries, bool FindsData) {
    int Made = 0;
    for (int I = 0; I < Tries; ++I) {
      Made += launch(R);
      slice_runner::readEnded(false);
      if (FindsData)
        slice_runner::readEnded(true);
      foreslice_end(&R);
    }
    return Made;
  };
  EXPECT_EQ(Launches(100, true), 100);
  EXPECT_EQ(Launches(8, false), 8);
  EXPECT_EQ(Launches(63, false), 0);
  EXPECT_EQ(Launches(1, true), 1);
  EXPECT_EQ(Launches(8, false), 8);
}

TEST_F(SliceTest, RegionsWhoseReadsFindNothingAreLeftAlone) {
  foreslice_region R = makeRegion(nothing);
  auto Reads = [](int Count) {
    for (int I = 0; I < Count; ++I)
      I % 2 ? slice_runner::readUnknown() : slice_runner::readEnded(false);
  };
  Reads(100);
  EXPECT_FALSE(slice_runner::isLeftAlone()) << "in no region";
  ASSERT_TRUE(launch(R));
  Reads(1);
  EXPECT_FALSE(slice_runner::isLeftAlone());
  Reads(1);
  EXPECT_TRUE(slice_runner::isLeftAlone());
  slice_runner::readEnded(true);
  EXPECT_FALSE(slice_runner::isLeftAlone());
  Reads(1);
  foreslice_end(&R);
  EXPECT_FALSE(slice_runner::isLeftAlone()) << "in no region";
  ASSERT_TRUE(launch(R));
  EXPECT_FALSE(slice_runner::isLeftAlone());
  Reads(1);
  EXPECT_TRUE(slice_runner::isLeftAlone()) << "a read of each launch";
  slice_runner::readEnded(true);
  foreslice_end(&R);
  ASSERT_TRUE(launch(R));
  EXPECT_FALSE(slice_runner::isLeftAlone());
  foreslice_end(&R);
}

} // namespace
