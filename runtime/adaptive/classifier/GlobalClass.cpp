//===- GlobalClass.cpp - what the accesses of all ranks look like ---------===//
//
// See GlobalClass.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/classifier/GlobalClass.h"

#include <algorithm>
#include <vector>

namespace foreslice {

using Group = std::vector<LocalClass>;

const char *nameOf(GlobalPattern P) {
  constexpr const char *Names[] = {"none",
                                   "global sequential",
                                   "global whole-file",
                                   "partitioned sequential",
                                   "interleaved sequential",
                                   "random"};
  return Names[static_cast<size_t>(P)];
}

std::string toText(const GlobalClass &C) {
  if (C.Pattern == GlobalPattern::None)
    return nameOf(C.Pattern);
  return std::string(nameOf(C.Pattern)) + ", " + nameOf(C.Does) + ", " +
         std::to_string(C.Cardinality) + " ranks";
}

namespace {

Group those(std::span<const LocalClass> Ranks, Sequentiality Places) {
  Group Found;
  std::ranges::copy_if(
      Ranks, std::back_inserter(Found),
      [&](const LocalClass &R) { return R.Is.Places == Places; });
  return Found;
}

/// The largest group of ranks with a byte common to all ranges.
Group overlapping(const Group &Ranks) {
  Group Best;
  for (const LocalClass &Class : Ranks) {
    Group Found;
    std::ranges::copy_if(Ranks, std::back_inserter(Found),
                         [&](const LocalClass &R) {
                           return R.Begin <= Class.Begin && Class.Begin < R.End;
                         });
    if (Found.size() > Best.size())
      Best = std::move(Found);
  }
  return Best;
}

/// A largest group of ranks without overlapping ranges: earliest ends first.
Group disjoint(Group Ranks) {
  std::ranges::sort(Ranks, {}, &LocalClass::End);
  Group Found;
  for (const LocalClass &R : Ranks)
    if (Found.empty() || Found.back().End <= R.Begin)
      Found.push_back(R);
  return Found;
}

/// Position of the rank within the stride, from 0 to the stride.
int64_t phaseOf(const LocalClass &R) {
  const int64_t Phase = R.Position % R.Stride;
  return Phase < 0 ? Phase + std::abs(R.Stride) : Phase;
}

/// The largest group of ranks with equal stride and without a common byte.
Group takingTurns(const Group &Ranks) {
  Group Best;
  for (const LocalClass &First : Ranks) {
    if (First.Stride == 0)
      continue;
    Group Moved; // Each rank at its phase.
    for (LocalClass R : Ranks) {
      if (R.Stride != First.Stride || R.Size > std::abs(R.Stride))
        continue;
      // The stride begins with First, so no range wraps around.
      R.Position -= First.Position;
      R.Begin = phaseOf(R);
      R.End = R.Begin + R.Size;
      Moved.push_back(R);
    }
    std::erase_if(Moved, [&](const LocalClass &R) {
      return R.End > std::abs(First.Stride);
    });
    if (Group Found = disjoint(std::move(Moved)); Found.size() > Best.size())
      Best = std::move(Found);
  }
  return Best;
}

GlobalClass classOf(GlobalPattern P, const Group &Ranks) {
  GlobalClass C{.Pattern = P,
                .Does = Ranks.front().Is.Does,
                .Cardinality = static_cast<unsigned>(Ranks.size())};
  if (!std::ranges::all_of(
          Ranks, [&](const LocalClass &R) { return R.Is.Does == C.Does; }))
    C.Does = ReadWrite::Both;
  return C;
}

} // namespace

GlobalClass combine(std::span<const LocalClass> Ranks, int64_t FileSize) {
  GlobalClass Best;
  auto offer = [&](GlobalPattern P, const Group &Found) {
    if (Found.size() >= 2 && Found.size() > Best.Cardinality)
      Best = classOf(P, Found);
  };
  const Group InOrder = those(Ranks, Sequentiality::Sequential);
  const Group Together = overlapping(InOrder);
  const bool Whole = std::ranges::all_of(Together, [&](const LocalClass &R) {
    return R.Begin == 0 && R.End >= FileSize && FileSize > 0;
  });
  offer(Whole ? GlobalPattern::WholeFile : GlobalPattern::Sequential, Together);
  offer(GlobalPattern::Partitioned, disjoint(InOrder));
  offer(GlobalPattern::Interleaved,
        takingTurns(those(Ranks, Sequentiality::Strided1d)));
  offer(GlobalPattern::Random, those(Ranks, Sequentiality::Varied));
  return Best;
}

} // namespace foreslice
