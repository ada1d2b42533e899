//===- Dataset.cpp - places of a dataset's elements in the file -----------===//
//
// See Dataset.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Dataset.h"

#include <algorithm>

namespace foreslice::hdf5 {

/// The numbers of the chunks of Length elements touched by Parts; not all if a
/// slice could not ask for so many.
static std::vector<uint64_t> touched(const std::vector<Interval> &Parts,
                                     uint64_t Length) {
  constexpr size_t Most = 1 << 20;
  std::vector<uint64_t> Result;
  for (const Interval &Part : Parts)
    for (uint64_t C = Part.Begin / Length;
         C * Length < Part.End && Result.size() < Most; ++C)
      if (Result.empty() || Result.back() < C)
        Result.push_back(C);
  return Result;
}

/// The part of Parts within the chunk at Begin, counted from Begin.
static std::vector<Interval> within(const std::vector<Interval> &Parts,
                                    uint64_t Begin, uint64_t Length) {
  std::vector<Interval> Result;
  for (const Interval &Part : Parts) {
    const uint64_t From = std::max(Part.Begin, Begin),
                   To = std::min(Part.End, Begin + Length);
    if (From < To)
      Result.push_back({From - Begin, To - Begin});
  }
  return Result;
}

void Dataset::forEachChunkExtent(const Box &Chosen, FindFn Find,
                                 VisitFn Visit) const {
  const size_t Rank = Space.Lengths.size();
  // The touched chunks are a box of the grid of chunks.
  std::vector<uint64_t> Grid;
  Box Touched(Rank);
  for (size_t D = 0; D < Rank; ++D) {
    Grid.push_back((Space.Lengths[D] + ChunkLengths[D] - 1) / ChunkLengths[D]);
    for (uint64_t C : touched(Chosen[D], ChunkLengths[D]))
      Touched[D].push_back({C, C + 1});
  }
  std::vector<uint64_t> First(Rank);
  auto VisitChunk = [&](uint64_t Number) {
    for (size_t D = Rank; D-- > 0; Number /= Grid[D])
      First[D] = Number % Grid[D] * ChunkLengths[D];
    const std::optional<ChunkExtent> Extent = Find(First);
    if (!Extent)
      return Visit(0, 0); // Never written.
    if (ReadsWholeChunks)
      return Visit(Extent->Begin, Extent->Bytes);
    Box B(Rank);
    for (size_t D = 0; D < Rank; ++D)
      B[D] = within(Chosen[D], First[D], ChunkLengths[D]);
    return forEachPiece(ChunkLengths, B, [&](uint64_t From, uint64_t Count) {
      return Visit(Extent->Begin + From * ElementBytes, Count * ElementBytes);
    });
  };
  forEachPiece(Grid, Touched, [&](uint64_t From, uint64_t Count) {
    for (uint64_t I = 0; I < Count; ++I)
      if (!VisitChunk(From + I))
        return false;
    return true;
  });
}

void Dataset::forEachExtent(const Box &Chosen, FindFn Find,
                            VisitFn Visit) const {
  if (IsEmpty || IsElsewhere || Chosen.size() != Space.Lengths.size())
    return;
  if (!ChunkLengths.empty())
    return forEachChunkExtent(Chosen, Find, Visit);
  const uint64_t End = Space.points() * ElementBytes;
  // The range in the library's buffer.
  uint64_t SieveBegin = 0, SieveEnd = 0;
  forEachPiece(Space.Lengths, Chosen, [&](uint64_t First, uint64_t Count) {
    const uint64_t From = First * ElementBytes,
                   To = From + Count * ElementBytes;
    if (To - From >= Origin.SieveBytes)
      return Visit(Begin + From, To - From);
    if (From >= SieveBegin && To <= SieveEnd)
      return true;
    SieveBegin = From;
    SieveEnd = std::min(From + Origin.SieveBytes, std::max(End, To));
    return Visit(Begin + SieveBegin, SieveEnd - SieveBegin);
  });
}

} // namespace foreslice::hdf5
