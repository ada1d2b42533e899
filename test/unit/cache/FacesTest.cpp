//===- FacesTest.cpp - who may do what with the cache ---------------------===//
//
// What a face must not offer would compile here.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

template <class Face>
concept Posts =
    requires(Face F, CachedFile &File, std::span<const PagePart> Pages,
             const std::atomic<bool> &Cancel) {
      F.prefetch(File, LaneCall{}, Pages, Cancel);
    };
template <class Face>
concept Serves =
    requires(Face F, CachedFile &File, std::span<const PagePart> Pages) {
      F.pin(File, Pages);
    };
template <class Face>
concept Writes =
    requires(Face F, CachedFile &File) { F.beginWrite(File, ByteRange{}); };
template <class Face>
concept Steers = requires(Face F) { F.steer({}); };

template <class Face>
constexpr unsigned Does =
    Posts<Face> * 1 + Serves<Face> * 2 + Writes<Face> * 4 + Steers<Face> * 8;

TEST(Faces, EachDoesOneThing) {
  EXPECT_EQ(Does<Posting>, 1u);
  EXPECT_EQ(Does<DemandReads>, 2u);
  EXPECT_EQ(Does<Coherence>, 4u);
  EXPECT_EQ(Does<CacheControl>, 8u);
  EXPECT_EQ(Does<PageCache>, 0u);
}

struct FacesTest : CacheTest {};

/// One state behind all of them.
TEST_F(FacesTest, WhatOnePostsAnotherFinds) {
  fetch({3});
  EXPECT_EQ(Cache.demand().probe(*File, Pages{3}), 1u);
  Cache.coherence().beginWrite(*File, {3 * PageSize, 4 * PageSize});
  EXPECT_EQ(Cache.demand().probe(*File, Pages{3}), 0u);
  Cache.coherence().endWrite(*File, {3 * PageSize, 4 * PageSize});
  Cache.control().steer({.Caching = false});
  EXPECT_FALSE(Cache.posting().wanted(*File));
}

} // namespace
