//===- LaunchTest.cpp - packets, launches and ends ------------------------===//
//
// The main thread's side: who may launch, what the hooks hear, and that a
// packet stays whole until its slice has ended.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <cerrno>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

std::atomic<uint64_t> Seen{0};
std::atomic<uint64_t> Wrong{0};

void nothing(const void *) {}
void remember(const void *Packet) { Seen = valueOf(Packet); }

/// Reads its packet over and over, until cancelled.
void watchPacket(const void *Packet) {
  uint64_t First = valueOf(Packet);
  Seen = First;
  const auto *Words = static_cast<const volatile uint64_t *>(Packet);
  for (;;) {
    if (*Words != First)
      Wrong = 1;
    if (UnderThreadSanitizer) {
      execution::enter();
      execution::leave();
    }
  }
}

TEST_F(SliceTest, SliceGetsItsPacket) {
  foreslice_region R = makeRegion(remember, 8);
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 4711));
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Seen, 4711u);
  foreslice_end(&R);
}

TEST_F(SliceTest, PacketIsAlignedAndBounded) {
  foreslice_region R = makeRegion(nothing, 1);
  void *Packet = foreslice_packet(&R);
  ASSERT_TRUE(Packet);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Packet) % 16, 0u);
  std::memset(Packet, 1, 16); // at least 16 bytes
  foreslice_end(&R);
  foreslice_region Large = makeRegion(nothing, FORESLICE_MAX_PACKET);
  Packet = foreslice_packet(&Large);
  ASSERT_TRUE(Packet);
  std::memset(Packet, 1, FORESLICE_MAX_PACKET);
  foreslice_end(&Large);
  foreslice_region TooLarge = makeRegion(nothing, FORESLICE_MAX_PACKET + 1);
  EXPECT_FALSE(foreslice_packet(&TooLarge));
}

TEST_F(SliceTest, InRegionFromLaunchToEndOnThatThreadOnly) {
  foreslice_region R = makeRegion(nothing);
  EXPECT_FALSE(slice_runner::inRegion());
  void *Packet = foreslice_packet(&R);
  EXPECT_FALSE(slice_runner::inRegion());
  foreslice_launch(&R, Packet);
  EXPECT_TRUE(slice_runner::inRegion());
  std::thread([] { EXPECT_FALSE(slice_runner::inRegion()); }).join();
  foreslice_end(&R);
  EXPECT_FALSE(slice_runner::inRegion());
}

TEST_F(SliceTest, ThreadsThatRunTasksAreInTheRegionThatMakesThem) {
  foreslice_region R = makeRegion(nothing);
  R.flags = FORESLICE_REGION_TASKS;
  auto InTask = [] {
    uint64_t Launch = 0;
    std::thread([&] {
      EXPECT_FALSE(slice_runner::inRegion());
      foreslice_task_begins();
      Launch = slice_runner::launchNumber();
      EXPECT_EQ(slice_runner::inRegion(), Launch != 0);
      EXPECT_FALSE(slice_runner::isHeld());
      foreslice_task_begins(); // inside the other one
      foreslice_task_ends();
      EXPECT_EQ(slice_runner::launchNumber(), Launch);
      foreslice_task_ends();
      foreslice_task_ends(); // one too many
      EXPECT_FALSE(slice_runner::inRegion());
    }).join();
    return Launch;
  };
  EXPECT_EQ(InTask(), 0u);
  ASSERT_TRUE(launch(R));
  uint64_t Launch = slice_runner::launchNumber();
  EXPECT_EQ(InTask(), Launch);
  foreslice_end(&R);
  EXPECT_EQ(InTask(), 0u);
}

TEST_F(SliceTest, InnerRegionIsRefusedAndItsEndLeavesTheOuter) {
  foreslice_region Outer = makeRegion(endless), Inner = makeRegion(nothing);
  ASSERT_TRUE(launch(Outer));
  EXPECT_FALSE(foreslice_packet(&Inner));
  foreslice_end(&Inner);
  EXPECT_TRUE(slice_runner::inRegion());
  foreslice_end(&Outer);
  ASSERT_TRUE(launch(Inner));
  foreslice_end(&Inner);
}

[[gnu::noinline]] void callBack(foreslice_region &Inner, bool End) {
  Since Completed(RunCounter::SlicesCompleted);
  EXPECT_TRUE(launch(Inner));
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_TRUE(slice_runner::othersRun()) << "the outer one";
  if (End)
    foreslice_end(&Inner);
}

TEST_F(SliceTest, RegionsThatAreCalledBackRunInsideOthers) {
  foreslice_region Outer = makeRegion(endless), Inner = makeRegion(nothing);
  Inner.flags = FORESLICE_REGION_CALLED_BACK;
  Since Cancelled(RunCounter::SlicesCancelled);
  ASSERT_TRUE(launch(Outer));
  unsigned Number = slice_runner::number();
  for (int I = 0; I < 20; ++I)
    callBack(Inner, true);
  EXPECT_TRUE(slice_runner::inRegion());
  EXPECT_EQ(slice_runner::number(), Number);
  EXPECT_FALSE(slice_runner::othersRun());
  callBack(Inner, false); // left without its end, which the outer end makes up
  EXPECT_EQ(Cancelled(), 0u);
  foreslice_end(&Outer);
  EXPECT_TRUE(Cancelled.reaches(1));
  EXPECT_FALSE(slice_runner::inRegion());
  EXPECT_FALSE(slice_runner::othersRun());
}

[[gnu::noinline]] void recurse(foreslice_region &R, int Depth) {
  bool Launched = launch(R);
  EXPECT_EQ(Launched, Depth == 0);
  if (Depth < 3)
    recurse(R, Depth + 1);
  EXPECT_TRUE(slice_runner::inRegion());
  foreslice_end(&R);
  EXPECT_EQ(slice_runner::inRegion(), Depth > 0);
}

TEST_F(SliceTest, RecursionIsOneRegion) {
  // The slice may begin behind the test.
  static foreslice_region R = makeRegion(endless);
  recurse(R, 0);
}

[[gnu::noinline]] void launchAndThrow(foreslice_region &R) {
  EXPECT_TRUE(launch(R));
  throw 1;
}

TEST_F(SliceTest, RegionLeftByAnExceptionDoesNotBlockOthers) {
  foreslice_region Left = makeRegion(endless), Next = makeRegion(nothing);
  EXPECT_THROW(launchAndThrow(Left), int);
  Since Cancelled(RunCounter::SlicesCancelled);
  EXPECT_TRUE(launch(Next));
  EXPECT_TRUE(Cancelled.reaches(1));
  foreslice_end(&Left); // not running any more
  EXPECT_TRUE(slice_runner::inRegion());
  foreslice_end(&Next);
}

TEST_F(SliceTest, EachThreadHasASliceOfItsOwn) {
  static std::atomic<unsigned> Running;
  Running = 0;
  // The region is the same: each thread has its own packet, and none of them
  // ends before all run.
  foreslice_region R = makeRegion(
      [](const void *Packet) {
        if (valueOf(Packet) == execution::number())
          ++Running;
        while (Running < 3)
          sched_yield();
      },
      8);
  Since Completed(RunCounter::SlicesCompleted);
  std::vector<std::thread> Threads;
  std::atomic<unsigned> In{0};
  for (int I = 0; I < 3; ++I)
    Threads.emplace_back([&] {
      void *Packet = foreslice_packet(&R);
      ASSERT_TRUE(Packet);
      uint64_t Number = slice_runner::number();
      std::memcpy(Packet, &Number, sizeof Number);
      foreslice_launch(&R, Packet);
      ++In;
      EXPECT_TRUE(slice_runner::inRegion());
      EXPECT_TRUE(Completed.reaches(3));
      foreslice_end(&R);
      EXPECT_FALSE(slice_runner::inRegion());
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(In, 3u);
}

TEST_F(SliceTest, TheEndOfOneRegionLeavesThoseOfOtherThreads) {
  foreslice_region R = makeRegion(endless), Other = makeRegion(nothing);
  Since Cancelled(RunCounter::SlicesCancelled);
  ASSERT_TRUE(launch(R));
  std::thread([&] {
    foreslice_end(&R); // not this thread's
    Since Completed(RunCounter::SlicesCompleted);
    EXPECT_TRUE(launch(Other));
    EXPECT_TRUE(Completed.reaches(1));
    EXPECT_TRUE(slice_runner::othersRun());
    foreslice_end(&Other);
  }).join();
  EXPECT_TRUE(slice_runner::inRegion());
  EXPECT_FALSE(slice_runner::othersRun());
  EXPECT_EQ(Cancelled(), 0u);
  foreslice_end(&R);
  EXPECT_TRUE(Cancelled.reaches(1));
}

TEST_F(SliceTest, ThreadsBeyondTheRunnersAreRefused) {
  foreslice_region R = makeRegion(nothing);
  Since Without(RunCounter::LaunchesWithoutRunner);
  std::atomic<unsigned> Launched{0}, Refused{0};
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < MostSlices + 2; ++I)
    Threads.emplace_back([&] {
      bool Mine = launch(R);
      ++(Mine ? Launched : Refused);
      eventually([&] { return Launched + Refused == MostSlices + 2; });
      foreslice_end(&R);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Launched, MostSlices);
  EXPECT_EQ(Without(), 2u);
}

TEST_F(SliceTest, AThreadThatEndsInItsRegionEndsTheRegion) {
  // The slice may begin behind the test.
  static foreslice_region R = makeRegion(endless);
  Since Cancelled(RunCounter::SlicesCancelled);
  for (unsigned I = 0; I < 2 * MostSlices; ++I)
    std::thread([&] { EXPECT_TRUE(launch(R)); }).join();
  EXPECT_TRUE(Cancelled.reaches(2 * MostSlices));
  EXPECT_FALSE(slice_runner::othersRun());
}

TEST_F(SliceTest, ThreadsForwardToTheirOwnSlices) {
  // A slice gets the number of its prefetch thread from the thread it serves.
  foreslice_region R = makeRegion([](const void *) {
    uint32_t Got[2] = {};
    for (uint32_t I = 0; I < 1000; ++I) {
      foreslice_slice_receive(1, &Got, sizeof Got);
      if (Got[0] != execution::number() || Got[1] != I)
        Wrong = 1;
    }
  });
  Wrong = 0;
  Since Completed(RunCounter::SlicesCompleted);
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&] {
      ASSERT_TRUE(launch(R));
      for (uint32_t I = 0; I < 1000; ++I) {
        uint32_t Value[2] = {slice_runner::number(), I};
        foreslice_forward(&R, 1, Value, sizeof Value);
      }
      EXPECT_TRUE(Completed.reaches(4));
      foreslice_end(&R);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

TEST_F(SliceTest, PacketWithoutLaunchLeavesTheWayFree) {
  foreslice_region A = makeRegion(nothing), B = makeRegion(remember, 8);
  ASSERT_TRUE(foreslice_packet(&A));
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(B, 12));
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Seen, 12u);
  foreslice_end(&B);
}

TEST_F(SliceTest, EndWithoutLaunchAndNullPacketAreHarmless) {
  foreslice_region R = makeRegion(nothing);
  Since Launches(RunCounter::Launches);
  foreslice_end(&R);
  foreslice_launch(&R, nullptr);
  EXPECT_FALSE(slice_runner::inRegion());
  EXPECT_EQ(Launches(), 0u);
}

std::vector<std::string> Heard;

TEST_F(SliceTest, HooksHearLaunchAndEndInOrder) {
  Heard.clear();
  slice_runner::Hooks H;
  H.Launched = [](const foreslice_region *) { Heard.push_back("launched"); };
  H.Ended = [](const foreslice_region *) {
    EXPECT_FALSE(slice_runner::inRegion());
    Heard.push_back("ended");
  };
  H.Decide = [](foreslice_region *R) {
    return R->packet_size != 9 ? LaunchDecision::Now : LaunchDecision::Never;
  };
  slice_runner::setHooks(H);
  foreslice_region R = makeRegion(nothing, 8), No = makeRegion(nothing, 9);
  EXPECT_FALSE(foreslice_packet(&No));
  foreslice_end(&No);
  ASSERT_TRUE(launch(R));
  foreslice_end(&R);
  foreslice_end(&R);
  EXPECT_EQ(Heard, (std::vector<std::string>{"launched", "ended"}));
}

TEST_F(SliceTest, ErrnoStaysAsItIs) {
  slice_runner::Hooks H;
  H.Launched = H.Ended = [](const foreslice_region *) { errno = 1; };
  H.Decide = [](foreslice_region *) {
    errno = 2;
    return LaunchDecision::Now;
  };
  slice_runner::setHooks(H);
  foreslice_region R = makeRegion(nothing);
  errno = 4711;
  void *Packet = foreslice_packet(&R);
  EXPECT_EQ(errno, 4711);
  foreslice_launch(&R, Packet);
  EXPECT_EQ(errno, 4711);
  foreslice_end(&R);
  EXPECT_EQ(errno, 4711);
}

TEST_F(SliceTest, TurnedOffRegionIsRefused) {
  foreslice_region R = makeRegion(nothing);
  slice_runner::turnOff(R, "for the test");
  EXPECT_FALSE(foreslice_packet(&R));
  EXPECT_NE(Statistics::get().json().find("for the test"), std::string::npos);
}

TEST_F(SliceTest, CancelledSliceStillReadsItsOwnPacket) {
  Wrong = 0;
  foreslice_region R = makeRegion(watchPacket, 8);
  std::mt19937 Random(1);
  for (uint64_t I = 1; I <= 300; ++I) {
    ASSERT_TRUE(launch(R, I));
    if (Random() % 2) {
      ASSERT_TRUE(eventually([&] { return Seen == I; }));
    }
    foreslice_end(&R);
  }
  EXPECT_EQ(Wrong, 0u);
}

TEST_F(SliceTest, NewestLaunchWinsWhileOneIsBusy) {
  // The first is between enter and leave, where it cannot be interrupted.
  static std::atomic<bool> Inside, Go;
  Inside = Go = false;
  foreslice_region Busy = makeRegion([](const void *) {
    execution::enter();
    Inside = true;
    while (!Go)
      sched_yield();
    execution::leave();
    Seen = 1;
  });
  foreslice_region R = makeRegion(remember, 8);
  Since Completed(RunCounter::SlicesCompleted);
  Since Cancelled(RunCounter::SlicesCancelled);
  Seen = 0;
  ASSERT_TRUE(launch(Busy));
  ASSERT_TRUE(eventually([] { return Inside.load(); }));
  foreslice_end(&Busy);
  for (uint64_t I = 2; I <= 9; ++I) {
    ASSERT_TRUE(launch(R, I));
    if (I < 9)
      foreslice_end(&R);
  }
  Go = true;
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Seen, 9u);
  EXPECT_EQ(Completed(), 1u);
  EXPECT_EQ(Cancelled(), 8u);
  foreslice_end(&R);
}

TEST_F(SliceTest, TenThousandLaunchesWithRandomEarlyEnd) {
  constexpr uint64_t N = 10000;
  foreslice_region Short = makeRegion(remember, 8);
  foreslice_region Long = makeRegion(endless);
  foreslice_region Asking = makeRegion([](const void *) {
    for (;;) {
      execution::enter();
      execution::leave();
    }
  });
  foreslice_region *All[] = {&Short, &Long, &Asking};
  Since Launches(RunCounter::Launches);
  Since Completed(RunCounter::SlicesCompleted);
  Since Cancelled(RunCounter::SlicesCancelled);
  std::mt19937 Random(7);
  for (uint64_t I = 0; I < N; ++I) {
    foreslice_region &R = *All[Random() % 3];
    ASSERT_TRUE(launch(R, I));
    spin(Random() % 3000);
    foreslice_end(&R);
  }
  EXPECT_EQ(Launches(), N);
  EXPECT_TRUE(eventually([&] { return Completed() + Cancelled() == N; }))
      << Completed() << " completed, " << Cancelled() << " cancelled";
}

} // namespace
