//===- FaultTest.cpp - slices that fail -----------------------------------===//
//
// Every way for a slice to go wrong ends that slice, is counted as what it is,
// and leaves a prefetch thread that runs the next one.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

// What the compiler may not see through.
int *volatile NullPointer = nullptr;
volatile int Zero = 0;
volatile int Sink = 0;

// The faults are the tests' own: no sanitizer shall stop at them.
#define FAULTS __attribute__((no_sanitize("undefined")))
FAULTS void readNull(const void *) { Sink = *NullPointer; }
FAULTS void divideByZero(const void *) { Sink = 4711 / Zero; }
void trap(const void *) { __builtin_trap(); }
void complete(const void *) {}

[[gnu::noinline]] int recurse(int Depth) {
  volatile char Local[256];
  Local[0] = static_cast<char>(Depth);
  return Zero ? Local[0] : recurse(Depth + 1) + Local[0];
}
void overflowStack(const void *) { Sink = recurse(0); }

[[gnu::noinline]] void useStack() {
  volatile char Local[16 << 10];
  Local[0] = 1;
}
[[gnu::noinline]] int recurseWithRequests(int Depth) {
  volatile char Local[64];
  Local[0] = static_cast<char>(Depth);
  execution::enter();
  useStack(); // more than the slice's own frames
  execution::leave();
  return Zero ? Local[0] : recurseWithRequests(Depth + 1) + Local[0];
}
void overflowStackInRunTime(const void *) { Sink = recurseWithRequests(0); }

/// A mapping of a file that ends before it.
void readBeyondFile(const void *) {
  static const int *Mapping = [] {
    FILE *F = tmpfile();
    return static_cast<int *>(
        mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, fileno(F), 0));
  }();
  Sink = *Mapping;
}

/// Launches, waits for the end that C counts, ends the region.
void expectEnd(void (*Slice)(const void *), RunCounter C) {
  foreslice_region R = makeRegion(Slice);
  Since Counted(C);
  ASSERT_TRUE(launch(R));
  EXPECT_TRUE(Counted.reaches(1));
  foreslice_end(&R);
  foreslice_region Next = makeRegion(complete);
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(Next));
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&Next);
}

struct Case {
  const char *Name;
  void (*Slice)(const void *);
  RunCounter End;
};

class FaultTest : public SliceTest,
                  public ::testing::WithParamInterface<Case> {};

TEST_P(FaultTest, EndsTheSliceAndNothingElse) {
  if (UnderThreadSanitizer && GetParam().End == RunCounter::SlicesEndless)
    GTEST_SKIP() << "instrumented code cannot be interrupted";
  expectEnd(GetParam().Slice, GetParam().End);
}

void allocateTooMuch(const void *) {
  for (;;)
    foreslice_slice_alloc(FORESLICE_MAX_SLICE_MEMORY / 8);
}
void allocateAndFree(const void *) {
  for (;;) {
    tick();
    foreslice_slice_free(foreslice_slice_alloc(64), 64);
  }
}
void allocateHuge(const void *) { foreslice_slice_alloc(UINT64_MAX - 7); }
void overrunMemory(const void *) {
  auto *P = static_cast<volatile char *>(
      foreslice_slice_alloc(FORESLICE_MAX_SLICE_MEMORY));
  P[FORESLICE_MAX_SLICE_MEMORY] = 1;
}
void unknownHandle(const void *) {
  execution::enter();
  execution::leave(SliceEnd::UnknownHandle);
}
void raiseItself(const void *) { raise(SIGFPE); }

constexpr Case Cases[] = {
    {"NullPointer", readNull, RunCounter::SliceFaults},
    {"DivisionByZero", divideByZero, RunCounter::SliceFaults},
    {"IllegalInstruction", trap, RunCounter::SliceFaults},
    {"StackOverflow", overflowStack, RunCounter::SliceFaults},
    {"StackOverflowInARequest", overflowStackInRunTime,
     RunCounter::SliceFaults},
    {"BusError", readBeyondFile, RunCounter::SliceFaults},
    {"SignalRaisedByALibrary", raiseItself, RunCounter::SliceFaults},
    {"OverrunOfItsMemory", overrunMemory, RunCounter::SliceFaults},
    {"TooMuchMemory", allocateTooMuch, RunCounter::SlicesOutOfMemory},
    {"HugeAllocation", allocateHuge, RunCounter::SlicesOutOfMemory},
    {"UnknownHandle", unknownHandle, RunCounter::SlicesUnknownHandle},
    {"EndlessLoop", endless, RunCounter::SlicesEndless},
    {"EndlessLoopThatAllocates", allocateAndFree, RunCounter::SlicesEndless},
};

INSTANTIATE_TEST_SUITE_P(Slices, FaultTest, ::testing::ValuesIn(Cases),
                         [](const auto &Info) { return Info.param.Name; });

TEST_F(SliceTest, RegionEndCancelsAnEndlessSlice) {
  foreslice_region R = makeRegion(endless);
  Since Cancelled(RunCounter::SlicesCancelled);
  Since Endless(RunCounter::SlicesEndless);
  ASSERT_TRUE(launch(R));
  foreslice_end(&R);
  EXPECT_TRUE(Cancelled.reaches(1));
  EXPECT_EQ(Endless(), 0u);
}

std::atomic<bool> Blocked;
std::atomic<bool> Returned;

TEST_F(SliceTest, CancellationWakesASliceThatWaitsForRoom) {
  slice_runner::Hooks H;
  static std::atomic<bool> Woken;
  Blocked = Returned = Woken = false;
  H.Wake = [] { Woken = true; };
  slice_runner::setHooks(H);
  foreslice_region R = makeRegion([](const void *) {
    execution::enter();
    Blocked = true;
    while (!Woken || !execution::cancelFlag())
      sched_yield();
    execution::leave();
    Returned = true;
  });
  Since Cancelled(RunCounter::SlicesCancelled);
  ASSERT_TRUE(launch(R));
  ASSERT_TRUE(eventually([] { return Blocked.load(); }));
  EXPECT_FALSE(execution::cancelFlag());
  foreslice_end(&R);
  EXPECT_TRUE(Cancelled.reaches(1));
  EXPECT_FALSE(Returned);
}

TEST_F(SliceTest, SliceThatAsksForSomethingIsNotEndless) {
  foreslice_region R = makeRegion([](const void *) {
    for (int I = 0; I < 20; ++I) {
      tick();
      execution::enter();
      execution::leave();
    }
  });
  Since Completed(RunCounter::SlicesCompleted);
  Since Endless(RunCounter::SlicesEndless);
  ASSERT_TRUE(launch(R));
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Endless(), 0u);
  foreslice_end(&R);
}

TEST_F(SliceTest, ThreeFaultsInARowTurnARegionOff) {
  foreslice_region R = makeRegion(readNull);
  R.name = "faulty.c:3:1 in test";
  for (int I = 0; I < 3; ++I) {
    Since Faults(RunCounter::SliceFaults);
    ASSERT_TRUE(launch(R)) << "launch " << I;
    ASSERT_TRUE(Faults.reaches(1));
    foreslice_end(&R);
  }
  // The counter is raised just before the region is turned off.
  EXPECT_TRUE(eventually([&] {
    bool Launched = launch(R);
    foreslice_end(&R);
    return !Launched;
  }));
  EXPECT_NE(Statistics::get().json().find("faulty.c:3:1 in test"),
            std::string::npos);
}

TEST_F(SliceTest, ACompletedSliceForgivesFaults) {
  foreslice_region R = makeRegion(
      [](const void *Packet) {
        if (valueOf(Packet))
          readNull(Packet);
      },
      8);
  for (uint64_t I = 0; I < 12; ++I) {
    Since Faults(RunCounter::SliceFaults);
    Since Completed(RunCounter::SlicesCompleted);
    ASSERT_TRUE(launch(R, I % 3)) << "launch " << I; // two faults, then none
    ASSERT_TRUE((I % 3 ? Faults : Completed).reaches(1));
    foreslice_end(&R);
  }
}

TEST_F(SliceTest, PrivateMemoryIsZeroedAlignedAndFreedWithTheSlice) {
  static std::atomic<bool> Wrong;
  Wrong = false;
  foreslice_region R = makeRegion(
      [](const void *Packet) {
        uint64_t Size = valueOf(Packet);
        auto *P = static_cast<unsigned char *>(foreslice_slice_alloc(Size));
        auto *Q = static_cast<unsigned char *>(foreslice_slice_alloc(1));
        if (reinterpret_cast<uintptr_t>(P) % 16 ||
            reinterpret_cast<uintptr_t>(Q) % 16 || Q < P + Size)
          Wrong = true;
        for (uint64_t I = 0; I < Size; ++I)
          if (P[I])
            Wrong = true;
        std::memset(P, 0xff, Size);
      },
      8);
  for (uint64_t Size : {3u << 20, 3u << 20, 100u, 200u, 50000u, 3u << 20, 1u}) {
    Since Completed(RunCounter::SlicesCompleted);
    ASSERT_TRUE(launch(R, Size));
    ASSERT_TRUE(Completed.reaches(1)) << Size;
    foreslice_end(&R);
  }
  EXPECT_FALSE(Wrong);
}

TEST_F(SliceTest, TwentyThousandFaultsBesideABusyMainThread) {
  // Every other launch does no harm, so that the region stays on.
  constexpr uint64_t N = 40000;
  foreslice_region R = makeRegion(
      [](const void *Packet) {
        if (valueOf(Packet))
          readNull(Packet);
      },
      8);
  Since Faults(RunCounter::SliceFaults);
  Since Completed(RunCounter::SlicesCompleted);
  uint64_t Digest = 0, Expected = 0;
  for (uint64_t I = 0; I < N; ++I) {
    ASSERT_TRUE(launch(R, I % 2));
    while (Faults() + Completed() <= I) {
      void *Heap = std::malloc(64 + I % 1000); // the slices' jumps hold no lock
      Digest += Heap != nullptr;
      ++Expected;
      std::free(Heap);
    }
    foreslice_end(&R);
  }
  EXPECT_EQ(Faults(), N / 2);
  EXPECT_EQ(Completed(), N / 2);
  EXPECT_EQ(Digest, Expected);
}

} // namespace
