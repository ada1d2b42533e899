//===- ForwardTest.cpp - values from the main thread to its slice ---------===//
//
// In order, whole, and to the slice of that launch only; neither side waits for
// what cannot come.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include "source/slice/PrefetchThread.h"

#include <array>
#include <ctime>
#include <random>
#include <thread>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint32_t Site = 7;
using ForwardTest = SliceTest;

std::atomic<uint64_t> Sum, Received;
std::atomic<bool> Begun;

uint64_t received(uint32_t At = Site) {
  auto *To = static_cast<uint64_t *>(foreslice_slice_alloc(sizeof(uint64_t)));
  foreslice_slice_receive(At, To, sizeof *To);
  return *To;
}

/// Receives as many values as its packet says.
void receiveSome(const void *Packet) {
  Begun = true;
  auto *To = static_cast<uint64_t *>(foreslice_slice_alloc(sizeof(uint64_t)));
  for (uint64_t N = valueOf(Packet); N != 0; --N) {
    foreslice_slice_receive(Site, To, sizeof *To);
    Sum = Sum * 31 + *To;
    ++Received;
  }
}

foreslice_region receiver() {
  Sum = Received = 0;
  Begun = false;
  return makeRegion(receiveSome, 8);
}

void forward(foreslice_region &R, uint64_t Value, uint32_t At = Site) {
  foreslice_forward(&R, At, &Value, sizeof Value);
}

TEST_F(ForwardTest, ValuesArriveInOrder) {
  foreslice_region R = receiver();
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 1000));
  uint64_t Expected = 0;
  for (uint64_t I = 1; I <= 1000; ++I) {
    forward(R, I * I);
    Expected = Expected * 31 + I * I;
    if (I % 100 == 0) // let it wait now and then
      ASSERT_TRUE(eventually([&] { return Received == I; }));
  }
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, Expected);
  foreslice_end(&R);
}

/// Launches R, whose slice waits for one value more than Reads. Behind each
/// wait but the last, the program waits for storage. Every one of FindsOneOf
/// reads finds the slice's data; 0: none.
void readBehindWaits(foreslice_region &R, unsigned Reads, unsigned FindsOneOf) {
  const Channel &Values = PrefetchThread::of(0).Work.channel();
  unsigned Before = Values.waits();
  ASSERT_TRUE(launch(R, Reads + 1));
  for (unsigned I = 1; I <= Reads; ++I) {
    ASSERT_TRUE(eventually([&] { return Values.waits() != Before; }));
    Before = Values.waits();
    slice_runner::readEnded(FindsOneOf != 0 && I % FindsOneOf == 0);
    slice_runner::readWaited();
    forward(R, I);
    ASSERT_TRUE(eventually([&] { return Received == I; }));
  }
}

TEST_F(ForwardTest, SlicesThatWaitBeforeEachSlowReadAreGivenUp) {
  foreslice_region R = receiver();
  R.flags = FORESLICE_REGION_POSIX;
  Since Overtaken(RunCounter::SlicesOvertaken);
  readBehindWaits(R, 3, 0);
  EXPECT_TRUE(Overtaken.reaches(1));
  foreslice_end(&R);
  EXPECT_FALSE(launch(R)) << "for a while";
}

TEST_F(ForwardTest, SlicesThatWaitOnceForManySlowReadsAreNotGivenUp) {
  foreslice_region R = receiver();
  R.flags = FORESLICE_REGION_POSIX;
  Since Completed(RunCounter::SlicesCompleted);
  const Channel &Values = PrefetchThread::of(0).Work.channel();
  unsigned Before = Values.waits();
  ASSERT_TRUE(launch(R, 2));
  ASSERT_TRUE(eventually([&] { return Values.waits() != Before; }));
  for (int I = 0; I < 50; ++I) {
    slice_runner::readEnded(false);
    slice_runner::readWaited();
  }
  Before = Values.waits();
  forward(R, 1);
  ASSERT_TRUE(eventually([&] { return Values.waits() != Before; }));
  forward(R, 2);
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&R);
}

/// Launches R, whose slice waits for Values values, and has the first read find
/// no data behind the first wait.
void readInVainBehindWait(foreslice_region &R, unsigned Values) {
  const Channel &Forwarded = PrefetchThread::of(0).Work.channel();
  const unsigned Before = Forwarded.waits();
  ASSERT_TRUE(launch(R, Values));
  ASSERT_TRUE(eventually([&] { return Forwarded.waits() != Before; }));
  slice_runner::readEnded(false);
}

TEST_F(ForwardTest, SlicesThatWaitInAPageForSlowReadsLeaveTheProgramAlone) {
  foreslice_region R = receiver();
  R.flags = FORESLICE_REGION_POSIX;
  const Channel &Values = PrefetchThread::of(0).Work.channel();
  Since Overtaken(RunCounter::SlicesOvertaken);
  readInVainBehindWait(R, 5);
  EXPECT_FALSE(slice_runner::isLeftAlone());
  for (unsigned I = 1; I <= 3; ++I) {
    const unsigned Before = Values.waits();
    forward(R, I);
    ASSERT_TRUE(eventually([&] { return Values.waits() != Before; }));
    slice_runner::readWaitedAgain();
    EXPECT_TRUE(slice_runner::isLeftAlone());
  }
  forward(R, 4);
  EXPECT_TRUE(Overtaken.reaches(1));
  foreslice_end(&R);
}

TEST_F(ForwardTest, SlicesThatDoNotWaitForSlowReadsInAPageAreNotLeftBehind) {
  foreslice_region R = receiver();
  R.flags = FORESLICE_REGION_POSIX;
  Since Completed(RunCounter::SlicesCompleted);
  slice_runner::readWaitedAgain(); // in no region
  readInVainBehindWait(R, 1);
  for (int I = 0; I < 50; ++I)
    slice_runner::readWaitedAgain();
  EXPECT_FALSE(slice_runner::isLeftAlone());
  slice_runner::readEnded(true);
  slice_runner::readWaitedAgain();
  EXPECT_FALSE(slice_runner::isLeftAlone());
  forward(R, 1);
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&R);
}

TEST_F(ForwardTest, SlicesThatBringDataNowAndThenAreNotGivenUp) {
  foreslice_region R = receiver();
  R.flags = FORESLICE_REGION_POSIX;
  Since Completed(RunCounter::SlicesCompleted);
  readBehindWaits(R, 12, 3);
  forward(R, 13);
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&R);
}

TEST_F(ForwardTest, GuardedValuesAreZeroWhereThereIsLess) {
  foreslice_region R = receiver();
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 2));
  const uint64_t Value = 5;
  foreslice_forward_guarded(&R, Site, &Value, sizeof Value);
  foreslice_forward_guarded(&R, Site, reinterpret_cast<void *>(8),
                            sizeof Value);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, 5u * 31);
  foreslice_end(&R);
}

TEST_F(ForwardTest, ManyLaunchesWithRandomNumbersOfValues) {
  std::mt19937 Random(3);
  foreslice_region R = receiver();
  for (int Launch = 0; Launch < 500; ++Launch) {
    uint64_t Wanted = Random() % 20, Sent = Random() % 20;
    Since Completed(RunCounter::SlicesCompleted);
    Sum = Received = 0;
    ASSERT_TRUE(launch(R, Wanted));
    uint64_t Expected = 0;
    for (uint64_t I = 0; I < Sent; ++I) {
      uint64_t Value = Random();
      forward(R, Value);
      if (I < Wanted)
        Expected = Expected * 31 + Value;
    }
    if (Sent >= Wanted) {
      ASSERT_TRUE(Completed.reaches(1));
      ASSERT_EQ(Sum, Expected) << "launch " << Launch;
    }
    foreslice_end(&R);
  }
}

TEST_F(ForwardTest, LargeValuesCrossTheEndOfTheRing) {
  constexpr size_t Largest = FORESLICE_MAX_FORWARD;
  static std::array<unsigned char, Largest> Main;
  static std::atomic<int> Wrong;
  Wrong = 0;
  for (auto &Byte : Main)
    Byte = 0xee;
  foreslice_region R = receiver();
  R.slice = [](const void *) {
    auto *Own = static_cast<unsigned char *>(foreslice_slice_alloc(Largest));
    for (uint64_t I = 1; I <= 50; ++I) {
      uint64_t Size = Largest - I * 777 % 5000;
      void *To = I % 2 ? Own : Main.data(); // its own, or an overlay
      foreslice_slice_receive(Site, To, Size);
      foreslice_slice_load(Own, To, Size);
      for (uint64_t J = 0; J < Size; ++J)
        Wrong += Own[J] != static_cast<unsigned char>(I + J * 3);
      Received = I;
    }
  };
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R));
  std::vector<unsigned char> Value(Largest);
  for (uint64_t I = 1; I <= 50; ++I) {
    for (uint64_t J = 0; J < Largest; ++J)
      Value[J] = static_cast<unsigned char>(I + J * 3);
    foreslice_forward(&R, Site, Value.data(), Largest - I * 777 % 5000);
    if (I % 3 == 0)
      ASSERT_TRUE(eventually([&] { return Received == I; }));
  }
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Wrong, 0);
  foreslice_end(&R);
  for (auto Byte : Main)
    ASSERT_EQ(Byte, 0xee);
}

TEST_F(ForwardTest, EmptyValuesKeepTheOrder) {
  foreslice_region R = receiver();
  R.slice = [](const void *) {
    foreslice_slice_receive(1, nullptr, 0);
    Sum = received(2);
  };
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R));
  foreslice_forward(&R, 1, nullptr, 0);
  forward(R, 5, 2);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, 5u);
  foreslice_end(&R);
}

TEST_F(ForwardTest, OtherSiteOrSizeEndsTheSlice) {
  foreslice_region R = receiver();
  for (bool OtherSite : {true, false}) {
    Since Diverged(RunCounter::SlicesDiverged);
    ASSERT_TRUE(launch(R, 1));
    if (OtherSite)
      forward(R, 1, Site + 1);
    else
      foreslice_forward(&R, Site, &R, 4);
    EXPECT_TRUE(Diverged.reaches(1));
    foreslice_end(&R);
  }
  EXPECT_EQ(Received, 0u);
}

TEST_F(ForwardTest, RegionEndCancelsASliceThatWaits) {
  foreslice_region R = receiver();
  Since Cancelled(RunCounter::SlicesCancelled);
  for (uint64_t I = 1; I <= 200; ++I) {
    ASSERT_TRUE(launch(R, 1));
    if (I % 2) {
      ASSERT_TRUE(eventually([] { return Begun.load(); }));
      Begun = false;
    }
    foreslice_end(&R);
    ASSERT_TRUE(Cancelled.reaches(I));
  }
  EXPECT_EQ(Received, 0u);
}

TEST_F(ForwardTest, ValuesOfAnEndedLaunchAreNotTheNextOnes) {
  foreslice_region R = receiver(), Idle = makeRegion(endless);
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(Idle));
  forward(Idle, 1);
  forward(Idle, 2);
  foreslice_end(&Idle);
  ASSERT_TRUE(launch(R, 1));
  forward(R, 3);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, 3u);
  foreslice_end(&R);
}

TEST_F(ForwardTest, AHeldSliceGetsWhatWasSentBeforeItStarts) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = receiver();
  // Those that never start leave nothing in the channel. From the eighth on
  // they would not be launched.
  for (int I = 0; I < 7; ++I) {
    ASSERT_TRUE(launch(R, 1));
    for (uint64_t J = 0; J < FORESLICE_CHANNEL_SIZE / 32; ++J)
      forward(R, J);
    foreslice_end(&R);
  }
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 3));
  forward(R, 1);
  forward(R, 2);
  slice_runner::startHeld();
  forward(R, 3);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, (1u * 31 + 2) * 31 + 3);
  foreslice_end(&R);
}

TEST_F(ForwardTest, AHeldSliceGetsTheFirstValues) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = receiver();
  constexpr unsigned Kept = (64 << 10) / 32; // a header and the value
  ASSERT_TRUE(launch(R, 2 * Kept));
  for (uint64_t I = 0; I < Kept + 100; ++I)
    forward(R, I);
  slice_runner::startHeld();
  forward(R, 0);
  EXPECT_TRUE(eventually([] { return Received >= Kept; }));
  foreslice_end(&R);
  EXPECT_EQ(Received, Kept);
}

/// As the program looks at who wants values.
uint32_t listeners(const foreslice_region &R) {
  return R.state
             ? static_cast<const foreslice_region_state *>(R.state)->listeners
             : 0;
}

TEST_F(ForwardTest, TheProgramSeesWhetherAnySliceWantsValues) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = receiver();
  EXPECT_EQ(listeners(R), 0u);
  ASSERT_TRUE(launch(R, 1));
  EXPECT_EQ(listeners(R), 1u);
  foreslice_end(&R);
  EXPECT_EQ(listeners(R), 0u);
  // A slice that is held back wants no more than the first values.
  ASSERT_TRUE(launch(R, 1));
  uint64_t Sent = 0;
  for (; Sent < FORESLICE_CHANNEL_SIZE && listeners(R) != 0; ++Sent)
    forward(R, Sent);
  EXPECT_EQ(Sent, (64u << 10) / 32 + 1);
  foreslice_end(&R);
  EXPECT_EQ(listeners(R), 0u);
  // One in another thread still does.
  ASSERT_TRUE(launch(R, 1));
  std::thread([&R] {
    ASSERT_TRUE(launch(R, 1));
    EXPECT_EQ(listeners(R), 2u);
    foreslice_end(&R);
  }).join();
  EXPECT_EQ(listeners(R), 1u);
  foreslice_end(&R);
  EXPECT_EQ(listeners(R), 0u);
}

TEST_F(ForwardTest, ASliceThatHasEndedWantsNoValues) {
  foreslice_region R = receiver();
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 1));
  forward(R, 1);
  EXPECT_TRUE(Completed.reaches(1));
  forward(R, 2);
  EXPECT_EQ(listeners(R), 0u);
  foreslice_end(&R);
}

TEST_F(ForwardTest, ASliceThatIsHeldAgainAndAgainGetsFewValues) {
  slice_runner::Hooks H;
  H.Decide = [](foreslice_region *) { return LaunchDecision::Held; };
  slice_runner::setHooks(H);
  foreslice_region R = receiver();
  for (int I = 0; I < 4; ++I) { // to the region's end
    ASSERT_TRUE(launch(R, 1));
    foreslice_end(&R);
  }
  ASSERT_TRUE(launch(R, 1000));
  for (uint64_t I = 1; I <= 100; ++I)
    forward(R, I);
  slice_runner::startHeld();
  for (uint64_t I = 101; I <= 1000; ++I)
    forward(R, I);
  EXPECT_TRUE(eventually([] { return Received >= 64; }));
  foreslice_end(&R);
  EXPECT_EQ(Received, 64u);
  // A slice that starts in time gets all.
  for (int I = 0; I < 4; ++I) {
    ASSERT_TRUE(launch(R, 1));
    foreslice_end(&R);
  }
  Received = 0;
  ASSERT_TRUE(launch(R, 1000));
  for (uint64_t I = 1; I <= 10; ++I)
    forward(R, I);
  slice_runner::startHeld();
  for (uint64_t I = 11; I <= 1000; ++I)
    forward(R, I);
  EXPECT_TRUE(eventually([] { return Received == 1000; }));
  foreslice_end(&R);
}

TEST_F(ForwardTest, AFullChannelEndsTheSliceAfterWhatFitted) {
  static std::atomic<bool> Go;
  Go = false;
  foreslice_region R = receiver();
  R.slice = [](const void *) {
    while (!Go) {
      execution::enter();
      execution::leave();
    }
    for (;;) {
      received();
      ++Received;
    }
  };
  Since Full(RunCounter::SlicesChannelFull);
  ASSERT_TRUE(launch(R));
  for (uint64_t I = 0; I < FORESLICE_CHANNEL_SIZE; ++I)
    forward(R, I);
  Go = true;
  EXPECT_TRUE(Full.reaches(1));
  EXPECT_EQ(Received, FORESLICE_CHANNEL_SIZE / 32); // a header and the value
  foreslice_end(&R);
  // Nothing of it is left for the next launch.
  foreslice_region Next = receiver();
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(Next, 1));
  forward(Next, 9);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, 9u);
  foreslice_end(&Next);
}

TEST_F(ForwardTest, ATooLargeValueCountsAsNoRoom) {
  foreslice_region R = receiver();
  Since Full(RunCounter::SlicesChannelFull);
  ASSERT_TRUE(launch(R, 2));
  forward(R, 1);
  static std::array<char, FORESLICE_MAX_FORWARD + 1> Value;
  foreslice_forward(&R, Site, Value.data(), Value.size());
  forward(R, 2);
  EXPECT_TRUE(Full.reaches(1));
  EXPECT_EQ(Received, 1u);
  foreslice_end(&R);
}

TEST_F(ForwardTest, DoesNothingOutsideOfItsRegion) {
  foreslice_region R = receiver(), Other = makeRegion(receiveSome, 8);
  forward(R, 1); // not launched
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 1));
  forward(Other, 2);                          // another region
  std::thread([&] { forward(R, 3); }).join(); // another thread
  forward(R, 4);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Sum, 4u);
  for (uint64_t I = 0; I < FORESLICE_CHANNEL_SIZE; ++I)
    forward(R, 5); // its slice has ended
  foreslice_end(&R);
  forward(R, 6);
}

TEST_F(ForwardTest, AWaitIsNotEndless) {
  // More than a second of CPU time on this thread, none on the slice's.
  foreslice_region R = receiver();
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 1));
  timespec Now;
  do {
    spin(1000);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  } while (Now.tv_sec * 10 + Now.tv_nsec / 100'000'000 < 15);
  forward(R, 1);
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&R);
}

TEST_F(ForwardTest, ReceiveOnOtherThreadsReturns) {
  uint64_t To = 3;
  foreslice_slice_receive(Site, &To, sizeof To);
  EXPECT_EQ(To, 3u);
}

} // namespace
