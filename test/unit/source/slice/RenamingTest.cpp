//===- RenamingTest.cpp - the slice's stores to the main thread's memory --===//
//
// What a slice stored it loads again, byte for byte; the main thread's memory
// stays what it was; bad addresses end the slice.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <array>
#include <random>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr RunCounter Completed = RunCounter::SlicesCompleted;
constexpr RunCounter Fault = RunCounter::SliceFaults;
constexpr RunCounter OutOfMemory = RunCounter::SlicesOutOfMemory;

using RenamingTest = SliceTest;

unsigned char *allocate(uint64_t Size) {
  return static_cast<unsigned char *>(foreslice_slice_alloc(Size));
}

/// A value of the slice's own: locals may be on a sanitizer's other stack.
template <typename T> T *own(T Value = {}) {
  auto *P = static_cast<T *>(foreslice_slice_alloc(sizeof(T)));
  *P = Value;
  return P;
}

template <typename T> T loaded(const T *From) {
  T *To = own<T>();
  foreslice_slice_load(To, From, sizeof(T));
  return *To;
}

template <typename T> void stored(T *To, T Value) {
  foreslice_slice_store(To, own(Value), sizeof(T));
}

/// Of no constant size, which AddressSanitizer would move to another stack.
volatile size_t LocalSize = 64;
#define FORESLICE_LOCAL __builtin_alloca(LocalSize)

/// An address with nothing behind it, and something before it.
unsigned char *endOfMapping() {
  static auto *Begin = [] {
    auto *P = static_cast<unsigned char *>(
        mmap(nullptr, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(P, 4096, PROT_READ | PROT_WRITE);
    return P;
  }();
  return Begin + 4096;
}

TEST_F(RenamingTest, LoadsGiveWhatWasStoredAndMainMemoryKeepsItsOwn) {
  static uint64_t Main[3];
  Main[0] = 1, Main[1] = 2, Main[2] = 3;
  static std::atomic<uint64_t> Before, After, Beside;
  runSlice(Completed, [&] {
    Before = loaded(&Main[1]);
    stored(&Main[1], uint64_t(20));
    After = loaded(&Main[1]);
    Beside = loaded(&Main[0]) * 100 + loaded(&Main[2]);
  });
  EXPECT_EQ(Before, 2u);
  EXPECT_EQ(After, 20u);
  EXPECT_EQ(Beside, 103u);
  EXPECT_EQ(Main[1], 2u);
}

TEST_F(RenamingTest, TheNextSliceSeesNothingOfIt) {
  static uint64_t Main = 5;
  static std::atomic<uint64_t> Seen;
  runSlice(Completed, [&] { stored(&Main, uint64_t(6)); });
  runSlice(Completed, [&] { Seen = loaded(&Main); });
  EXPECT_EQ(Seen, 5u);
  runSlice(Fault, [&] {
    stored(&Main, uint64_t(7));
    loaded(reinterpret_cast<uint64_t *>(8));
  });
  runSlice(Completed, [&] { Seen = loaded(&Main); });
  EXPECT_EQ(Seen, 5u);
}

TEST_F(RenamingTest, BytesAroundAStoreComeFromMemoryAsItIsNow) {
  alignas(64) static std::array<std::atomic<uint8_t>, 128> Main;
  for (auto &B : Main)
    B = 1;
  static std::atomic<bool> Stored, Changed;
  static std::array<uint8_t, 128> Seen;
  Stored = Changed = false;
  std::thread Writer([&] {
    while (!Stored)
      sched_yield();
    for (auto &B : Main)
      B = 2;
    Changed = true;
  });
  runSlice(Completed, [&] {
    unsigned char *Three = allocate(128);
    std::memset(Three, 3, 128);
    foreslice_slice_store(&Main[62], Three, 5);
    foreslice_slice_store(&Main[100], Three, 1);
    Stored = true;
    while (!Changed)
      sched_yield();
    foreslice_slice_load(Three, &Main[0], 128);
    std::memcpy(Seen.data(), Three, 128);
  });
  Writer.join();
  for (size_t I = 0; I < 128; ++I)
    EXPECT_EQ(Seen[I], (I >= 62 && I < 67) || I == 100 ? 3 : 2) << I;
}

TEST_F(RenamingTest, RandomOperationsMatchAModel) {
  constexpr size_t N = 1500;
  static std::array<unsigned char, N> Main, Before;
  static std::atomic<int> Wrong;
  Wrong = 0;
  for (unsigned Seed = 1; Seed <= 8; ++Seed) {
    for (size_t I = 0; I < N; ++I)
      Main[I] = static_cast<unsigned char>(I * 7 + Seed);
    Before = Main;
    runSlice(Completed, [Seed] {
      // Model[0] is the main thread's memory with the stores, [1] the slice's.
      static std::array<std::array<unsigned char, N>, 2> Model;
      Model[0] = Main;
      Model[1].fill(0);
      unsigned char *Own = allocate(N), *Out = allocate(N);
      auto At = [&](size_t Which) { return Which ? Own : Main.data(); };
      std::mt19937 Random(Seed);
      for (int Step = 0; Step < 3000; ++Step) {
        size_t Size = Random() % (Random() % 8 ? 20 : 700);
        size_t To = Random() % (N - Size), From = Random() % (N - Size);
        size_t Where = Random() % 2, Whence = Random() % 2;
        unsigned char *ModelTo = &Model[Where][To];
        switch (Random() % 4) {
        case 0:
          foreslice_slice_copy(At(Where) + To, At(Whence) + From, Size);
          std::memmove(ModelTo, &Model[Whence][From], Size);
          break;
        case 1:
          foreslice_slice_fill(At(Where) + To, Step, Size);
          std::memset(ModelTo, Step, Size);
          break;
        case 2:
          foreslice_slice_store(At(Where) + To, Own + From, Size);
          std::memmove(ModelTo, &Model[1][From], Size);
          break;
        default:
          foreslice_slice_load(Out, At(Where) + To, Size);
          Wrong += std::memcmp(Out, ModelTo, Size) != 0;
        }
      }
      foreslice_slice_load(Out, Main.data(), N);
      Wrong += std::memcmp(Out, Model[0].data(), N) != 0;
      Wrong += std::memcmp(Own, Model[1].data(), N) != 0;
    });
    EXPECT_EQ(Main, Before) << "a slice wrote main memory";
  }
  EXPECT_EQ(Wrong, 0);
}

TEST_F(RenamingTest, OverlappingCopiesInMainMemory) {
  static std::array<unsigned char, 2000> Main;
  static std::array<unsigned char, 2000> Seen;
  for (auto [To, From, Size] :
       {std::array{100, 99, 1500}, std::array{99, 100, 1500},
        std::array{0, 700, 1300}, std::array{700, 0, 1300},
        std::array{5, 5, 1000}}) {
    for (size_t I = 0; I < Main.size(); ++I)
      Main[I] = static_cast<unsigned char>(I * I >> 4);
    runSlice(Completed, [&, To = To, From = From, Size = Size] {
      foreslice_slice_copy(&Main[To], &Main[From], Size);
      unsigned char *Out = allocate(Main.size());
      foreslice_slice_load(Out, Main.data(), Main.size());
      std::memcpy(Seen.data(), Out, Main.size());
    });
    std::memmove(&Main[To], &Main[From], Size);
    EXPECT_EQ(Seen, Main) << To << " " << From;
  }
}

TEST_F(RenamingTest, StackOfTheSliceIsItsOwn) {
  static std::atomic<int> Seen;
  runSlice(Completed, [] {
    auto *Local = static_cast<int *>(FORESLICE_LOCAL);
    std::memset(Local, 0, 16 * sizeof(int));
    foreslice_slice_store(&Local[3], own(77), sizeof(int));
    foreslice_slice_copy(&Local[4], &Local[3], sizeof(int));
    Seen = Local[3] + Local[4]; // written, no overlay
  });
  EXPECT_EQ(Seen, 154);
}

TEST_F(RenamingTest, ThePacketIsTheSlicesOwn) {
  static std::atomic<uint64_t> Seen;
  foreslice_region R = makeRegion(
      [](const void *Packet) {
        auto *Value = static_cast<uint64_t *>(const_cast<void *>(Packet));
        stored(Value, *Value + 1);
        Seen = *Value; // written, no overlay
      },
      8);
  Since Ended(Completed);
  ASSERT_TRUE(launch(R, 41));
  EXPECT_TRUE(Ended.reaches(1));
  EXPECT_EQ(Seen, 42u);
  foreslice_end(&R);
}

TEST_F(RenamingTest, RangesThatLeaveTheSlicesOwnMemoryEndIt) {
  runSlice(Fault, [] { foreslice_slice_fill(allocate(64), 1, 65); });
  runSlice(Fault, [] { foreslice_slice_fill(allocate(64) - 1, 1, 8); });
  runSlice(Fault, [] {
    foreslice_slice_fill(allocate(64) + FORESLICE_MAX_SLICE_MEMORY - 8, 1, 8);
  });
  runSlice(Fault, [] {
    auto *Local = static_cast<char *>(FORESLICE_LOCAL);
    foreslice_slice_fill(Local, 1, 100000); // the callers' frames
  });
  runSlice(Fault, [] {
    auto *Local = static_cast<char *>(FORESLICE_LOCAL);
    foreslice_slice_fill(Local - 4000, 1, 8); // the callee's
  });
}

TEST_F(RenamingTest, TheRunTimesRecordsAreOutOfReach) {
  // The first store makes records at the arena's other end.
  static int Main;
  runSlice(Fault, [&] {
    unsigned char *Own = allocate(16);
    stored(&Main, 1);
    foreslice_slice_fill(Own + FORESLICE_MAX_SLICE_MEMORY - 80, 1, 8);
  });
}

TEST_F(RenamingTest, LoadsDoNotWriteMainMemory) {
  static int Main = 3;
  runSlice(Fault, [&] { foreslice_slice_load(&Main, own(4), sizeof Main); });
  EXPECT_EQ(Main, 3);
}

TEST_F(RenamingTest, BadAddressesEndTheSlice) {
  using Byte = unsigned char;
  runSlice(Fault, [] { loaded(static_cast<uint64_t *>(nullptr)); });
  runSlice(Fault, [] { loaded(endOfMapping()); });
  runSlice(Fault,
           [] { foreslice_slice_load(allocate(8), endOfMapping() - 4, 8); });
  runSlice(Fault, [] { stored(reinterpret_cast<Byte *>(16), Byte(1)); });
  runSlice(Fault, [] {
    foreslice_slice_copy(endOfMapping() - 4096, endOfMapping() - 1, 2);
  });
  runSlice(Fault, [] {
    // With something stored, loads go line by line.
    stored(endOfMapping() - 1, Byte(1));
    foreslice_slice_load(allocate(8), endOfMapping() - 4, 8);
  });
  runSlice(Fault, [] {
    auto *Last = reinterpret_cast<Byte *>(UINTPTR_MAX - 3);
    foreslice_slice_fill(Last, 1, 8);
  });
  static std::atomic<int> Seen;
  runSlice(Completed, [] {
    // A line's bytes before the end are there, and nothing is read behind it.
    stored(endOfMapping() - 1, Byte(9));
    stored(endOfMapping() - 3, Byte(8));
    unsigned char *Out = allocate(4);
    foreslice_slice_load(Out, endOfMapping() - 4, 4);
    Seen = Out[1] * 10 + Out[3];
  });
  EXPECT_EQ(Seen, 89);
}

TEST_F(RenamingTest, NoBytesAreNoAccess) {
  runSlice(Completed, [] {
    foreslice_slice_load(nullptr, nullptr, 0);
    foreslice_slice_store(nullptr, nullptr, 0);
    foreslice_slice_copy(nullptr, nullptr, 0);
    foreslice_slice_fill(nullptr, 0, 0);
  });
}

TEST_F(RenamingTest, StoresTakePrivateMemory) {
  // A line takes more than the 64 bytes that it stands for, but not much.
  static std::vector<unsigned char> Main(FORESLICE_MAX_SLICE_MEMORY);
  static std::atomic<uint64_t> Done;
  runSlice(OutOfMemory, [] {
    for (Done = 0; Done < Main.size(); Done += 64)
      foreslice_slice_fill(&Main[Done], 1, 1);
  });
  EXPECT_GT(Done, FORESLICE_MAX_SLICE_MEMORY / 3 * 2);
  runSlice(OutOfMemory, [] {
    allocate(FORESLICE_MAX_SLICE_MEMORY - 1024);
    foreslice_slice_fill(Main.data(), 1, 4096);
  });
  runSlice(OutOfMemory,
           [] { foreslice_slice_fill(Main.data(), 1, Main.size()); });
  // All of it was cleared.
  static std::atomic<bool> Clear;
  runSlice(Completed, [] {
    unsigned char *All = allocate(FORESLICE_MAX_SLICE_MEMORY);
    Clear = true;
    for (size_t I = 0; I < FORESLICE_MAX_SLICE_MEMORY; ++I)
      if (All[I])
        Clear = false;
  });
  EXPECT_TRUE(Clear);
}

TEST_F(RenamingTest, CancelledWhileItStores) {
  static int Main[64];
  static std::atomic<bool> Begun;
  Begun = false;
  foreslice_region R = makeRegion([](const void *) {
    int *Value = own(1);
    for (unsigned I = 0;; ++I) {
      foreslice_slice_store(&Main[I % 64], Value, sizeof(int));
      Begun = true;
    }
  });
  Since Cancelled(RunCounter::SlicesCancelled);
  ASSERT_TRUE(launch(R));
  ASSERT_TRUE(eventually([] { return Begun.load(); }));
  foreslice_end(&R);
  EXPECT_TRUE(Cancelled.reaches(1));
}

TEST_F(RenamingTest, EndlessStoresAreEndless) {
  if (UnderThreadSanitizer)
    GTEST_SKIP() << "instrumented code cannot be interrupted";
  static int Main;
  runSlice(RunCounter::SlicesEndless, [] {
    int *Value = own(1);
    for (;;)
      foreslice_slice_store(&Main, Value, sizeof(int));
  });
}

TEST_F(RenamingTest, OnOtherThreadsNothingHappens) {
  int A = 1, B = 2;
  foreslice_slice_load(&A, &B, sizeof A);
  foreslice_slice_store(&A, &B, sizeof A);
  EXPECT_EQ(A, 1);
}

} // namespace
