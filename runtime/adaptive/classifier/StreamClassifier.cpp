//===- StreamClassifier.cpp - the class of a thread's accesses to a file --===//
//
// See StreamClassifier.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/classifier/StreamClassifier.h"

#include "adaptive/classifier/Network.h"

#include <algorithm>

namespace foreslice {

using News = StreamClassifier::News;

void StreamClassifier::widen(const ClassifiedAccess &A) {
  Begin = std::min(Begin, A.Offset);
  End = std::max(End, A.Offset + A.Size);
}

News StreamClassifier::add(const ClassifiedAccess &A) {
  const int64_t Step = A.Offset - Last.Offset;
  const bool Alike =
      Step == LastStep && A.Size == Last.Size && A.IsWrite == Last.IsWrite;
  AlikeInARow = Alike ? AlikeInARow + 1 : 0;
  if (AlikeInARow > 2 * Size && Current)
    return goOn(A);
  storeEven();
  LastStep = Step;
  Last = A;
  if (Accesses.empty() && !Current)
    Begin = A.Offset, End = A.Offset;
  widen(A);
  Accesses.push_back(A);
  if (Accesses.size() < Size)
    return News::None;
  const News Is = isAsBefore() ? News::Window : classify();
  Accesses.clear();
  return Is;
}

/// Takes an access that goes on evenly, like the accesses of two windows
/// before: the access is not stored, and changes no distance.
News StreamClassifier::goOn(const ClassifiedAccess &A) {
  Last = A;
  widen(A);
  if (Accesses.size() + ++NotStored < Size)
    return News::None;
  Accesses.clear();
  NotStored = 0;
  return News::Window;
}

/// Stores the accesses left out by goOn().
void StreamClassifier::storeEven() {
  for (; NotStored != 0; --NotStored) {
    Accesses.push_back(Last);
    Accesses.back().Offset -= static_cast<int64_t>(NotStored - 1) * LastStep;
  }
}

/// Whether the window is the last window looked at, moved in the file: no
/// feature depends on the begin of a window.
bool StreamClassifier::isAsLookedAt() const {
  if (LookedAt.empty())
    return false;
  const int64_t Delta = Accesses.front().Offset - LookedAt.front().Offset;
  return std::ranges::equal(
      Accesses, LookedAt,
      [Delta](const ClassifiedAccess &Now, const ClassifiedAccess &Then) {
        return Now.Offset - Then.Offset == Delta && Now.Size == Then.Size &&
               Now.IsWrite == Then.IsWrite;
      });
}

/// Whether the window needs no look: the accesses go on evenly like the window
/// before, or equal the last window looked at, or windows have long been
/// variably strided.
bool StreamClassifier::isAsBefore() {
  if (AlikeInARow >= 2 * Size || isAsLookedAt())
    return true;
  constexpr unsigned Long = 8, OneOf = 8;
  if (!Current || Current->Places != Sequentiality::Varied ||
      SameClass < Long || AlikeInARow >= Size / 2)
    return false;
  return ++Passed % OneOf != 0;
}

News StreamClassifier::classify() {
  const AccessClass Now = network::classify(Accesses);
  const bool Changed = Current != Now;
  SameClass = Changed ? 0 : SameClass + 1;
  if (Changed && Current) {
    Begin = End = Last.Offset;
    for (const ClassifiedAccess &A : Accesses)
      widen(A);
  }
  Current = Now;
  LookedAt = Accesses;
  CommonStep = Now.Places == Sequentiality::Strided1d
                   ? mostFrequentStep(Now.Does == ReadWrite::WriteOnly)
                   : 0;
  return Changed ? News::Class : News::Window;
}

/// From begin to begin of the writes, or else the reads, of the window.
int64_t StreamClassifier::mostFrequentStep(bool OfWrites) const {
  std::vector<int64_t> Steps;
  const ClassifiedAccess *Before = nullptr;
  for (const ClassifiedAccess &A : Accesses) {
    if (A.IsWrite != OfWrites)
      continue;
    if (Before)
      Steps.push_back(A.Offset - Before->Offset);
    Before = &A;
  }
  std::ranges::sort(Steps);
  int64_t Best = 0;
  ptrdiff_t Most = 0;
  for (auto It = Steps.begin(); It != Steps.end();) {
    const auto Next = std::upper_bound(It, Steps.end(), *It);
    if (Next - It > Most)
      Best = *It, Most = Next - It;
    It = Next;
  }
  return Best;
}

LocalClass StreamClassifier::local() const {
  return {.Is = *Current,
          .Begin = Begin,
          .End = End,
          .Position = Last.Offset,
          .Size = Last.Size,
          .Stride = CommonStep};
}

} // namespace foreslice
