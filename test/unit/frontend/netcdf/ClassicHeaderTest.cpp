//===- ClassicHeaderTest.cpp - what a file of NetCDF says of its data -----===//
//
// Against files that are put together here as the specification says. Programs
// in test/programs/netcdf read files of the library's, and netcdf/extents there
// compares what is read.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/ClassicHeader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>

using namespace foreslice;
using namespace foreslice::netcdf;

namespace {

/// Bytes of an element of an nc_type.
constexpr uint64_t Bytes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};

uint64_t roundUp(uint64_t N) { return (N + 3) / 4 * 4; }

/// A file that a program might have written.
class FileMaker {
public:
  explicit FileMaker(unsigned Seed) : Draw(Seed) {}

  Contents make();
  std::vector<std::byte> File;

private:
  unsigned upTo(unsigned Most) { return Draw() % (Most + 1); }
  void number(uint64_t Value, unsigned Size) {
    for (unsigned I = Size; I-- > 0;)
      File.push_back(static_cast<std::byte>(Value >> 8 * I));
  }
  void count(uint64_t Value) { number(Value, Version == 5 ? 8 : 4); }
  void pad() {
    while (File.size() % 4 != 0)
      number(0, 1);
  }
  std::string name(unsigned Number);
  uint64_t attributes();
  void variables(Contents &C);

  std::mt19937 Draw;
  unsigned Version = 1;
};

std::string FileMaker::name(unsigned Number) {
  std::string Name(1 + upTo(12), static_cast<char>('a' + upTo(25)));
  Name += std::to_string(Number);
  count(Name.size());
  for (char C : Name)
    number(static_cast<unsigned char>(C), 1);
  pad();
  return Name;
}

uint64_t FileMaker::attributes() {
  const unsigned Count = upTo(4);
  number(Count ? 12 : 0, 4);
  count(Count);
  for (unsigned I = 0; I < Count; ++I) {
    name(I);
    const unsigned Type = 1 + upTo(Version == 5 ? 10 : 5);
    // Some are longer than what is loaded at once.
    const unsigned Values = upTo(9) == 0 ? 3000 : upTo(20);
    number(Type, 4);
    count(Values);
    for (uint64_t B = 0; B < Bytes[Type] * Values; ++B)
      number(Draw() & 0xff, 1);
    pad();
  }
  return Count;
}

/// Their places are put in when all of the header is there.
void FileMaker::variables(Contents &C) {
  const unsigned Count = upTo(9);
  number(Count ? 11 : 0, 4);
  count(Count);
  std::vector<size_t> Places;
  for (unsigned I = 0; I < Count; ++I) {
    Variable V;
    V.Name = name(I);
    const unsigned Rank = C.Dimensions.empty() ? 0 : upTo(4);
    for (unsigned D = 0; D < Rank; ++D) {
      auto Number = upTo(static_cast<unsigned>(C.Dimensions.size()) - 1);
      if (D > 0 && Number == C.Unlimited)
        Number = Number ? Number - 1 : Number + 1;
      if (Number < C.Dimensions.size() && (D == 0 || Number != C.Unlimited))
        V.Dimensions.push_back(Number);
    }
    count(V.Dimensions.size());
    for (uint32_t D : V.Dimensions)
      count(D);
    V.Attributes = attributes();
    V.Type = static_cast<int>(1 + upTo(Version == 5 ? 10 : 5));
    V.ElementBytes = Bytes[V.Type];
    number(static_cast<uint64_t>(V.Type), 4);
    count(0xDEAD); // Nobody looks at it.
    Places.push_back(File.size());
    number(0, Version == 1 ? 4 : 8);
    V.IsRecord = !V.Dimensions.empty() && V.Dimensions[0] == C.Unlimited;
    C.Variables.push_back(std::move(V));
  }
  uint64_t Next = roundUp(File.size() + upTo(100)), RecordVariables = 0,
           Unpadded = 0;
  auto Put = [&](size_t I, uint64_t Bytes) {
    C.Variables[I].Begin = Next;
    std::vector<std::byte> Head = std::exchange(File, {});
    number(Next, Version == 1 ? 4 : 8);
    std::ranges::copy(File, Head.begin() + static_cast<ptrdiff_t>(Places[I]));
    File = std::move(Head);
    Next += roundUp(Bytes);
  };
  auto BytesOf = [&](const Variable &V) {
    uint64_t All = V.ElementBytes;
    for (size_t D = V.IsRecord ? 1 : 0; D < V.Dimensions.size(); ++D)
      All *= C.Dimensions[V.Dimensions[D]].Length;
    return All;
  };
  for (bool IsRecord : {false, true})
    for (size_t I = 0; I < Count; ++I)
      if (C.Variables[I].IsRecord == IsRecord)
        Put(I, BytesOf(C.Variables[I]));
  for (const Variable &V : C.Variables)
    if (V.IsRecord) {
      ++RecordVariables;
      Unpadded = BytesOf(V);
      C.RecordBytes += roundUp(Unpadded);
    }
  if (RecordVariables == 1)
    C.RecordBytes = Unpadded;
}

Contents FileMaker::make() {
  Contents C;
  constexpr unsigned Versions[] = {1, 2, 5};
  Version = Versions[upTo(2)];
  C.Format = static_cast<int>(Version);
  for (char Character : {'C', 'D', 'F'})
    number(static_cast<unsigned char>(Character), 1);
  number(Version, 1);
  const unsigned Records = upTo(6);
  count(Records);
  const unsigned Count = upTo(5);
  number(Count ? 10 : 0, 4);
  count(Count);
  for (unsigned I = 0; I < Count; ++I) {
    Dimension D;
    D.Name = name(I);
    const bool IsUnlimited = !C.Unlimited && upTo(2) == 0;
    D.Length = IsUnlimited ? Records : 1 + upTo(6);
    if (IsUnlimited)
      C.Unlimited = I;
    count(IsUnlimited ? 0 : D.Length);
    C.Dimensions.push_back(std::move(D));
  }
  C.Attributes = attributes();
  variables(C);
  return C;
}

/// Zeros behind the end, as the run time gives them.
struct Reads {
  std::vector<std::byte> File;
  unsigned Count = 0;

  std::optional<Contents> header() {
    return readClassicHeader([&](uint64_t Offset, std::span<std::byte> To) {
      ++Count;
      std::ranges::fill(To, std::byte{});
      if (Offset >= File.size())
        return false;
      std::memcpy(To.data(), File.data() + Offset,
                  std::min<size_t>(To.size(), File.size() - Offset));
      return true;
    });
  }
};

void expectSame(const Contents &Is, const Contents &Expected) {
  EXPECT_EQ(Is.Format, Expected.Format);
  EXPECT_EQ(Is.Unlimited, Expected.Unlimited);
  EXPECT_EQ(Is.Attributes, Expected.Attributes);
  EXPECT_EQ(Is.RecordBytes, Expected.RecordBytes);
  ASSERT_EQ(Is.Dimensions.size(), Expected.Dimensions.size());
  for (size_t D = 0; D < Is.Dimensions.size(); ++D) {
    EXPECT_EQ(Is.Dimensions[D].Name, Expected.Dimensions[D].Name);
    EXPECT_EQ(Is.Dimensions[D].Length, Expected.Dimensions[D].Length);
  }
  ASSERT_EQ(Is.Variables.size(), Expected.Variables.size());
  for (size_t I = 0; I < Is.Variables.size(); ++I) {
    const Variable &V = Is.Variables[I], &E = Expected.Variables[I];
    EXPECT_EQ(V.Name, E.Name);
    EXPECT_EQ(V.Dimensions, E.Dimensions);
    EXPECT_EQ(V.Type, E.Type);
    EXPECT_EQ(V.Attributes, E.Attributes);
    EXPECT_EQ(V.Begin, E.Begin);
    EXPECT_EQ(V.ElementBytes, E.ElementBytes);
    EXPECT_EQ(V.IsRecord, E.IsRecord);
  }
}

/// The bytes of what is chosen, element by element.
std::set<uint64_t> bytesOf(const Contents &C, const Variable &V,
                           const hdf5::Box &Chosen) {
  std::set<uint64_t> All;
  const std::vector<uint64_t> Lengths = C.lengthsOf(V);
  auto IsChosen = [&](size_t D, uint64_t At) {
    return std::ranges::any_of(Chosen[D], [&](const hdf5::Interval &I) {
      return At >= I.Begin && At < I.End;
    });
  };
  uint64_t Points = 1;
  for (uint64_t L : Lengths)
    Points *= L;
  for (uint64_t P = 0; P < Points; ++P) {
    uint64_t Rest = P, Unit = 1, Inner = 0, Record = 0;
    bool Is = true;
    for (size_t D = Lengths.size(); D-- > 0; Rest /= Lengths[D]) {
      const uint64_t At = Rest % Lengths[D];
      Is = Is && IsChosen(D, At);
      if (D == 0 && V.IsRecord)
        Record = At;
      else
        Inner += At * Unit;
      Unit *= Lengths[D];
    }
    for (uint64_t B = 0; Is && B < V.ElementBytes; ++B)
      All.insert(V.Begin + Record * C.RecordBytes + Inner * V.ElementBytes + B);
  }
  return All;
}

/// What lies near what is read may come along.
void expectExtents(const Contents &C, const Variable &V,
                   const hdf5::Box &Chosen) {
  const std::set<uint64_t> Expected = bytesOf(C, V, Chosen);
  std::set<uint64_t> Left = Expected;
  forEachExtent(C, V, Chosen, [&](uint64_t Offset, uint64_t Bytes) {
    EXPECT_TRUE(Expected.contains(Offset));
    EXPECT_TRUE(Expected.contains(Offset + Bytes - 1));
    Left.erase(Left.lower_bound(Offset), Left.lower_bound(Offset + Bytes));
    return true;
  });
  EXPECT_TRUE(Left.empty());
}

} // namespace

TEST(ClassicHeaderTest, ReadsWhatProgramsWrite) {
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    SCOPED_TRACE(Seed);
    FileMaker Maker(Seed);
    const Contents Expected = Maker.make();
    Reads In{Maker.File};
    const std::optional<Contents> Is = In.header();
    ASSERT_TRUE(Is);
    expectSame(*Is, Expected);
  }
}

TEST(ClassicHeaderTest, ExtentsAreThoseOfTheElements) {
  std::mt19937 Draw(1);
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    SCOPED_TRACE(Seed);
    const Contents C = FileMaker(Seed).make();
    for (const Variable &V : C.Variables) {
      hdf5::Dataspace By;
      By.Lengths = C.lengthsOf(V);
      By.Is = Draw() % 3 ? hdf5::Selection::Slab : hdf5::Selection::All;
      for (uint64_t Length : By.Lengths) {
        hdf5::Hyperslab S;
        S.Start = Length ? Draw() % Length : 0;
        S.Stride = 1 + Draw() % 3;
        S.Count =
            Length ? 1 + Draw() % ((Length - S.Start + S.Stride - 1) / S.Stride)
                   : 0;
        By.Slabs.push_back(S);
      }
      const std::optional<hdf5::Box> Chosen = By.chosen();
      ASSERT_TRUE(Chosen);
      expectExtents(C, V, *Chosen);
    }
  }
}

/// Nothing comes of a file that is damaged but a bounded number of reads and
/// extents.
TEST(ClassicHeaderTest, DamagedFilesEndQuietly) {
  constexpr unsigned MostReads = 4096, MostExtents = 1 << 22;
  std::mt19937 Draw(2);
  unsigned Damaged = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    FileMaker Maker(Seed);
    Maker.make();
    for (unsigned Turn = 0; Turn < 10; ++Turn) {
      Reads In{Maker.File};
      for (unsigned I = Draw() % 4 + 1; I > 0; --I)
        In.File[Draw() % In.File.size()] =
            static_cast<std::byte>(Draw() % 3   ? Draw() & 0xff
                                   : Draw() % 2 ? 0xff
                                                : 0x7f);
      if (Draw() % 4 == 0)
        In.File.resize(Draw() % In.File.size());
      const std::optional<Contents> Is = In.header();
      EXPECT_LE(In.Count, MostReads);
      Damaged += !Is;
      if (!Is)
        continue;
      for (const Variable &V : Is->Variables) {
        hdf5::Dataspace All;
        All.Lengths = Is->lengthsOf(V);
        const std::optional<hdf5::Box> Chosen = All.chosen();
        unsigned Extents = 0;
        if (Chosen)
          forEachExtent(*Is, V, *Chosen, [&](uint64_t Offset, uint64_t) {
            return ++Extents < MostExtents && Offset < In.File.size();
          });
        EXPECT_LT(Extents, MostExtents);
      }
    }
  }
  EXPECT_GT(Damaged, 0u);
}

TEST(ClassicHeaderTest, OnePieceIsWhatAllSlabsSay) {
  std::mt19937 Draw(1);
  unsigned Pieces = 0, Others = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    const Contents C = FileMaker(Seed).make();
    for (const Variable &V : C.Variables) {
      hdf5::Dataspace Selected;
      Selected.Lengths = C.lengthsOf(V);
      Selected.Is = hdf5::Selection::Slab;
      for (uint64_t Length : Selected.Lengths) {
        // Often a whole dimension or an element.
        const unsigned How = Draw() % 4;
        hdf5::Hyperslab S;
        if (How == 0)
          S = {0, 1, Length, 1};
        else if (How == 1)
          S = {Draw() % (Length + 1), 1, 1, 1};
        else
          S = {Draw() % (Length + 1), 1 + Draw() % 2, Draw() % (Length + 2), 1};
        Selected.Slabs.push_back(S);
      }
      const std::optional<ByteRange> Piece = onePiece(C, V, Selected.Slabs);
      const std::optional<hdf5::Box> Chosen = Selected.chosen();
      std::vector<std::pair<uint64_t, uint64_t>> All;
      if (Chosen)
        forEachPiece(C, V, *Chosen, [&](uint64_t Offset, uint64_t Bytes) {
          All.emplace_back(Offset, Bytes);
          return true;
        });
      ++(Piece ? Pieces : Others);
      if (!Piece)
        continue;
      ASSERT_EQ(All.size(), 1u) << "seed " << Seed;
      EXPECT_EQ(All[0], std::make_pair(Piece->Begin, Piece->End - Piece->Begin))
          << "seed " << Seed;
      EXPECT_FALSE(Selected.isOutside(Selected.Lengths)) << "seed " << Seed;
    }
  }
  EXPECT_GT(Pieces, 50u);
  EXPECT_GT(Others, 50u);
}

TEST(ClassicHeaderTest, TypesLieBehindTheBegin) {
  constexpr uint64_t Begin = 1000, Far = 1 << 20;
  Variable V;
  V.Begin = Begin;
  const Layout Type{LayoutNode::repeat(3, Far, LayoutNode::bytes(16)), 0,
                    3 * Far};
  std::vector<std::pair<uint64_t, uint64_t>> Extents;
  auto Note = [&](uint64_t Offset, uint64_t Bytes) {
    Extents.emplace_back(Offset, Bytes);
    return true;
  };
  forEachExtent(V, Type, Note);
  EXPECT_EQ(Extents,
            (std::vector<std::pair<uint64_t, uint64_t>>{
                {Begin, 16}, {Begin + Far, 16}, {Begin + 2 * Far, 16}}));
  // What lies close together is one, and nothing is nothing.
  Extents.clear();
  forEachExtent(V, {LayoutNode::repeat(3, 32, LayoutNode::bytes(16)), 0, 96},
                Note);
  forEachExtent(V, {LayoutNode::bytes(0), 0, 0}, Note);
  EXPECT_EQ(Extents, (std::vector<std::pair<uint64_t, uint64_t>>{{Begin, 80}}));
}

TEST(ClassicHeaderTest, OthersAreNone) {
  for (std::string_view Text : {"", "CDF", "CDF\x03", "\x89HDF\r\n\x1a\n"}) {
    Reads In;
    for (char C : Text)
      In.File.push_back(static_cast<std::byte>(C));
    EXPECT_FALSE(In.header());
  }
}
