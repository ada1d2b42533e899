//===- DatasetTest.cpp - selections as extents of a file ------------------===//
//
// Against a list of all elements, for many small datasets that are drawn.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Dataset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

using namespace foreslice::hdf5;

namespace {

constexpr uint64_t ElementBytes = 4;

class Draw {
public:
  explicit Draw(unsigned Seed) : Engine(Seed) {}
  uint64_t upTo(uint64_t Most) {
    return std::uniform_int_distribution<uint64_t>(0, Most)(Engine);
  }

private:
  std::mt19937 Engine;
};

/// The numbers of a dimension that S selects.
std::vector<uint64_t> numbers(const Hyperslab &S) {
  std::vector<uint64_t> Result;
  for (uint64_t C = 0; C < S.Count; ++C)
    for (uint64_t B = 0; B < S.Block; ++B)
      Result.push_back(S.Start + C * S.Stride + B);
  return Result;
}

/// A slab that lies within Length, which may be 0.
Hyperslab drawSlab(Draw &D, uint64_t Length) {
  while (true) {
    Hyperslab S = {D.upTo(Length), 1 + D.upTo(3), D.upTo(4), 1};
    S.Block = 1 + D.upTo(S.Stride - 1);
    const std::vector<uint64_t> All = numbers(S);
    if (All.empty() || All.back() < Length)
      return S;
  }
}

/// Calls Visit with the coordinates of each selected element.
void forEachElement(
    const Dataspace &S, size_t Dimension, std::vector<uint64_t> &At,
    const std::function<void(const std::vector<uint64_t> &)> &Visit) {
  if (Dimension == S.Slabs.size())
    return Visit(At);
  for (uint64_t Number : numbers(S.Slabs[Dimension])) {
    At.push_back(Number);
    forEachElement(S, Dimension + 1, At, Visit);
    At.pop_back();
  }
}

using Extents = std::vector<std::pair<uint64_t, uint64_t>>;

/// By the coordinates of the first element.
using Chunks = std::map<std::vector<uint64_t>, ChunkExtent>;

Extents extentsOf(const Dataset &Set, const Dataspace &By,
                  const Chunks &There = {}) {
  Extents Result;
  auto Find =
      [&](const std::vector<uint64_t> &At) -> std::optional<ChunkExtent> {
    auto Found = There.find(At);
    return Found != There.end() ? std::optional(Found->second) : std::nullopt;
  };
  if (auto Chosen = By.chosen())
    Set.forEachExtent(*Chosen, Find, [&](uint64_t Offset, uint64_t Bytes) {
      if (Bytes > 0)
        Result.emplace_back(Offset, Bytes);
      return true;
    });
  return Result;
}

std::set<uint64_t> bytesOf(const Extents &All) {
  std::set<uint64_t> Result;
  for (auto [Offset, Bytes] : All)
    for (uint64_t B = 0; B < Bytes; ++B)
      Result.insert(Offset + B);
  return Result;
}

Dataset drawSet(Draw &D, uint64_t Rank) {
  Dataset Set;
  Set.Origin.SieveBytes = 0;
  Set.ElementBytes = ElementBytes;
  Set.Begin = 1000;
  for (uint64_t I = 0; I < Rank; ++I)
    Set.Space.Lengths.push_back(1 + D.upTo(6));
  return Set;
}

Dataspace drawSpace(Draw &D, const Dataset &Set) {
  Dataspace By = Set.Space;
  By.Is = Selection::Slab;
  for (uint64_t Length : By.Lengths)
    By.Slabs.push_back(drawSlab(D, Length));
  return By;
}

uint64_t numberOf(const std::vector<uint64_t> &At,
                  const std::vector<uint64_t> &Lengths) {
  uint64_t Number = 0;
  for (size_t I = 0; I < At.size(); ++I)
    Number = Number * Lengths[I] + At[I];
  return Number;
}

TEST(DatasetTest, ContiguousElementsAreTheirBytes) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    Draw D(Seed);
    const Dataset Set = drawSet(D, D.upTo(5));
    const Dataspace By = drawSpace(D, Set);
    std::set<uint64_t> Expected;
    std::vector<uint64_t> At;
    uint64_t Points = 0;
    forEachElement(By, 0, At, [&](const std::vector<uint64_t> &Element) {
      ++Points;
      for (uint64_t B = 0; B < ElementBytes; ++B)
        Expected.insert(Set.Begin + B +
                        ElementBytes * numberOf(Element, Set.Space.Lengths));
    });
    const Extents All = extentsOf(Set, By);
    EXPECT_EQ(bytesOf(All), Expected) << Seed;
    EXPECT_TRUE(std::ranges::is_sorted(All)) << Seed;
    EXPECT_EQ(By.chosenPoints(), Points) << Seed;
  }
}

/// Of a grid of chunks, which lie in any order, and of which some are missing.
TEST(DatasetTest, ChunksThatAreTouchedAreReadOnce) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    Draw D(Seed);
    Dataset Set = drawSet(D, 1 + D.upTo(4));
    const Dataspace By = drawSpace(D, Set);
    uint64_t ChunkBytes = ElementBytes;
    for (size_t I = 0; I < Set.Space.Lengths.size(); ++I) {
      Set.ChunkLengths.push_back(1 + D.upTo(3));
      ChunkBytes *= Set.ChunkLengths.back();
    }
    Chunks There;
    std::set<std::vector<uint64_t>> Missing;
    Extents Whole;
    std::set<uint64_t> Pieces;
    std::vector<uint64_t> At;
    forEachElement(By, 0, At, [&](const std::vector<uint64_t> &Element) {
      std::vector<uint64_t> Of, In;
      for (size_t I = 0; I < Element.size(); ++I) {
        In.push_back(Element[I] % Set.ChunkLengths[I]);
        Of.push_back(Element[I] - In.back());
      }
      if (!There.contains(Of) && D.upTo(9) == 0)
        Missing.insert(Of);
      if (Missing.contains(Of))
        return;
      auto [Found, New] = There.try_emplace(Of);
      if (New)
        Found->second = {5000 + (There.size() * 7919 % 104729) * ChunkBytes,
                         ChunkBytes};
      Whole.emplace_back(Found->second.Begin, Found->second.Bytes);
      for (uint64_t B = 0; B < ElementBytes; ++B)
        Pieces.insert(Found->second.Begin + B +
                      ElementBytes * numberOf(In, Set.ChunkLengths));
    });
    std::ranges::sort(Whole);
    Whole.erase(std::ranges::unique(Whole).begin(), Whole.end());
    Extents All = extentsOf(Set, By, There);
    std::ranges::sort(All);
    EXPECT_EQ(All, Whole) << Seed;
    Set.ReadsWholeChunks = false;
    EXPECT_EQ(bytesOf(extentsOf(Set, By, There)), Pieces) << Seed;
  }
}

TEST(DatasetTest, SmallReadsGoThroughTheLibrarysBuffer) {
  Dataset Set;
  Set.ElementBytes = 1;
  Set.Origin.SieveBytes = 64;
  Set.Space.Lengths = {200};
  Dataspace By = Set.Space;
  By.Is = Selection::Slab;
  By.Slabs = {{0, 50, 4, 10}};
  // What lies at 50 to 60 is in the first one.
  EXPECT_EQ(extentsOf(Set, By), (Extents{{0, 64}, {100, 64}}));
  By.Slabs = {{190, 1, 1, 10}};
  EXPECT_EQ(extentsOf(Set, By), (Extents{{190, 10}}));
}

TEST(DatasetTest, WhatIsNotKnownOrDoesNotExistIsNotRead) {
  Dataset Set;
  Set.ElementBytes = 8;
  Set.Space.Lengths = {10, 10};
  Dataspace By = Set.Space;
  By.Is = Selection::None;
  EXPECT_TRUE(extentsOf(Set, By).empty());
  By.Is = Selection::Other;
  EXPECT_FALSE(By.chosen());
  By.Is = Selection::Slab;
  for (const Hyperslab &Bad :
       {Hyperslab{5, 1, 1, 6}, Hyperslab{11, 1, 1, 1}, Hyperslab{0, 2, 6, 1},
        Hyperslab{0, UINT64_MAX, 3, 1}, Hyperslab{UINT64_MAX, 1, 1, 1},
        Hyperslab{0, 1, 3, 2}}) {
    By.Slabs = {{0, 1, 1, 1}, Bad};
    EXPECT_FALSE(By.chosen());
  }
  By.Slabs = {{0, 1, 1, 1}};
  EXPECT_FALSE(By.chosen());
  By.Is = Selection::All;
  Set.IsEmpty = true;
  EXPECT_TRUE(extentsOf(Set, By).empty());
  By.Lengths = {3};
  Set.IsEmpty = false;
  EXPECT_TRUE(extentsOf(Set, By).empty());
}

TEST(DatasetTest, TheCallerEndsTheWalk) {
  Dataset Set;
  Set.ElementBytes = 1;
  Set.Space.Lengths = {UINT64_MAX / 4};
  Set.ChunkLengths = {1};
  int Visits = 0;
  Set.forEachExtent(
      *Set.Space.chosen(),
      [](const std::vector<uint64_t> &) { return std::nullopt; },
      [&](uint64_t, uint64_t) { return ++Visits < 10; });
  EXPECT_EQ(Visits, 10);
}

/// Begins and ends of all parts of a dataspace of one dimension.
Extents partsOf(const Dataspace &By) {
  Extents Result;
  By.forEachChosen([&](const Box &Chosen) {
    for (const Interval &Part : Chosen[0])
      Result.emplace_back(Part.Begin, Part.End);
    return true;
  });
  return Result;
}

TEST(DatasetTest, UnionsHaveEachHyperslab) {
  Dataspace By;
  By.Lengths = {100};
  By.select(Selection::None);
  By.unite({{10, 1, 5, 1}});
  By.unite({{50, 10, 2, 3}});
  EXPECT_EQ(partsOf(By), (Extents{{10, 15}, {50, 53}, {60, 63}}));
  EXPECT_EQ(By.chosenPoints(), 11u);
  EXPECT_FALSE(By.isOutside({63}));
  EXPECT_TRUE(By.isOutside({62}));
  By.Moved = {-10};
  EXPECT_EQ(partsOf(By), (Extents{{0, 5}, {40, 43}, {50, 53}}));
  By.Moved = {-11};
  EXPECT_TRUE(By.isOutside({100}));
  By.Moved.clear();
  Dataspace Other;
  Other.Lengths = {60};
  Other.selectAs(By);
  EXPECT_EQ(partsOf(Other), (Extents{{10, 15}}));
  EXPECT_TRUE(Other.isOutside(Other.Lengths));
  for (size_t I = 0; I <= Dataspace::MostUnited; ++I)
    By.unite({{I % 100, 1, 1, 1}});
  EXPECT_EQ(By.Is, Selection::Other);
  EXPECT_TRUE(partsOf(By).empty());
}

} // namespace
