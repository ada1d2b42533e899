//===- GlobalClassTest.cpp - the algebra of the ranks' classes ------------===//

#include "adaptive/classifier/GlobalClass.h"

#include <gtest/gtest.h>
#include <vector>

using namespace foreslice;

namespace {

constexpr int64_t FileSize = 1 << 20;

LocalClass sequential(int64_t Begin, int64_t End) {
  return {.Is = {.Places = Sequentiality::Sequential},
          .Begin = Begin,
          .End = End,
          .Position = End - 64,
          .Size = 64,
          .Stride = 0};
}

LocalClass strided(int64_t Position, int64_t Size, int64_t Stride) {
  return {.Is = {.Places = Sequentiality::Strided1d},
          .Begin = Position % 4096,
          .End = Position + Size,
          .Position = Position,
          .Size = Size,
          .Stride = Stride};
}

LocalClass varied() { return {.Is = {.Places = Sequentiality::Varied}}; }

GlobalClass of(std::vector<LocalClass> Ranks) {
  return combine(Ranks, FileSize);
}

TEST(GlobalClassTest, OneRankIsNoGlobalPattern) {
  EXPECT_EQ(of({}).Pattern, GlobalPattern::None);
  EXPECT_EQ(of({sequential(0, 1000)}).Pattern, GlobalPattern::None);
}

// PRISM, phase one: all processors read m16.rea, some are further than others.
TEST(GlobalClassTest, OverlappingSequentialRanksAreGlobalSequential) {
  const GlobalClass C = of({sequential(0, 500), sequential(0, 90000),
                            sequential(0, 2000), sequential(0, 450)});
  EXPECT_EQ(toText(C), "global sequential, read only, 4 ranks");
}

TEST(GlobalClassTest, RanksThatReadAllBytesReadTheWholeFile) {
  EXPECT_EQ(of({sequential(0, FileSize), sequential(0, FileSize)}).Pattern,
            GlobalPattern::WholeFile);
  EXPECT_EQ(of({sequential(0, FileSize), sequential(64, FileSize)}).Pattern,
            GlobalPattern::Sequential);
  EXPECT_EQ(combine({}, 0).Pattern, GlobalPattern::None);
}

TEST(GlobalClassTest, DisjointSequentialRanksArePartitioned) {
  const GlobalClass C = of({sequential(200000, 300000), sequential(0, 100000),
                            sequential(100000, 150000)});
  EXPECT_EQ(toText(C), "partitioned sequential, read only, 3 ranks");
}

// PRISM, phase three: all processors write m16.fld.
TEST(GlobalClassTest, StridedRanksThatTakeTurnsAreInterleaved) {
  std::vector<LocalClass> Ranks;
  for (int64_t I = 0; I < 8; ++I) {
    // They need not be in step with each other.
    Ranks.push_back(strided(I * 512 + I % 3 * 4096, 512, 4096));
    Ranks.back().Is.Does = ReadWrite::WriteOnly;
  }
  const GlobalClass C = of(Ranks);
  EXPECT_EQ(toText(C), "interleaved sequential, write only, 8 ranks");
}

TEST(GlobalClassTest, RanksMayTakeTurnsBackwardsAndWithHoles) {
  EXPECT_EQ(of({strided(8192, 512, -4096), strided(9000, 512, -4096)}).Pattern,
            GlobalPattern::Interleaved);
}

TEST(GlobalClassTest, StridedRanksOfTheSameBytesDoNotTakeTurns) {
  EXPECT_EQ(of({strided(0, 512, 4096), strided(4096, 512, 4096)}).Pattern,
            GlobalPattern::None);
  EXPECT_EQ(of({strided(0, 512, 4096), strided(512, 512, 8192)}).Pattern,
            GlobalPattern::None);
}

TEST(GlobalClassTest, VariedRanksAreRandom) {
  EXPECT_EQ(toText(of({varied(), varied(), varied()})),
            "random, read only, 3 ranks");
}

// PRISM, phase two: node zero does it for all.
TEST(GlobalClassTest, RanksThatDoNothingDoNotCount) {
  EXPECT_EQ(toText(of({sequential(0, 1000)})), "none");
}

TEST(GlobalClassTest, TheCardinalityIsThatOfMostRanksThatGoTogether) {
  const GlobalClass C = of({sequential(0, 4000), sequential(0, 6000), varied(),
                            strided(0, 512, 4096), sequential(0, 5000)});
  EXPECT_EQ(toText(C), "global sequential, read only, 3 ranks");
}

TEST(GlobalClassTest, RanksThatDoDifferentThingsDoBoth) {
  LocalClass Writer = sequential(0, 4000);
  Writer.Is.Does = ReadWrite::WriteOnly;
  EXPECT_EQ(of({sequential(0, 4000), Writer}).Does, ReadWrite::Both);
}

} // namespace
