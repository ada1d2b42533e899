//===- DrawTest.cpp - random numbers of program and slice -----------------===//
//
// Slices draw what the program draws, from copies that leave the program's
// generators alone. A difference ends the slice and turns the region off.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include "source/slice/DrawLog.h"
#include "source/slice/Generators.h"

#include <cstdlib>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

std::atomic<int64_t> Drawn;

/// Before any thread is started, as in a program.
[[maybe_unused]] const bool Located = (GeneratorStates::locate(), true);

using DrawTest = SliceTest;

foreslice_region drawer(void (*Slice)(const void *)) {
  foreslice_region R = makeRegion(Slice, 8);
  R.flags = FORESLICE_REGION_DRAWS;
  return R;
}

TEST_F(DrawTest, LocatingChangesNoGenerator) {
  srandom(4);
  srand48(4);
  random();
  drand48();
  long A = random(), B = lrand48();
  srandom(4);
  srand48(4);
  random();
  drand48();
  GeneratorStates().take();
  EXPECT_EQ(random(), A);
  EXPECT_EQ(lrand48(), B);
}

TEST_F(DrawTest, ACopyDrawsTheSame) {
  srand(11);
  srand48(12);
  for (int I = 0; I < 1234; ++I)
    rand();
  GeneratorStates States;
  States.take();
  ASSERT_TRUE(States.IsKnown);
  Generators Copy;
  Copy.begin(States);
  for (int I = 0; I < 1000; ++I) {
    ASSERT_EQ(Copy.draw(FORESLICE_DRAW_RANDOM), rand());
    ASSERT_EQ(Copy.draw(FORESLICE_DRAW_LRAND48), lrand48());
    ASSERT_EQ(Copy.draw(FORESLICE_DRAW_MRAND48), mrand48());
    double Real = drand48();
    int64_t Bits;
    std::memcpy(&Bits, &Real, sizeof Bits);
    ASSERT_EQ(Copy.draw(FORESLICE_DRAW_DRAND48), Bits);
  }
  Copy.seed(FORESLICE_GENERATOR_RANDOM, 77);
  Copy.seed(FORESLICE_GENERATOR_RAND48, -5);
  srandom(77);
  srand48(-5);
  for (int I = 0; I < 100; ++I) {
    ASSERT_EQ(Copy.draw(FORESLICE_DRAW_RANDOM), random());
    ASSERT_EQ(Copy.draw(FORESLICE_DRAW_MRAND48), mrand48());
  }
}

/// Another state than the one that was located: the copy is another generator.
TEST_F(DrawTest, AnotherStateOfTheProgramStaysWhole) {
  srandom(21);
  char Small[32];
  char *Before = initstate(5, Small, sizeof Small);
  long First = random();
  initstate(5, Small, sizeof Small);
  GeneratorStates States;
  States.take();
  Generators Copy;
  Copy.begin(States);
  for (int I = 0; I < 40 && Copy.isKnown(); ++I)
    Copy.draw(FORESLICE_DRAW_RANDOM);
  EXPECT_EQ(random(), First);
  setstate(Before);
}

TEST_F(DrawTest, SlicesDrawWhatTheProgramDraws) {
  srandom(3);
  foreslice_region R = drawer([](const void *Packet) {
    uint64_t Sum = 0;
    for (uint64_t N = valueOf(Packet); N != 0; --N)
      Sum = Sum * 31 +
            static_cast<uint64_t>(foreslice_slice_draw(FORESLICE_DRAW_RANDOM));
    Drawn = static_cast<int64_t>(Sum);
  });
  constexpr uint64_t Draws = 300'000;
  Since Completed(RunCounter::SlicesCompleted);
  Since Misdrew(RunCounter::SlicesMisdrew);
  ASSERT_TRUE(launch(R, Draws));
  uint64_t Sum = 0;
  for (uint64_t I = 0; I < Draws; ++I) {
    int64_t Value = random();
    foreslice_drew(&R, Value);
    Sum = Sum * 31 + static_cast<uint64_t>(Value);
  }
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Drawn, static_cast<int64_t>(Sum));
  EXPECT_EQ(Misdrew(), 0u);
  foreslice_end(&R);
}

/// The program is first, and so the slice finds the difference.
TEST_F(DrawTest, ASliceThatIsBehindFindsTheDifference) {
  static std::atomic<bool> Go;
  Go = false;
  foreslice_region R = drawer([](const void *) {
    while (!Go)
      foreslice_slice_free(nullptr, 0);
    foreslice_slice_draw(FORESLICE_DRAW_RANDOM);
    endless(nullptr);
  });
  Since Misdrew(RunCounter::SlicesMisdrew);
  Since Diverged(RunCounter::SlicesDiverged);
  ASSERT_TRUE(launch(R));
  foreslice_drew(&R, -1);
  Go = true;
  EXPECT_TRUE(Misdrew.reaches(1));
  EXPECT_TRUE(Diverged.reaches(1));
  foreslice_end(&R);
  EXPECT_FALSE(launch(R));
}

TEST_F(DrawTest, AProgramThatIsBehindCancelsTheSlice) {
  static std::atomic<bool> Drew;
  Drew = false;
  foreslice_region R = drawer([](const void *) {
    foreslice_slice_draw(FORESLICE_DRAW_DRAND48);
    Drew = true;
    endless(nullptr);
  });
  Since Misdrew(RunCounter::SlicesMisdrew);
  Since Cancelled(RunCounter::SlicesCancelled);
  ASSERT_TRUE(launch(R));
  ASSERT_TRUE(eventually([] { return Drew.load(); }));
  foreslice_drew(&R, -1);
  EXPECT_EQ(Misdrew(), 1u);
  EXPECT_TRUE(Cancelled.reaches(1));
  foreslice_end(&R);
  EXPECT_FALSE(launch(R));
}

/// Where one side is ahead, and by how much, does not matter.
TEST(DrawLogTest, ADifferenceShowsFromEitherSide) {
  constexpr int Draws = 200'000;
  for (int Ahead : {1, 50, 1000, 70'000})
    for (int WrongAt : {1, 63, 64, 65, 5000, 100'000}) {
      DrawLog A, B;
      DrawSequence First, Second;
      First.begin(9);
      Second.begin(9);
      bool Differs = false;
      for (int I = 1; I <= Draws; ++I) {
        Differs |= !First.add(I == WrongAt ? -I : I, A, B);
        if (I > Ahead)
          Differs |= !Second.add(I - Ahead, B, A);
      }
      EXPECT_TRUE(Differs) << Ahead << " ahead, wrong at " << WrongAt;
    }
}

TEST(DrawLogTest, EqualDrawsNeverDiffer) {
  DrawLog A, B;
  DrawSequence First, Second;
  for (uint64_t Launch = 1; Launch < 4; ++Launch) {
    First.begin(Launch);
    Second.begin(Launch);
    for (int64_t I = 0; I < 100'000; ++I)
      ASSERT_TRUE(First.add(I * I, A, B));
    for (int64_t I = 0; I < 100'000; ++I)
      ASSERT_TRUE(Second.add(I * I, B, A));
  }
}

} // namespace
