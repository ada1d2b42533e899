//===- NestCursorTest.cpp - going through loop nests ----------------------===//

#include "Streams.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

PatternTerm learn(const Stream &S) {
  PatternLearner L(64, SIZE_MAX);
  observe(L, S);
  return L.finish().Terms.at(0);
}

TEST(NestCursor, PassesAsManyAsItIsTold) {
  for (const Stream &S :
       {nest({{50, 64}}), nest({{4, 9000}, {5, 1000}, {6, 64}}),
        luDecomposition(20)}) {
    PatternLearner L(64, SIZE_MAX);
    observe(L, S);
    for (const PatternTerm &T : L.finish().Terms) {
      if (T.isPoint())
        continue;
      const Stream All = expand({{T}});
      for (size_t N = 0; N <= All.size() + 3; ++N) {
        NestCursor C(T);
        EXPECT_EQ(C.skip(N), N - std::min(N, All.size()));
        ASSERT_EQ(C.done(), N >= All.size());
        if (!C.done()) {
          ASSERT_EQ(C.point().Place, All[N].Place) << N;
        }
      }
    }
  }
}

TEST(NestCursor, PassesBillionsAtOnce) {
  PatternTerm T = learn(nest({{4, 1 << 20}, {5, 1 << 10}, {6, 64}}));
  ASSERT_EQ(T.Shape->depth(), 3u);
  T.count() = 1'000'000'000;
  NestCursor C(T);
  C.skip(30 * 1'000'000'000ull - 1);
  EXPECT_EQ(C.point().Place,
            1000 + 999'999'999ll * (1 << 20) + 4 * 1024 + 5 * 64);
  C.advance();
  EXPECT_TRUE(C.done());
}

TEST(NestCursor, EndsWhereNumbersOverflow) {
  PatternTerm T = learn({at(0), at(INT64_MAX / 4), at(INT64_MAX / 4 * 2)});
  T.count() = INT64_MAX;
  NestCursor C(T);
  C.skip(4);
  EXPECT_EQ(C.point().Place, INT64_MAX / 4 * 4);
  C.advance();
  EXPECT_TRUE(C.done());
  EXPECT_EQ(C.iterations(), 5);
}

/// Counts that have shrunk to nothing never grow again.
TEST(NestCursor, EndsWhereThereIsNothing) {
  Stream S;
  for (int64_t Row = 0; Row < 4; ++Row)
    addNest(S, {{9 - Row, 64}}, Row * 4096, 64);
  PatternTerm T = learn(S);
  T.count() = INT64_MAX;
  EXPECT_EQ(expand({{T}}).size(), 45u);
}

TEST(NestCursor, LoopsAreLimited) {
  ShapeRef S = PatternShape::point(0);
  unsigned Depth = 0;
  while (ShapeRef Outer = PatternShape::loop({S})) {
    S = Outer;
    ++Depth;
  }
  EXPECT_EQ(Depth, 8u);
  EXPECT_EQ(
      PatternShape::loop(std::vector<ShapeRef>(5000, PatternShape::point(0))),
      nullptr);
}

} // namespace
