//===- Dataspace.cpp - dimensions, and the selected part ------------------===//
//
// See Dataspace.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Dataspace.h"

#include <algorithm>

namespace foreslice::hdf5 {

/// Most parts of one dimension.
static constexpr uint64_t MostParts = 1 << 16;

/// The product; UINT64_MAX on overflow.
static uint64_t product(uint64_t A, uint64_t B) {
  uint64_t Result = 0;
  return __builtin_mul_overflow(A, B, &Result) ? UINT64_MAX : Result;
}

/// False if S does not lie within Length.
static bool addParts(const Hyperslab &S, uint64_t Length,
                     std::vector<Interval> &To) {
  if (S.Count == 0 || S.Block == 0)
    return true;
  const uint64_t Last = product(S.Count - 1, S.Stride);
  if (S.Start > Length || Last > Length - S.Start ||
      S.Block > Length - S.Start - Last)
    return false;
  if (S.Count == 1 || S.Stride == S.Block) {
    To.push_back({S.Start, S.Start + Last + S.Block});
    return true;
  }
  if (S.Stride < S.Block || S.Count > MostParts)
    return false;
  for (uint64_t I = 0; I < S.Count; ++I)
    To.push_back({S.Start + I * S.Stride, S.Start + I * S.Stride + S.Block});
  return true;
}

Hyperslab Dataspace::moved(const SlabOfDimensions &S, size_t Dimension) const {
  Hyperslab Result = S[Dimension];
  if (Dimension < Moved.size())
    Result.Start += static_cast<uint64_t>(Moved[Dimension]);
  return Result;
}

std::optional<Box> Dataspace::boxOf(const SlabOfDimensions &S) const {
  Box Result(Lengths.size());
  if (S.size() != Lengths.size())
    return std::nullopt;
  for (size_t D = 0; D < Lengths.size(); ++D)
    if (!addParts(moved(S, D), Lengths[D], Result[D]))
      return std::nullopt;
  return Result;
}

std::optional<Box> Dataspace::chosen() const {
  if (Is == Selection::Slab)
    return boxOf(Slabs);
  if (Is == Selection::Other || (Is == Selection::None && Lengths.empty()))
    return std::nullopt;
  Box Result(Lengths.size());
  for (size_t D = 0; D < Lengths.size(); ++D)
    if (Is == Selection::All && Lengths[D] > 0)
      Result[D].push_back({0, Lengths[D]});
  return Result;
}

void Dataspace::forEachChosen(FunctionRef<bool(const Box &)> Visit) const {
  std::optional<Box> Chosen = chosen();
  if (Chosen && !Visit(*Chosen))
    return;
  for (const SlabOfDimensions &S : United) {
    Chosen = boxOf(S);
    if (Chosen && !Visit(*Chosen))
      return;
  }
}

void Dataspace::select(Selection New) {
  Is = New;
  Slabs.clear();
  United.clear();
  HasMore = false;
}

void Dataspace::selectAs(const Dataspace &Other) {
  Is = Other.Is;
  Slabs = Other.Slabs;
  United = Other.United;
  HasMore = Other.HasMore;
}

void Dataspace::unite(SlabOfDimensions New) {
  if (Is == Selection::None) {
    Is = Selection::Slab;
    Slabs = std::move(New);
  } else if (Is == Selection::Slab && United.size() < MostUnited) {
    United.push_back(std::move(New));
  } else if (Is == Selection::Slab) {
    Is = Selection::Other;
    United.clear();
  }
}

bool Dataspace::isOutside(const SlabOfDimensions &Slab,
                          const std::vector<uint64_t> &Bounds) const {
  if (Slab.size() != Bounds.size())
    return false;
  for (size_t D = 0; D < Bounds.size(); ++D) {
    const Hyperslab S = moved(Slab, D);
    const uint64_t Last = product(S.Count - 1, S.Stride);
    if (S.Count != 0 && S.Block != 0 &&
        (S.Start > Bounds[D] || Last > Bounds[D] - S.Start ||
         S.Block > Bounds[D] - S.Start - Last))
      return true;
  }
  return false;
}

bool Dataspace::isOutside(const std::vector<uint64_t> &Bounds) const {
  return Is == Selection::Slab &&
         (isOutside(Slabs, Bounds) ||
          std::ranges::any_of(United, [&](const SlabOfDimensions &S) {
            return isOutside(S, Bounds);
          }));
}

uint64_t Dataspace::points() const {
  uint64_t Points = 1;
  for (uint64_t Length : Lengths)
    Points = product(Points, Length);
  return Points;
}

uint64_t Dataspace::chosenPoints() const {
  if (Is == Selection::All)
    return points();
  if (Is != Selection::Slab)
    return 0;
  auto PointsOf = [](const SlabOfDimensions &In) {
    uint64_t Points = 1;
    for (const Hyperslab &S : In)
      Points = product(Points, product(S.Count, S.Block));
    return Points;
  };
  uint64_t Points = PointsOf(Slabs);
  for (const SlabOfDimensions &S : United)
    if (__builtin_add_overflow(Points, PointsOf(S), &Points))
      return UINT64_MAX;
  return Points;
}

bool forEachPiece(const std::vector<uint64_t> &Lengths, const Box &Chosen,
                  FunctionRef<bool(uint64_t First, uint64_t Count)> Visit) {
  const size_t Rank = Lengths.size();
  for (const std::vector<Interval> &Parts : Chosen)
    if (Parts.empty())
      return true;
  if (Rank == 0)
    return Visit(0, 1);
  // Of the dimensions behind Split all is chosen, and lies together.
  size_t Split = Rank - 1;
  uint64_t Unit = 1;
  while (Split > 0 && Chosen[Split].size() == 1 &&
         Chosen[Split][0].Begin == 0 && Chosen[Split][0].End == Lengths[Split])
    Unit *= Lengths[Split--];
  // A chosen part of a dimension before Split, and the position within.
  struct Place {
    size_t Part;
    uint64_t Position;
  };
  std::vector<Place> Places(Split);
  for (size_t D = 0; D < Split; ++D)
    Places[D] = {0, Chosen[D][0].Begin};
  while (true) {
    uint64_t Row = 0;
    for (size_t D = 0; D < Split; ++D)
      Row = Row * Lengths[D] + Places[D].Position;
    Row *= Lengths[Split];
    for (const Interval &Part : Chosen[Split])
      if (!Visit((Row + Part.Begin) * Unit, (Part.End - Part.Begin) * Unit))
        return false;
    size_t D = Split;
    for (; D > 0; --D) {
      Place &P = Places[D - 1];
      const std::vector<Interval> &Parts = Chosen[D - 1];
      if (++P.Position < Parts[P.Part].End)
        break;
      if (++P.Part < Parts.size()) {
        P.Position = Parts[P.Part].Begin;
        break;
      }
      P = {0, Parts[0].Begin};
    }
    if (D == 0)
      return true;
  }
}

} // namespace foreslice::hdf5
