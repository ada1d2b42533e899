//===- StrideChain.cpp - the stride that follows two strides --------------===//
//
// See StrideChain.h.
//
//===----------------------------------------------------------------------===//

#include "signature/StrideChain.h"

using namespace foreslice;

/// At this count, a row halves all counts: old occurrences fade.
static constexpr uint32_t MostOccurrences = 64;

size_t StrideChain::rowOf(const State &S) {
  uint64_t Hash = 0;
  for (const Stride &Part : {S.Before, S.Latest})
    for (uint64_t Value :
         {static_cast<uint64_t>(Part.Places), static_cast<uint64_t>(Part.Bytes),
          static_cast<uint64_t>(Part.Kind)}) {
      Hash = (Hash ^ Value) * 0x9e3779b97f4a7c15;
      Hash ^= Hash >> 32;
    }
  return Hash % RowCount;
}

/// S with one more access; false if the stride overflows.
static bool append(StrideChain::State &S, const PatternPoint &P) {
  StrideChain::Stride Step{0, P.Bytes, P.Kind};
  if (__builtin_sub_overflow(P.Place, S.Last.Place, &Step.Places)) {
    S = {P, {}, {}, 1};
    return false;
  }
  S.Before = S.Latest;
  S.Latest = Step;
  S.Last = P;
  S.Known += S.Known < 3 ? 1 : 0;
  return true;
}

void StrideChain::observe(const PatternPoint &P) {
  const State Old = Now;
  if (!append(Now, P) || Old.Known < 3)
    return;
  Rows.resize(RowCount);
  Row &R = Rows[rowOf(Old)];
  if (R.Before != Old.Before || R.Latest != Old.Latest)
    R = {Old.Before, Old.Latest, Now.Latest, 0, 0};
  if (++R.Occurrences == MostOccurrences) {
    R.Occurrences /= 2;
    R.Times /= 2;
  }
  if (R.Next == Now.Latest) {
    ++R.Times;
  } else if (R.Times <= 1) {
    R.Next = Now.Latest;
    R.Times = 1;
  } else if (2 * R.Times < R.Occurrences) {
    R = {Old.Before, Old.Latest, Now.Latest, 1, 1};
  }
}

bool StrideChain::next(State &S) const {
  if (S.Known < 3 || Rows.empty())
    return false;
  const Row &R = Rows[rowOf(S)];
  if (R.Before != S.Before || R.Latest != S.Latest ||
      R.Occurrences < LeastOccurrences ||
      100 * R.Times < LeastPercent * R.Occurrences)
    return false;
  PatternPoint P = S.Last;
  P.Kind = R.Next.Kind;
  P.Bytes = R.Next.Bytes;
  return !__builtin_add_overflow(P.Place, R.Next.Places, &P.Place) &&
         append(S, P);
}
