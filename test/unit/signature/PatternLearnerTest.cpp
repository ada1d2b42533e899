//===- PatternLearnerTest.cpp - which accesses come next ------------------===//
//
// Each stream must come back whole from what is learnt.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <gtest/gtest.h>
#include <random>

using namespace foreslice;

namespace {

struct Learnt {
  size_t Wrong; ///< Accesses that were not expected.
  std::string Terms;
};

Learnt learn(const Stream &S) {
  PatternLearner Online;
  const size_t Right = observe(Online, S);
  PatternLearner Offline(64, SIZE_MAX);
  observe(Offline, S);
  const PatternSequence All = Offline.finish();
  EXPECT_TRUE(expand(All) == S) << text(All);
  return {S.size() - Right, text(All)};
}

void expectLearnt(const Stream &S, size_t MostWrong, const std::string &Terms) {
  const Learnt L = learn(S);
  EXPECT_LE(L.Wrong, MostWrong) << "of " << S.size();
  EXPECT_EQ(L.Terms, Terms);
}

TEST(PatternLearner, OneAccess) {
  expectLearnt({at(7)}, 1, "[7 64]");
  expectLearnt({}, 0, "");
}

TEST(PatternLearner, Contiguous) {
  expectLearnt(nest({{100, 64}}), 3, "100*([1000 64]+[64 0])");
}

TEST(PatternLearner, FixedStride) {
  expectLearnt(nest({{100, 8192}}), 3, "100*([1000 64]+[8192 0])");
}

TEST(PatternLearner, NegativeStride) {
  expectLearnt(nest({{100, -128}}, 1 << 20), 3, "100*([1048576 64]+[-128 0])");
}

TEST(PatternLearner, TheSameAccess) {
  expectLearnt(nest({{100, 0}}), 3, "100*([1000 64]+[0 0])");
}

TEST(PatternLearner, TwoDimensions) {
  expectLearnt(nest({{20, 4096}, {10, 64}}), 8,
               "20*(10*([1000 64]+[64 0])+0*([4096 0]+[0 0]))");
}

TEST(PatternLearner, ThreeDimensions) {
  expectLearnt(nest({{9, 1 << 20}, {8, 4096}, {7, 64}}), 12,
               "9*(8*(7*([1000 64]+[64 0])+0*([4096 0]+[0 0]))+"
               "0*(0*([1048576 0]+[0 0])+0*([0 0]+[0 0])))");
}

/// A gap at each level; rows of two accesses are too short for a loop.
TEST(PatternLearner, FourDimensions) {
  const Stream S =
      nest({{6, 1 << 24}, {5, 1 << 20}, {4, 4096}, {2, 128}}, 4096, 100);
  const Learnt L = learn(S);
  EXPECT_LE(L.Wrong, 24u);
  EXPECT_EQ(L.Terms.substr(0, 9), "6*(5*(4*(");
}

TEST(PatternLearner, GrowingSizes) {
  Stream S;
  for (int64_t I = 0; I < 50; ++I)
    S.push_back(at(5000 + 1000 * I, 100 + 4 * I));
  expectLearnt(S, 3, "50*([5000 100]+[1000 4])");
}

TEST(PatternLearner, ShrinkingSizes) {
  Stream S;
  for (int64_t I = 0; I < 50; ++I)
    S.push_back(at(5000 + 1000 * I, 1000 - 4 * I));
  expectLearnt(S, 3, "50*([5000 1000]+[1000 -4])");
}

TEST(PatternLearner, ShrinkingSizesEndAtNothing) {
  PatternLearner L;
  observe(L, {at(0, 50), at(100, 40), at(200, 30)});
  EXPECT_EQ(ahead(L, 0, 10), (Stream{at(300, 20), at(400, 10), at(500, 0)}));
}

TEST(PatternLearner, GrowingCounts) {
  Stream S;
  for (int64_t Row = 0; Row < 30; ++Row)
    addNest(S, {{4 + Row, 64}}, Row * 8192, 64);
  expectLearnt(S, 8, "30*(4*([0 64]+[64 0])+1*([8192 0]+[0 0]))");
}

TEST(PatternLearner, ShrinkingCounts) {
  Stream S;
  for (int64_t Row = 0; Row < 30; ++Row)
    addNest(S, {{30 - Row, 64}}, Row * 8192, 64);
  const Learnt L = learn(S);
  EXPECT_LE(L.Wrong, 8u);
  EXPECT_EQ(L.Terms, "30*(30*([0 64]+[64 0])+-1*([8192 0]+[0 0]))");
}

TEST(PatternLearner, LuDecomposition) {
  expectLearnt(luDecomposition(125), 24,
               "125*([1049088 524544]+[524544 0]"
               "1*([524544 518272]+[524544 -4096])+1*([0 0]+[0 0])"
               "[0 522368]+[0 0])");
}

TEST(PatternLearner, TwoStreams) {
  Stream S;
  for (int64_t I = 0; I < 40; ++I) {
    S.push_back(at(I * 64));
    S.push_back(at(1'000'000 - I * 512, 512, 1));
  }
  expectLearnt(S, 6, "40*([0 64]+[64 0][1000000 512]+[-512 0])");
}

TEST(PatternLearner, RandomAccessesAreNotExpected) {
  std::mt19937_64 Random(1);
  Stream S;
  for (int I = 0; I < 1000; ++I)
    S.push_back(at(static_cast<int64_t>(Random() >> 24), 4096));
  PatternLearner L;
  for (const PatternPoint &P : S) {
    EXPECT_FALSE(L.observe(P));
    EXPECT_NE(L.state(), PatternState::Stable);
    EXPECT_EQ(L.confidence(), 0);
  }
  EXPECT_EQ(learn(S).Wrong, 1000u);
}

TEST(PatternLearner, NoBytes) {
  expectLearnt(nest({{10, 0}}, 0, 0), 3, "10*([0 0]+[0 0])");
}

TEST(PatternLearner, HugePlaces) {
  const int64_t Stride = INT64_MAX / 8;
  const Stream S = nest({{8, Stride}}, Stride / 2, INT64_MAX);
  learn(S);
  PatternLearner L;
  observe(L, S);
  EXPECT_TRUE(ahead(L, 0, 3).empty());
  L.observe(at(INT64_MIN));
  L.observe(at(INT64_MAX));
  L.observe(at(INT64_MIN));
  learn({at(INT64_MIN), at(INT64_MAX), at(INT64_MIN), at(0), at(INT64_MIN)});
}

TEST(PatternLearner, AChangeInTheMiddle) {
  Stream S = nest({{50, 64}}), Then = nest({{50, -4096}}, 1 << 20, 100);
  S.insert(S.end(), Then.begin(), Then.end());
  expectLearnt(S, 6, "50*([1000 64]+[64 0]) 50*([1048576 100]+[-4096 0])");
}

/// Of two alike, off line.
TEST(PatternLearner, TheSameNestTwice) {
  Stream S = nest({{10, 64}});
  S.push_back(at(0, 8));
  addNest(S, {{10, 64}}, 5000, 64);
  S.push_back(at(0, 8));
  EXPECT_EQ(learn(S).Terms.substr(0, 3), "10*") << "one moves, one does not";
  S = nest({{10, 64}});
  addNest(S, {{10, 64}}, 5000, 64);
  EXPECT_EQ(learn(S).Terms, "2*(10*([1000 64]+[64 0])+0*([4000 0]+[0 0]))");
}

/// After an access that does not belong, the nest goes on.
TEST(PatternLearner, AStrayAccess) {
  Stream S = nest({{20, 4096}, {10, 64}});
  S.insert(S.begin() + 95, at(1 << 24, 8));
  EXPECT_LE(learn(S).Wrong, 10u);
}

/// A row that begins anywhere is expected to be as the last one.
TEST(PatternLearner, RowsAnywhere) {
  std::mt19937_64 Random(1);
  Stream S;
  for (int I = 0; I < 20; ++I)
    addNest(S, {{10, 64}}, static_cast<int64_t>(Random() >> 24), 64);
  EXPECT_LE(learn(S).Wrong, 20 * 3u);
}

TEST(PatternLearner, AheadSkips) {
  const Stream S = nest({{20, 4096}, {10, 64}});
  PatternLearner L;
  observe(L, Stream(S.begin(), S.begin() + 57));
  for (size_t Skip = 0; Skip < 140; ++Skip)
    EXPECT_EQ(ahead(L, Skip, 3),
              Stream(S.begin() + 57 + static_cast<ptrdiff_t>(Skip),
                     S.begin() + 60 + static_cast<ptrdiff_t>(Skip)));
}

TEST(PatternLearner, StatesAndConfidence) {
  PatternLearner L;
  EXPECT_EQ(L.state(), PatternState::Initial);
  EXPECT_FALSE(L.observe(at(0)));
  EXPECT_FALSE(L.observe(at(64)));
  EXPECT_EQ(L.state(), PatternState::Initial);
  EXPECT_TRUE(L.observe(at(128)));
  EXPECT_EQ(L.state(), PatternState::Stable);
  double Sure = L.confidence();
  for (int64_t I = 3; I < 20; ++I) {
    EXPECT_FALSE(L.observe(at(64 * I)));
    EXPECT_GT(L.confidence(), Sure);
    Sure = L.confidence();
  }
  EXPECT_GT(Sure, 0.9);
  EXPECT_TRUE(L.observe(at(12345)));
  EXPECT_EQ(L.state(), PatternState::Learning);
  EXPECT_EQ(L.confidence(), 0);
  for (int64_t I = 1; I < 3; ++I)
    L.observe(at(12345 + 128 * I));
  EXPECT_EQ(L.state(), PatternState::Stable);
  EXPECT_LT(L.confidence(), Sure);
}

/// Strides that are no loop, but of which two decide the third.
TEST(PatternLearner, ChainOfStrides) {
  std::mt19937 Random(1);
  Stream S{at(0)};
  auto Step = [&](int64_t Stride) { S.push_back(at(S.back().Place + Stride)); };
  for (int I = 0; I < 200; ++I) {
    const bool First = Random() % 2 == 0;
    for (int64_t Stride : {100, 1000, 7, 300})
      Step(First ? Stride : 5 * Stride + 11);
  }
  const Learnt L = learn(S);
  EXPECT_LE(L.Wrong, S.size() * 6 / 10);
}

TEST(PatternLearner, MemoryIsBounded) {
  std::mt19937_64 Random(1);
  PatternLearner L(16, 64);
  for (int I = 0; I < 1000; ++I)
    L.observe(at(static_cast<int64_t>(Random() >> 24)));
  EXPECT_LE(L.finish().Terms.size(), 64u);
}

/// Streams of small numbers, where patterns begin and end all the time.
TEST(PatternLearner, WhatIsLearntIsWhatWas) {
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    std::mt19937 Random(Seed);
    Stream S;
    while (S.size() < 200) {
      auto Draw = [&](int64_t Below) {
        return static_cast<int64_t>(Random()) % Below;
      };
      std::vector<Loop> Loops(Random() % 3);
      for (Loop &L : Loops)
        L = {1 + Draw(6), Draw(7) * 8 - 16};
      addNest(S, Loops, Draw(4) * 8, 8 * Draw(2));
    }
    learn(S);
  }
}

} // namespace
