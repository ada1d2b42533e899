//===- ExpectTest.cpp - runs that a signature foretells -------------------===//
//
// Figure 5 of Byna et al., SC'08.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

std::shared_ptr<const PatternSequence> signatureOf(const Stream &S) {
  PatternLearner L(64, SIZE_MAX);
  observe(L, S);
  return std::make_shared<PatternSequence>(L.finish());
}

/// How many accesses of a run were not expected.
size_t wrong(const Stream &Signature, const Stream &Run) {
  PatternLearner L;
  L.expect(signatureOf(Signature));
  const size_t Right = observe(L, Run);
  PatternLearner Alone;
  observe(Alone, Run);
  EXPECT_EQ(text(L.finish()), text(Alone.finish()));
  return Run.size() - Right;
}

const Stream Plain = nest({{30, 8192}});
const Stream Cube = nest({{9, 1 << 20}, {8, 8192}, {7, 512}});

TEST(Expect, TheSameRun) {
  EXPECT_EQ(wrong(Plain, Plain), 1u);
  EXPECT_EQ(wrong(Cube, Cube), 1u);
  EXPECT_EQ(wrong(luDecomposition(30), luDecomposition(30)), 1u);
}

TEST(Expect, NothingMoreAtTheEnd) {
  PatternLearner L;
  L.expect(signatureOf(Plain));
  observe(L, Stream(Plain.begin(), Plain.end() - 4));
  EXPECT_EQ(ahead(L, 0, 100), Stream(Plain.end() - 4, Plain.end()));
  EXPECT_EQ(ahead(L, 3, 100), Stream(Plain.end() - 1, Plain.end()));
  EXPECT_TRUE(ahead(L, 4, 100).empty());
}

TEST(Expect, AnotherPlace) {
  EXPECT_EQ(wrong(Plain, nest({{30, 8192}}, 777)), 2u);
  EXPECT_EQ(wrong(Cube, nest({{9, 1 << 20}, {8, 8192}, {7, 512}}, 0)), 2u);
}

TEST(Expect, AnotherStride) {
  EXPECT_EQ(wrong(Plain, nest({{30, 1024}})), 3u);
  EXPECT_EQ(wrong(Cube, nest({{9, 1 << 20}, {8, 8192}, {7, 256}})), 3u);
  EXPECT_EQ(wrong(Cube, nest({{9, 1 << 21}, {8, 4096}, {7, 256}})), 7u)
      << "each stride is learnt where it first counts";
}

TEST(Expect, AnotherSize) {
  EXPECT_EQ(wrong(Plain, nest({{30, 8192}}, 1000, 100)), 2u);
  EXPECT_EQ(wrong(Cube, nest({{9, 1 << 20}, {8, 8192}, {7, 512}}, 0, 80)), 2u);
}

TEST(Expect, OtherCounts) {
  EXPECT_EQ(wrong(Plain, nest({{50, 8192}})), 1u);
  EXPECT_LE(wrong(Cube, nest({{9, 1 << 20}, {8, 8192}, {10, 512}})), 4u);
  EXPECT_LE(wrong(Cube, nest({{9, 1 << 20}, {8, 8192}, {5, 512}})), 3u);
  EXPECT_LE(wrong(Cube, nest({{9, 1 << 22}, {12, 8192}, {20, 256}})), 11u);
}

TEST(Expect, StableAtOnce) {
  PatternLearner L;
  L.expect(signatureOf(Plain));
  EXPECT_EQ(L.state(), PatternState::Learning);
  EXPECT_TRUE(L.observe(Plain[0]));
  EXPECT_EQ(L.state(), PatternState::Stable);
  EXPECT_GT(L.confidence(), 0);
  for (size_t I = 1; I + 1 < Plain.size(); ++I)
    EXPECT_FALSE(L.observe(Plain[I])) << I;
}

TEST(Expect, AWrongSignatureIsGivenUp) {
  const Stream Run = nest({{40, 512}}, 0, 512);
  EXPECT_EQ(wrong(Plain, Run), 3u) << "stride and size differ";
  EXPECT_EQ(wrong(nest({{5, 100}, {5, 10}}), luDecomposition(20)),
            wrong({}, luDecomposition(20)));
  Stream OtherKind = Run;
  for (PatternPoint &P : OtherKind)
    P.Kind = 1;
  EXPECT_EQ(wrong(Run, OtherKind), 3u);
  EXPECT_EQ(wrong({}, Run), 3u);
}

TEST(Expect, HugeNumbers) {
  PatternTerm T = signatureOf(Plain)->Terms.at(0);
  for (int64_t &V : T.Values)
    V = INT64_MAX;
  PatternLearner L;
  L.expect(std::make_shared<PatternSequence>(PatternSequence{{T, T}}));
  observe(L, Plain);
  PatternLearner Least;
  Least.expect(std::make_shared<PatternSequence>(
      PatternSequence{{PatternTerm::point(at(0, INT64_MIN))}}));
  observe(Least, Plain);
  observe(L, {at(INT64_MIN, INT64_MAX), at(INT64_MAX), at(INT64_MIN)});
  EXPECT_TRUE(ahead(L, 1000, 1).empty());
}

} // namespace
