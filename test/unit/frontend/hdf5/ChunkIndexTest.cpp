//===- ChunkIndexTest.cpp - indices of chunks, as files have them ---------===//
//
// Against bytes that are put together here as the specification says. Programs
// in test/programs/hdf5 read files of the library's.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkIndex.h"

#include "Image.h"

#include <gtest/gtest.h>

#include <random>

using namespace foreslice::hdf5;

namespace {

constexpr uint64_t Base = 512, Fanout = 2;
constexpr size_t Rank = 2;
constexpr uint64_t HeaderAt = 96, MoreAt = 1024, RootAt = 2048, LeafAt = 4096,
                   OtherLeafAt = 6144, FileBytes = 9000;

Image makeImage() { return {FileBytes, Base}; }

/// The key of a node: the bytes of a chunk, and where it is.
Image &key(Image &I, uint64_t Size, uint64_t First, uint64_t Second) {
  I.number(Size, 4).number(0, 4).number(First, 8).number(Second, 8);
  return I.number(0, 8);
}

void addLayout(Image &I) {
  I.number(3, 1).number(2, 1).number(Rank + 1, 1).number(RootAt, 8);
  I.number(10, 4).number(20, 4).number(4, 4);
}
constexpr uint64_t LayoutBytes = 3 + 8 + 12;

/// A header of the first version: a message, and the layout in another block.
void addFirstHeader(Image &I) {
  I.at(HeaderAt).number(1, 1).zeros(1).number(3, 2).number(1, 4).number(48, 4);
  I.zeros(4).number(1, 2).number(8, 2).zeros(4).zeros(8);
  I.number(16, 2).number(16, 2).zeros(4).number(MoreAt, 8).number(40, 8);
  I.at(MoreAt).number(8, 2).number(LayoutBytes + 1, 2).zeros(4);
  addLayout(I);
}

/// One of the second version, with times, and orders of messages.
void addSecondHeader(Image &I) {
  I.at(HeaderAt).text("OHDR").number(2, 1).number(4 | 32, 1).zeros(16);
  I.number(22 + 14, 1).number(1, 1).number(8, 2).zeros(3).zeros(8);
  I.number(16, 1).number(16, 2).zeros(3).number(MoreAt, 8).number(50, 8);
  I.at(MoreAt).text("OCHK").number(8, 1).number(LayoutBytes, 2).zeros(3);
  addLayout(I);
}

/// Of four rows of chunks of 10 by 20, all in one column, but the last.
void addTree(Image &I) {
  I.at(RootAt).text("TREE").number(1, 1).number(1, 1).number(2, 2).zeros(16);
  key(I, 0, 0, 0).number(LeafAt, 8);
  key(I, 0, 20, 0).number(OtherLeafAt, 8);
  key(I, 0, 40, 20);
  I.at(LeafAt).text("TREE").number(1, 1).number(0, 1).number(2, 2).zeros(16);
  key(I, 800, 0, 0).number(7000, 8);
  key(I, 500, 10, 0).number(100, 8);
  key(I, 0, 20, 0);
  I.at(OtherLeafAt).text("TREE").number(1, 1).number(0, 1).number(2, 2);
  I.zeros(16);
  key(I, 77, 20, 0).number(8000, 8);
  key(I, 78, 30, 20).number(8100, 8);
  key(I, 0, 40, 40);
}

ChunkIndex index() { return ChunkIndex({Base, HeaderAt, Fanout, Rank}); }

void expectChunks(const Image &I) {
  ChunkIndex Index = index();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return I.read(Offset, To);
  };
  auto Expect = [&](const std::vector<uint64_t> &At, uint64_t Begin,
                    uint64_t Bytes) {
    auto Found = Index.find(At, Read);
    ASSERT_TRUE(Found);
    EXPECT_EQ(Found->Begin, Begin + Base);
    EXPECT_EQ(Found->Bytes, Bytes);
  };
  Expect({0, 0}, 7000, 800);
  Expect({30, 20}, 8100, 78);
  Expect({10, 0}, 100, 500);
  Expect({20, 0}, 8000, 77);
  for (const std::vector<uint64_t> &Missing :
       {std::vector<uint64_t>{0, 20}, {30, 0}, {40, 0}, {5, 0}})
    EXPECT_FALSE(Index.find(Missing, Read));
  EXPECT_FALSE(Index.isUnknown());
}

TEST(ChunkIndexTest, FindsChunksByAHeaderOfTheFirstVersion) {
  Image I = makeImage();
  addFirstHeader(I);
  addTree(I);
  expectChunks(I);
}

TEST(ChunkIndexTest, FindsChunksByAHeaderOfTheSecondVersion) {
  Image I = makeImage();
  addSecondHeader(I);
  addTree(I);
  expectChunks(I);
}

TEST(ChunkIndexTest, OtherIndicesAreUnknown) {
  Image I = makeImage();
  addFirstHeader(I);
  I.at(MoreAt + 8).number(4, 1); // The version of the layout.
  ChunkIndex Index = index();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return I.read(Offset, To);
  };
  EXPECT_FALSE(Index.find({0, 0}, Read));
  EXPECT_TRUE(Index.isUnknown());
}

/// Trees of which a node is its own child, messages that lead back, lengths
/// that are too large.
TEST(ChunkIndexTest, DamagedBytesEnd) {
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::minstd_rand Engine(Round);
    Engine.discard(2);
    Image I = makeImage();
    Round % 2 ? addFirstHeader(I) : addSecondHeader(I);
    addTree(I);
    for (int Change = 0; Change < 4; ++Change) {
      const uint64_t Parts[] = {HeaderAt, MoreAt, RootAt, LeafAt, OtherLeafAt};
      const uint64_t At = Base + Parts[Engine() % 5] + Engine() % 120;
      I.Bytes[At] = static_cast<std::byte>(Engine() % 4 ? Engine() : 255);
    }
    uint64_t Loaded = 0;
    ChunkIndex Index = index();
    for (uint64_t Row = 0; Row < 40; Row += 10)
      Index.find({Row, 0}, [&](uint64_t Offset, std::span<std::byte> To) {
        Loaded += To.size();
        return I.read(Offset, To);
      });
    EXPECT_LT(Loaded, 1 << 20);
  }
}

} // namespace
