//===- NamespaceTest.cpp - objects of files by their names ----------------===//
//
// Against bytes that are put together here as the specification says. Programs
// in test/programs/hdf5 read files of the library's.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Namespace.h"
#include "foreslice/hdf5.h"
#include "frontend/hdf5/ChunkOrder.h"

#include "Image.h"

#include <gtest/gtest.h>

#include <random>

using namespace foreslice;
using namespace foreslice::hdf5;

namespace {

constexpr uint64_t Base = 512, FileBytes = 9000;
constexpr uint64_t RootAt = 96, TreeAt = 1024, HeapAt = 1536, NamesAt = 1600,
                   NodeAt = 2048, OtherNodeAt = 2560, GroupAt = 3072,
                   SetAt = 3584;

/// A group of the first kind: "b" to "d" in two nodes.
void addTable(Image &I) {
  I.at(RootAt).number(1, 1).zeros(1).number(1, 2).number(1, 4).number(24, 4);
  I.zeros(4).number(17, 2).number(16, 2).zeros(4).number(TreeAt, 8);
  I.number(HeapAt, 8);
  I.at(TreeAt).text("TREE").number(0, 1).number(0, 1).number(2, 2).zeros(16);
  I.number(0, 8).number(NodeAt, 8).number(10, 8).number(OtherNodeAt, 8);
  I.number(12, 8);
  I.at(HeapAt).text("HEAP").zeros(4).number(64, 8).zeros(8).number(NamesAt, 8);
  I.at(NamesAt + 8).text("b").zeros(1).text("c").zeros(1).text("d");
  I.at(NodeAt).text("SNOD").number(1, 1).zeros(1).number(2, 2);
  I.number(8, 8).number(4000, 8).zeros(24).number(10, 8).number(GroupAt, 8);
  I.at(OtherNodeAt).text("SNOD").number(1, 1).zeros(1).number(1, 2);
  I.number(12, 8).number(NoAddress, 8);
}

/// One of the second kind: a soft link, and "rows".
void addLinks(Image &I) {
  I.at(GroupAt).text("OHDR").number(2, 1).number(0, 1).number(60, 1);
  I.number(6, 1).number(9, 2).zeros(1).number(1, 1).number(8, 1).number(1, 1);
  I.number(2, 1).text("to").number(1, 2).text("x");
  I.number(6, 1).number(15, 2).zeros(1).number(1, 1).number(0, 1).number(4, 1);
  I.text("rows").number(SetAt, 8);
}

/// A dataset of 30 by 40 elements of 8 bytes.
void addSet(Image &I) {
  I.at(SetAt).text("OHDR").number(2, 1).number(0, 1).number(70, 1);
  I.number(1, 1).number(20, 2).zeros(1).number(2, 1).number(2, 1).zeros(1);
  I.number(1, 1).number(30, 8).number(40, 8);
  I.number(3, 1).number(8, 2).zeros(1).number(0x11, 1).zeros(3).number(8, 4);
  I.number(8, 1).number(18, 2).zeros(1).number(3, 1).number(1, 1);
  I.number(7000, 8).number(9600, 8);
}

void addSuperblock(Image &I) {
  I.at(0).text("\x89HDF\r\n\x1a\n").zeros(5).number(8, 1).number(8, 1);
  I.zeros(1 + 4 + 4 + 32 + 8).number(RootAt, 8);
}

Image make() {
  Image I(FileBytes, Base);
  addSuperblock(I);
  addTable(I);
  addLinks(I);
  addSet(I);
  return I;
}

TEST(NamespaceTest, ObjectsAreFoundByTheirNames) {
  const Image I = make();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return I.read(Offset, To);
  };
  FilePlace In;
  EXPECT_EQ(findRootGroup(In, Read), RootAt);
  EXPECT_EQ(In.Base, Base);
  KnownLinks Known;
  auto Find = [&](std::string_view Path) {
    return findObject(Base, RootAt, Path, Read, Known);
  };
  EXPECT_EQ(Find("b"), 4000u);
  EXPECT_EQ(Find("/c/rows"), SetAt);
  EXPECT_EQ(Find("./c//"), GroupAt);
  EXPECT_EQ(Find(""), RootAt);
  for (const char *Missing : {"a", "d", "e", "c/to", "c/row", "c/rows/x", "bb"})
    EXPECT_FALSE(Find(Missing)) << Missing;
}

TEST(NamespaceTest, NumbersHaveTheTypeOfMemory) {
  auto TypeOf = [](int Class, int Bits, size_t Size, int Precision) {
    Image I(64, 0);
    I.at(0).number(0x10u | static_cast<unsigned>(Class), 1);
    I.number(static_cast<unsigned>(Bits), 3).number(Size, 4).number(0, 2);
    I.number(static_cast<unsigned>(Precision), 2);
    if (Class == 1) { // The parts of a number, and the bias.
      I.number(Size == 4 ? 23 : 52, 1).number(Size == 4 ? 8 : 11, 1);
      I.number(0, 1).number(Size == 4 ? 23 : 52, 1);
      I.number(Size == 4 ? 127 : 1023, 4);
    }
    return readNumberType(ByteReader(I.Bytes));
  };
  constexpr int Signed = 8, BigEndian = 1, Usual = 0x1f20;
  auto Is = [](foreslice_hdf5_number Kind, int Bytes) {
    return numberTypeOf(FORESLICE_HDF5_TYPE(Kind, Bytes));
  };
  EXPECT_EQ(TypeOf(0, Signed, 4, 32), Is(FORESLICE_HDF5_SIGNED, 4));
  EXPECT_EQ(TypeOf(0, 0, 8, 64), Is(FORESLICE_HDF5_UNSIGNED, 8));
  EXPECT_EQ(TypeOf(1, Usual, 4, 32), Is(FORESLICE_HDF5_REAL, 4));
  EXPECT_EQ(TypeOf(1, 0x3f20, 8, 64), Is(FORESLICE_HDF5_REAL, 8));
  EXPECT_FALSE(TypeOf(0, Signed | BigEndian, 4, 32));
  EXPECT_FALSE(TypeOf(0, Signed, 4, 20)); // Some bits are not in use.
  EXPECT_FALSE(TypeOf(0, Signed, 3, 24));
  EXPECT_FALSE(TypeOf(1, Usual, 2, 16));
  EXPECT_FALSE(TypeOf(3, 0, 4, 32)); // A text.
  EXPECT_FALSE(numberTypeOf(50331741));
}

TEST(NamespaceTest, LinksAreListed) {
  const Image I = make();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return I.read(Offset, To);
  };
  auto NamesOf = [&](uint64_t Group) {
    std::vector<std::string> Names;
    if (auto Links = linksOf(Base, Group, Read))
      for (const Link &L : *Links)
        Names.push_back(L.Name);
    return Names;
  };
  EXPECT_EQ(NamesOf(RootAt), (std::vector<std::string>{"b", "c", "d"}));
  EXPECT_EQ(NamesOf(GroupAt), (std::vector<std::string>{"rows", "to"}));
  EXPECT_FALSE(linksOf(Base, SetAt, Read));
}

TEST(NamespaceTest, TheOrderHasTheDataOfAllDatasets) {
  const Image I = make();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return I.read(Offset, To);
  };
  const auto Order = ChunkOrder::make({Read, [](uint64_t, uint64_t) {}});
  ASSERT_TRUE(Order);
  constexpr uint64_t Begin = Base + 7000, Bytes = 30 * 40 * 8, Slot = 16384;
  // All of it has the length of a slot, a part its own.
  EXPECT_EQ(Order->placeOf({Begin, Begin + Bytes}), (ByteRange{0, Slot}));
  EXPECT_EQ(Order->placeOf({Begin + 80, Begin + 160}), (ByteRange{80, 160}));
  EXPECT_EQ(Order->bytesAt({0, Slot}), (ByteRange{Begin, Begin + Bytes}));
  EXPECT_EQ(Order->bytesAt({80, 160}), (ByteRange{Begin + 80, Begin + 160}));
  EXPECT_FALSE(Order->placeOf({Base, Base + 96}));
  EXPECT_FALSE(Order->bytesAt({Slot, 2 * Slot}));
}

TEST(NamespaceTest, DigitsOfNamesCountAsNumbers) {
  EXPECT_TRUE(isCountedBefore("step2", "step10"));
  EXPECT_TRUE(isCountedBefore("step02", "step10"));
  EXPECT_TRUE(isCountedBefore("a", "b"));
  EXPECT_TRUE(isCountedBefore("t1a", "t1b"));
  EXPECT_FALSE(isCountedBefore("step10", "step2"));
  EXPECT_FALSE(isCountedBefore("same", "same"));
}

TEST(NamespaceTest, DatasetsAreRead) {
  Image I = make();
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return I.read(Offset, To);
  };
  FilePlace In;
  In.Base = Base;
  std::optional<Dataset> Set = readDataset(In, SetAt, Read);
  ASSERT_TRUE(Set);
  EXPECT_EQ(Set->Space.Lengths, (std::vector<uint64_t>{30, 40}));
  EXPECT_EQ(Set->ElementBytes, 8u);
  EXPECT_EQ(Set->Begin, Base + 7000);
  EXPECT_FALSE(Set->IsEmpty);
  EXPECT_FALSE(readDataset(In, GroupAt, Read));
  // Of variable length: the data are elsewhere.
  I.at(SetAt + 7 + 24 + 4).number(0x19, 1);
  Set = readDataset(In, SetAt, Read);
  EXPECT_TRUE(Set && Set->IsEmpty);
}

TEST(NamespaceTest, DamagedBytesEnd) {
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::minstd_rand Engine(Round);
    Engine.discard(2);
    Image I = make();
    for (int Change = 0; Change < 4; ++Change) {
      const uint64_t Parts[] = {0,      RootAt,      TreeAt,  HeapAt,
                                NodeAt, OtherNodeAt, GroupAt, SetAt};
      const uint64_t At = Base + Parts[Engine() % 8] + Engine() % 90;
      I.Bytes[At] = static_cast<std::byte>(Engine() % 4 ? Engine() : 255);
    }
    uint64_t Loaded = 0;
    auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
      Loaded += To.size();
      return I.read(Offset, To);
    };
    FilePlace In;
    KnownLinks Known;
    if (auto Root = findRootGroup(In, Read))
      if (auto Header = findObject(In.Base, *Root, "c/rows", Read, Known))
        readDataset(In, *Header, Read);
    ChunkOrder::make({Read, [](uint64_t, uint64_t) {}});
    EXPECT_LT(Loaded, 8 << 20);
  }
}

} // namespace
