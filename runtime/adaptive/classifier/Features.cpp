//===- Features.cpp - a window of accesses as numbers from 0 to 1 ---------===//
//
// See Features.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/classifier/Features.h"

#include <algorithm>
#include <cmath>

namespace foreslice {

namespace {

/// Accesses of a row of a 2-d pattern.
constexpr size_t LongestRow = 4;

float ratio(double Part, double Whole) {
  return Whole != 0 ? static_cast<float>(Part / Whole) : 0;
}

/// As many numbers as a window has accesses, at most.
class Numbers {
public:
  void add(int64_t Value) { Values[Size++] = Value; }
  size_t size() const { return Size; }
  std::span<const int64_t> values() const { return {Values.data(), Size}; }

private:
  std::array<int64_t, LargestWindow> Values;
  size_t Size = 0;
};

/// How often the two most frequent numbers come, and how many there are.
struct Frequency {
  explicit Frequency(const Numbers &All) {
    std::array<int64_t, LargestWindow> Sorted;
    const auto End = std::ranges::copy(All.values(), Sorted.begin()).out;
    std::sort(Sorted.begin(), End);
    for (auto It = Sorted.begin(); It != End;) {
      const auto Next = std::find_if(
          It, End, [Value = *It](int64_t Other) { return Other != Value; });
      add(static_cast<size_t>(Next - It));
      It = Next;
    }
  }
  size_t First = 0, Second = 0, Kinds = 0;

private:
  void add(size_t Count) {
    ++Kinds;
    Second = std::max(Second, std::min(First, Count));
    First = std::max(First, Count);
  }
};

/// Distances between the accesses of one kind, in the order of the window.
struct Distances {
  Numbers Steps; ///< From begin to begin.
  Numbers Gaps;  ///< From end to begin.

  void add(const ClassifiedAccess &A) {
    if (Last) {
      Steps.add(A.Offset - Last->Offset);
      Gaps.add(A.Offset - Last->Offset - Last->Size);
    }
    Last = &A;
  }

private:
  const ClassifiedAccess *Last = nullptr;
};

/// The share of numbers equal to the number one Period before.
float again(const Numbers &OfReads, const Numbers &OfWrites, size_t Period) {
  size_t Same = 0, Pairs = 0;
  for (const Numbers *N : {&OfReads, &OfWrites})
    for (size_t I = Period; I < N->size(); ++I) {
      ++Pairs;
      Same += N->values()[I] == N->values()[I - Period];
    }
  return ratio(static_cast<double>(Same), static_cast<double>(Pairs));
}

float againInBest(const Numbers &OfReads, const Numbers &OfWrites) {
  float Best = 0;
  for (size_t Period = 2; Period <= LongestRow; ++Period)
    Best = std::max(Best, again(OfReads, OfWrites, Period));
  return Best;
}

Numbers joined(Numbers A, const Numbers &B) {
  for (int64_t Value : B.values())
    A.add(Value);
  return A;
}

/// Sums over a window, from one pass.
struct Sums {
  explicit Sums(AccessWindow Window);
  Distances OfReads, OfWrites; ///< Without updating writes.
  Numbers Sizes;
  size_t Reads = 0, Updates = 0, Changes = 0;
  double Bytes = 0, BytesRead = 0;

private:
  static bool updates(AccessWindow Before, const ClassifiedAccess &A);
};

/// Whether A writes bytes read in the window.
bool Sums::updates(AccessWindow Before, const ClassifiedAccess &A) {
  return A.IsWrite &&
         std::ranges::any_of(Before, [&](const ClassifiedAccess &B) {
           return !B.IsWrite && A.Offset < B.Offset + B.Size &&
                  B.Offset < A.Offset + A.Size;
         });
}

Sums::Sums(AccessWindow Window) {
  for (size_t I = 0; I < Window.size(); ++I) {
    const ClassifiedAccess &A = Window[I];
    Sizes.add(A.Size);
    Bytes += static_cast<double>(A.Size);
    Reads += !A.IsWrite;
    BytesRead += A.IsWrite ? 0 : static_cast<double>(A.Size);
    Changes += I != 0 && A.IsWrite != Window[I - 1].IsWrite;
    if (Reads != 0 && updates(Window.first(I), A))
      ++Updates;
    else
      (A.IsWrite ? OfWrites : OfReads).add(A);
  }
}

} // namespace

FeatureArray featuresOf(AccessWindow Window) {
  const Sums S(Window);
  const Numbers Steps = joined(S.OfReads.Steps, S.OfWrites.Steps);
  const Numbers Gaps = joined(S.OfReads.Gaps, S.OfWrites.Gaps);
  const Frequency OfSteps(Steps), OfGaps(Gaps), OfSizes(S.Sizes);
  const auto Count = static_cast<double>(Window.size());
  const auto Distance = static_cast<double>(Steps.size());
  const auto Reads = static_cast<double>(S.Reads);
  const double Mean = S.Bytes / Count;
  double Squares = 0, AllGaps = 0;
  for (int64_t Size : S.Sizes.values())
    Squares +=
        (static_cast<double>(Size) - Mean) * (static_cast<double>(Size) - Mean);
  for (int64_t Gap : Gaps.values())
    AllGaps += std::abs(static_cast<double>(Gap));
  const double MeanGap = Distance != 0 ? AllGaps / Distance : 0;
  auto of = [](size_t Part, double Whole) {
    return ratio(static_cast<double>(Part), Whole);
  };
  auto counted = [](auto &&Values, auto &&Is) {
    return static_cast<size_t>(std::ranges::count_if(Values, Is));
  };
  return {
      of(S.Reads, Count),
      ratio(S.BytesRead, S.Bytes),
      of(S.Updates, Count - Reads),
      of(S.Changes, Count - 1),
      of(counted(Gaps.values(), [](int64_t G) { return G == 0; }), Distance),
      of(OfSteps.First, Distance),
      of(OfGaps.First, Distance),
      of(OfSteps.First + OfSteps.Second, Distance),
      of(OfGaps.First + OfGaps.Second, Distance),
      again(S.OfReads.Steps, S.OfWrites.Steps, 1),
      again(S.OfReads.Gaps, S.OfWrites.Gaps, 1),
      againInBest(S.OfReads.Steps, S.OfWrites.Steps),
      againInBest(S.OfReads.Gaps, S.OfWrites.Gaps),
      of(OfSteps.Kinds, Distance),
      of(OfSizes.Kinds, Count),
      of(OfSizes.First, Count),
      std::min(ratio(std::sqrt(Squares / Count), Mean), 1.0f),
      of(counted(Steps.values(), [](int64_t D) { return D > 0; }), Distance),
      ratio(MeanGap, MeanGap + Mean),
      of(OfSteps.Second, Distance)};
}

} // namespace foreslice
