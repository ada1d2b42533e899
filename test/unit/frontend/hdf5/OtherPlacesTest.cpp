//===- OtherPlacesTest.cpp - data of datasets in other places -------------===//
//
// Against bytes that are put together here as the specification says. Programs
// in test/programs/hdf5 read files of the library's.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/OtherPlaces.h"
#include "frontend/hdf5/Namespace.h"

#include "Image.h"

#include <gtest/gtest.h>

#include <random>

using namespace foreslice::hdf5;

namespace {

constexpr uint64_t Base = 512, Bytes = 4096, SetAt = 96, HeapAt = 1024,
                   NamesAt = 1100;

/// A dataset of 6 by 4 elements of 8 bytes, up to the message about the place.
Image makeSet() {
  Image I(Bytes, Base);
  I.at(SetAt).text("OHDR").number(2, 1).number(0, 1).number(110, 1);
  I.number(1, 1).number(20, 2).zeros(1).number(2, 1).number(2, 1).zeros(1);
  I.number(1, 1).number(6, 8).number(4, 8);
  I.number(3, 1).number(8, 2).zeros(1).number(0x11, 1).zeros(3).number(8, 4);
  return I;
}

Image makeExternal() {
  Image I = makeSet();
  I.number(8, 1).number(18, 2).zeros(1).number(3, 1).number(1, 1);
  I.number(NoAddress, 8).number(192, 8);
  I.number(7, 1).number(40, 2).zeros(1).number(1, 1).zeros(3).number(4, 2);
  I.number(1, 2).number(HeapAt, 8).number(8, 8).number(77, 8).number(192, 8);
  I.at(HeapAt).text("HEAP").zeros(4).number(64, 8).zeros(8).number(NamesAt, 8);
  I.at(NamesAt + 8).text("raw");
  return I;
}

void putSlab(Image &I, std::vector<std::array<uint64_t, 4>> Slab) {
  I.number(2, 4).number(2, 4).number(1, 1).zeros(4).number(Slab.size(), 4);
  for (const auto &D : Slab)
    for (uint64_t Number : D)
      I.number(Number, 8);
}

/// Rows 0 and 1 of "all.h5", two rows by blocks, and a file for each two rows.
Image makeVirtual() {
  Image I = makeSet();
  I.number(8, 1).number(14, 2).zeros(1).number(4, 1).number(3, 1);
  I.number(HeapAt, 8).number(2, 4);
  I.at(HeapAt).text("GCOL").number(1, 1).zeros(3).number(1024, 8);
  I.number(1, 2).zeros(6).number(5, 8).zeros(8);
  I.number(2, 2).zeros(6).number(600, 8).zeros(1).number(3, 8);
  I.text("all.h5").zeros(1).text("/a").zeros(1);
  I.number(3, 4).number(1, 4).zeros(8); // All of the source.
  putSlab(I, {{0, 1, 1, 2}, {0, 1, 1, 4}});
  I.text(".").zeros(1).text("b").zeros(1);
  for (uint64_t First : {10, 3}) { // Blocks: rows of the source, and here.
    I.number(2, 4).number(1, 4).zeros(8).number(2, 4).number(2, 4);
    I.number(First, 4).number(0, 4).number(First, 4).number(3, 4);
    I.number(First + 2, 4).number(0, 4).number(First + 2, 4).number(3, 4);
  }
  I.text("n%b%%").zeros(1).text("/a").zeros(1);
  I.number(3, 4).number(1, 4).zeros(8);
  putSlab(I, {{0, 2, UINT64_MAX, 2}, {0, 1, 1, 4}});
  return I;
}

OtherPlaces placesOf(const Image &I) {
  return readOtherPlaces(Base, SetAt, {6, 4},
                         [&](uint64_t Offset, std::span<std::byte> To) {
                           return I.read(Offset, To);
                         });
}

std::vector<std::vector<uint64_t>> elementsOf(const Box &B) {
  std::vector<std::vector<uint64_t>> Elements(1);
  for (const auto &Parts : B) {
    std::vector<std::vector<uint64_t>> Longer;
    for (const auto &E : Elements)
      for (const Interval &I : Parts)
        for (uint64_t N = I.Begin; N < I.End; ++N) {
          Longer.push_back(E);
          Longer.back().push_back(N);
        }
    Elements = std::move(Longer);
  }
  return Elements;
}

TEST(OtherPlacesTest, RawFilesAreFound) {
  const OtherPlaces Is = placesOf(makeExternal());
  ASSERT_EQ(Is.Parts.size(), 1u);
  EXPECT_EQ(Is.Parts[0].File, "raw");
  EXPECT_EQ(Is.Parts[0].Offset, 77u);
  EXPECT_EQ(Is.Parts[0].Bytes, 192u);
  EXPECT_TRUE(Is.Mappings.empty());
}

TEST(OtherPlacesTest, TheDatasetIsElsewhere) {
  for (const Image &I : {makeExternal(), makeVirtual()}) {
    FilePlace In;
    In.Base = Base;
    const auto Set =
        readDataset(In, SetAt, [&](uint64_t Offset, std::span<std::byte> To) {
          return I.read(Offset, To);
        });
    ASSERT_TRUE(Set);
    EXPECT_TRUE(Set->IsElsewhere);
    EXPECT_EQ(Set->Index.Header, SetAt);
  }
}

TEST(OtherPlacesTest, MappingsAreFound) {
  const OtherPlaces Is = placesOf(makeVirtual());
  ASSERT_EQ(Is.Mappings.size(), 5u);
  const char *Files[] = {"all.h5", ".", "n0%", "n1%", "n2%"};
  for (size_t I = 0; I < 5; ++I)
    EXPECT_EQ(Is.Mappings[I].File, Files[I]);
  EXPECT_FALSE(Is.Mappings[0].There);
  EXPECT_EQ(elementsOf(*Is.Mappings[0].Here).size(), 8u);
  const Box Row =
      Is.Mappings[1].sourceOf({{{5, 6}}, {{1, 3}}}, {6, 4}, {20, 4});
  EXPECT_EQ(elementsOf(Row),
            (std::vector<std::vector<uint64_t>>{{12, 1}, {12, 2}}));
  EXPECT_EQ(elementsOf(*Is.Mappings[4].Here).front(),
            (std::vector<uint64_t>{4, 0}));
}

/// As many elements in both, in the same order.
TEST(OtherPlacesTest, ElementsMeetThoseOfTheSource) {
  std::mt19937 Draw(1);
  auto Parts = [&](uint64_t Elements, uint64_t &Length) {
    std::vector<Interval> New;
    uint64_t At = 0;
    while (Elements > 0) {
      const uint64_t Some = 1 + Draw() % Elements;
      At += 1 + Draw() % 3;
      New.push_back({At, At + Some});
      At += Some;
      Elements -= Some;
    }
    Length = At + Draw() % 2;
    return New;
  };
  for (int Round = 0; Round < 500; ++Round) {
    const uint64_t Counts[2] = {1 + Draw() % 5, 1 + Draw() % 5};
    Mapping M;
    Box Here(2), There, Chosen(2);
    std::vector<uint64_t> Own(2), Lengths;
    for (size_t D = 0; D < 2; ++D) {
      Here[D] = Parts(Counts[D], Own[D]);
      const uint64_t From = Draw() % Own[D];
      Chosen[D] = {{From, From + 1 + Draw() % (Own[D] - From)}};
      if (Counts[D] == 1 && Draw() % 2) // A dimension less, or another.
        continue;
      Lengths.emplace_back();
      There.push_back(Parts(Counts[D], Lengths.back()));
    }
    M.Here = Here;
    M.There = There;
    std::vector<std::vector<uint64_t>> Expected;
    const auto Of = elementsOf(Here), In = elementsOf(There);
    ASSERT_EQ(Of.size(), In.size());
    auto IsChosen = [&](const std::vector<uint64_t> &At, size_t D) {
      return At[D] >= Chosen[D][0].Begin && At[D] < Chosen[D][0].End;
    };
    for (size_t E = 0; E < Of.size(); ++E)
      if (IsChosen(Of[E], 0) && IsChosen(Of[E], 1))
        Expected.push_back(In[E]);
    const Box Found = M.sourceOf(Chosen, Own, Lengths);
    if (Expected.empty() && Lengths.empty())
      continue; // No dimensions, and so no way to say "nothing".
    EXPECT_EQ(elementsOf(Found), Expected) << Round;
    EXPECT_TRUE(Expected.empty() || M.touches(Chosen));
  }
}

TEST(OtherPlacesTest, OtherShapesHaveNoSource) {
  Mapping M;
  M.Here = Box{{{0, 2}}, {{0, 6}}};
  M.There = Box{{{0, 3}}, {{0, 4}}};
  EXPECT_TRUE(
      elementsOf(M.sourceOf({{{0, 2}}, {{0, 6}}}, {2, 6}, {3, 4})).empty());
}

TEST(OtherPlacesTest, DamagedBytesAreReadWithoutHarm) {
  std::mt19937 Draw(2);
  for (const Image &Whole : {makeExternal(), makeVirtual()})
    for (int Round = 0; Round < 3000; ++Round) {
      Image I = Whole;
      for (int Times = 1 + static_cast<int>(Draw() % 4); Times > 0; --Times) {
        const uint64_t At =
            Draw() % 2 ? HeapAt + Draw() % 400 : SetAt + Draw() % 120;
        I.at(At).number(Draw() % 2 ? UINT64_MAX : Draw() % 256, 1 + Draw() % 8);
      }
      const OtherPlaces Is = placesOf(I);
      for (const Mapping &M : Is.Mappings) {
        const Box Source = M.sourceOf({{{0, 6}}, {{0, 4}}}, {6, 4}, {20, 4});
        for (const auto &Of : Source)
          for (const Interval &Part : Of)
            EXPECT_LT(Part.Begin, Part.End);
      }
    }
}

} // namespace
