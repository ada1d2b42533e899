//===- StreamClassifier.cpp - the class of what one thread does -----------===//
//
// See StreamClassifier.h.
//
//===----------------------------------------------------------------------===//

#include "classifier/StreamClassifier.h"

#include "classifier/Network.h"

#include <algorithm>

namespace foreslice {

using News = StreamClassifier::News;

/// The value that comes most often, and how often.
static std::pair<int64_t, size_t> mostFrequentOf(std::vector<int64_t> Values) {
  std::ranges::sort(Values);
  std::pair<int64_t, size_t> Best{0, 0};
  for (auto At = Values.begin(); At != Values.end();) {
    const auto Next = std::upper_bound(At, Values.end(), *At);
    if (const auto Count = static_cast<size_t>(Next - At); Count > Best.second)
      Best = {*At, Count};
    At = Next;
  }
  return Best;
}

void StreamClassifier::widen(const ClassifiedAccess &A) {
  Begin = std::min(Begin, A.Offset);
  End = std::max(End, A.Offset + A.Size);
}

void StreamClassifier::noteRead(const ClassifiedAccess &A) {
  if (LastRead) {
    std::shift_left(Recent.begin(), Recent.end(), 1);
    const int64_t Step = A.Offset - LastRead->Offset;
    Recent.back() = {.Step = Step, .Gap = Step - LastRead->Size};
  }
  LastRead = A;
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
  if (!A.IsWrite)
    noteRead(A);
  Accesses.push_back(A);
  if (Accesses.size() < Size)
    return News::None;
  const News Is = isAsBefore() ? News::Window : classify();
  Accesses.clear();
  return Is;
}

/// The access goes on evenly as those of two windows before: it need not be
/// stored, and changes no distance.
News StreamClassifier::goOn(const ClassifiedAccess &A) {
  Last = A;
  widen(A);
  if (!A.IsWrite)
    LastRead = A;
  if (Accesses.size() + ++NotStored < Size)
    return News::None;
  Accesses.clear();
  NotStored = 0;
  return News::Window;
}

/// Stores what goOn() has left out of the window.
void StreamClassifier::storeEven() {
  for (; NotStored != 0; --NotStored) {
    Accesses.push_back(Last);
    Accesses.back().Offset -= static_cast<int64_t>(NotStored - 1) * LastStep;
  }
}

/// Whether the window is that which was looked at last, moved in the file: no
/// feature depends on where a window begins.
bool StreamClassifier::isAsLookedAt() const {
  if (LookedAt.empty())
    return false;
  const int64_t By = Accesses.front().Offset - LookedAt.front().Offset;
  return std::ranges::equal(
      Accesses, LookedAt,
      [By](const ClassifiedAccess &Now, const ClassifiedAccess &Then) {
        return Now.Offset - Then.Offset == By && Now.Size == Then.Size &&
               Now.IsWrite == Then.IsWrite;
      });
}

/// Whether the window needs no look: because its accesses go on evenly as those
/// of the window before, which was looked at; because they are as those of the
/// window that was looked at last; or because windows have long been variably
/// strided.
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
  findExpectation();
  const bool OfWrites = Now.Does == ReadWrite::WriteOnly;
  CommonStep = Now.Places == Sequentiality::Strided1d
                   ? mostFrequent(distances(OfWrites), /*Gaps=*/false).first
                   : 0;
  return Changed ? News::Class : News::Window;
}

std::pair<int64_t, size_t>
StreamClassifier::mostFrequent(std::span<const Distance> Of, bool Gaps) {
  std::vector<int64_t> Values;
  Values.reserve(Of.size());
  for (const Distance &D : Of)
    Values.push_back(D.by(Gaps));
  return mostFrequentOf(std::move(Values));
}

void StreamClassifier::expectStride(std::span<const Distance> Found) {
  const auto [Step, Steps] = mostFrequent(Found, /*Gaps=*/false);
  const auto [Gap, Gaps] = mostFrequent(Found, /*Gaps=*/true);
  Period = 1;
  ByGap = Gaps > Steps;
  Stride = ByGap ? Gap : Step;
}

void StreamClassifier::expectRows(std::span<const Distance> Found) {
  size_t Most = 0;
  for (size_t Row = 2; Row <= LongestRow; ++Row)
    for (const bool Gaps : {false, true}) {
      size_t Same = 0;
      for (size_t I = Row; I < Found.size(); ++I)
        Same += Found[I].by(Gaps) == Found[I - Row].by(Gaps);
      // Of longer rows, fewer distances can be compared.
      if (Same * (Found.size() - Row) > Most) {
        Most = Same * (Found.size() - Row);
        Period = Row;
        ByGap = Gaps;
      }
    }
}

std::vector<StreamClassifier::Distance>
StreamClassifier::distances(bool OfWrites) const {
  std::vector<Distance> Found;
  Found.reserve(Accesses.size());
  const ClassifiedAccess *Before = nullptr;
  for (const ClassifiedAccess &A : Accesses) {
    if (A.IsWrite != OfWrites)
      continue;
    if (Before)
      Found.push_back({A.Offset - Before->Offset,
                       A.Offset - Before->Offset - Before->Size});
    Before = &A;
  }
  return Found;
}

void StreamClassifier::findExpectation() {
  Period = 0;
  const std::vector<Distance> Found = distances(/*OfWrites=*/false);
  if (Found.empty())
    return;
  switch (Current->Places) {
  case Sequentiality::Sequential:
    Period = 1, ByGap = true, Stride = 0;
    break;
  case Sequentiality::Strided1d:
    expectStride(Found);
    break;
  case Sequentiality::Strided2d:
    expectRows(Found);
    break;
  case Sequentiality::Varied:
    break;
  }
}

std::optional<ClassifiedAccess>
StreamClassifier::after(const ClassifiedAccess &Read, uint64_t Index) const {
  if (Period == 0)
    return std::nullopt;
  int64_t By = Period == 1
                   ? Stride
                   : Recent[LongestRow - Period + Index % Period].by(ByGap);
  ClassifiedAccess Next = Read;
  if ((ByGap && __builtin_add_overflow(By, Read.Size, &By)) ||
      __builtin_add_overflow(Read.Offset, By, &Next.Offset) || Next.Offset < 0)
    return std::nullopt;
  return Next;
}

LocalClass StreamClassifier::local() const {
  return {.Is = *Current,
          .Begin = Begin,
          .End = End,
          .At = Last.Offset,
          .Size = Last.Size,
          .Stride = CommonStep};
}

} // namespace foreslice
