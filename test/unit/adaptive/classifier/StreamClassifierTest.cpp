//===- StreamClassifierTest.cpp - classes of streams, and what they expect ===//

#include "adaptive/classifier/StreamClassifier.h"
#include "adaptive/classifier/Network.h"

#include <gtest/gtest.h>

using namespace foreslice;
using News = StreamClassifier::News;

namespace {

class StreamClassifierTest : public testing::Test {
protected:
  News read(int64_t Offset, int64_t Size) {
    return S.add({Offset, Size, /*IsWrite=*/false});
  }
  /// Reads of one size, at Begin, and then after each of the steps in turn.
  void readRows(int64_t Begin, int64_t Size, std::vector<int64_t> Steps,
                size_t Count) {
    for (size_t I = 0; I < Count; ++I) {
      read(Begin, Size);
      Begin += Steps[I % Steps.size()];
    }
  }
  Sequentiality places() const { return S.current()->Places; }

  StreamClassifier S;
};

TEST_F(StreamClassifierTest, NothingIsKnownBeforeTheFirstWindowIsFull) {
  for (int I = 0; I < 9; ++I)
    EXPECT_EQ(read(I * 512, 512), News::None);
  EXPECT_FALSE(S.current());
  EXPECT_EQ(read(9 * 512, 512), News::Class);
  EXPECT_EQ(toText(*S.current()), "read only, sequential, uniform, small");
}

TEST_F(StreamClassifierTest, StridesBackAreStrides) {
  readRows(1 << 20, 4096, {-65536}, 12);
  EXPECT_EQ(places(), Sequentiality::Strided1d);
}

TEST_F(StreamClassifierTest, ShortRowsInStridesAreTwoDimensional) {
  readRows(0, 1000, {2000, 2000, 50000}, 11);
  EXPECT_EQ(places(), Sequentiality::Strided2d);
}

TEST_F(StreamClassifierTest, RandomReadsAreVaried) {
  int64_t At = 1;
  for (int I = 0; I < 20; ++I)
    read((At = At * 48271 % 2147483647), 4096);
  EXPECT_EQ(places(), Sequentiality::Varied);
}

TEST_F(StreamClassifierTest, VariedReadsThatBecomeSequentialAreNoticed) {
  int64_t At = 1;
  for (int I = 0; I < 1000; ++I)
    read((At = At * 48271 % 2147483647), 4096);
  EXPECT_EQ(places(), Sequentiality::Varied);
  readRows(0, 4096, {4096}, 20);
  EXPECT_EQ(places(), Sequentiality::Sequential);
}

TEST_F(StreamClassifierTest, OneStrayReadChangesNoClass) {
  readRows(0, 4096, {4096}, 12);
  read(1 << 30, 16);
  EXPECT_EQ(places(), Sequentiality::Sequential);
  readRows(12 * 4096, 4096, {4096}, 7);
  EXPECT_EQ(places(), Sequentiality::Sequential);
}

TEST_F(StreamClassifierTest, AWindowThatEndsUnevenlyIsLookedAtAsAWhole) {
  constexpr size_t Window = 10, Even = 40;
  for (size_t Of = 1; Of < Window; ++Of) {
    StreamClassifier Fresh(Window);
    std::vector<ClassifiedAccess> All;
    auto add = [&](int64_t Offset, int64_t Size) {
      All.push_back({Offset, Size, /*IsWrite=*/false});
      return Fresh.add(All.back());
    };
    for (size_t I = 0; I < Even + Of; ++I)
      add(static_cast<int64_t>(I) * 3000, 1000);
    News Last = News::None;
    for (size_t I = Of; I < Window; ++I)
      Last = add(static_cast<int64_t>(I * I * I) * 7919 % 500000,
                 static_cast<int64_t>(100 + 50 * I));
    EXPECT_NE(Last, News::None) << "the window is full";
    EXPECT_EQ(Fresh.current(), network::classify(std::span(All).last(Window)))
        << Of << " even ones";
  }
}

// Windows of one shape have one class. A window whose last accesses differ is
// looked at anew.
TEST_F(StreamClassifierTest, EachWindowHasTheClassOfItsOwnShape) {
  constexpr int64_t Window = 10, Place = 8192;
  const std::vector<ClassifiedAccess> Odd = {{.Offset = Place, .Size = 0},
                                             {.Offset = 0, .Size = -8000},
                                             {.Offset = 0, .Size = 0}};
  for (const ClassifiedAccess &By : Odd)
    for (int64_t At = 0; At < Window; ++At) {
      StreamClassifier Fresh(Window);
      std::vector<ClassifiedAccess> All;
      for (int64_t I = 0; I < 4 * Window; ++I) {
        ClassifiedAccess A{I / 2 * Place, Place, I % 2 == 1};
        if (I >= 2 * Window && I % Window >= At) {
          A.Offset += By.Offset;
          A.Size += By.Size;
          A.IsWrite ^= By.Offset == By.Size;
        }
        All.push_back(A);
        if (Fresh.add(A) != News::None)
          EXPECT_EQ(Fresh.current(),
                    network::classify(std::span(All).last(Window)))
              << "access " << I << ", odd from " << At;
      }
    }
}

TEST_F(StreamClassifierTest, AnotherPatternIsAnotherClass) {
  readRows(0, 4096, {4096}, 40);
  News Last = News::None;
  for (int64_t I = 0; I < 10; ++I)
    Last = read((1 << 20) + I * 65536, 4096);
  EXPECT_EQ(Last, News::Class);
  EXPECT_EQ(places(), Sequentiality::Strided1d);
}

TEST_F(StreamClassifierTest, WritesOfWhatWasReadAreUpdates) {
  for (int64_t I = 0; I < 10; ++I)
    S.add({I / 2 * 8192, 8192, I % 2 == 1});
  EXPECT_EQ(toText(*S.current()),
            "read-update-write, sequential, uniform, medium");
}

TEST_F(StreamClassifierTest, WritesAloneAreAClass) {
  for (int64_t I = 0; I < 10; ++I)
    S.add({I * 65536, 65536, /*IsWrite=*/true});
  EXPECT_EQ(toText(*S.current()), "write only, sequential, uniform, large");
}

TEST_F(StreamClassifierTest, TheRangeIsThatOfTheClass) {
  readRows(0, 4096, {4096}, 10);
  readRows(1 << 20, 4096, {65536}, 10);
  const LocalClass L = S.local();
  EXPECT_EQ(L.Begin, 1 << 20);
  EXPECT_EQ(L.End, (1 << 20) + 9 * 65536 + 4096);
  EXPECT_EQ(L.Stride, 65536);
}

TEST_F(StreamClassifierTest, TheStrideOfWritesIsToldToOtherRanks) {
  for (int64_t I = 0; I < 10; ++I)
    S.add({I * 65536, 4096, /*IsWrite=*/true});
  EXPECT_EQ(S.local().Stride, 65536);
}

TEST_F(StreamClassifierTest, ExtremePlacesDoNotOverflow) {
  for (int I = 0; I < 30; ++I)
    read(I % 2 == 0 ? INT64_MAX - 4096 : 0, 4096);
  StreamClassifier Other;
  for (int64_t I = 0; I < 20; ++I)
    Other.add({INT64_MAX - 100 + I, 1, /*IsWrite=*/false});
  EXPECT_TRUE(Other.current());
}

} // namespace
