//===- StridePredictor.h - where the next reads will be -------------------===//
//
// Where the dependent reads of one place in a slice go through a file in even
// steps, as through an index or the headers of blocks, the next ones can be
// fetched. A wrong guess costs fetches in vain. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_STRIDEPREDICTOR_H
#define FORESLICE_SOURCE_SLICE_STRIDEPREDICTOR_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace foreslice {

class StridePredictor {
public:
  /// Steps that are fetched ahead at most.
  static constexpr int64_t MostSteps = 16;
  /// So far that MostSteps steps end before 63 bits do.
  static constexpr int64_t MostOffset = INT64_MAX / (2 * MostSteps);

  struct Read {
    const void *Site; ///< In the code; null if it is not known.
    const void *File;
    int64_t Begin, Length; ///< In bytes.
    uint64_t CallId;
  };

  /// Tells of a read. Calls Fetch with the Begin and the CallId of each read
  /// that shall be fetched from now on, up to Most steps ahead; reads closer
  /// together than Unit bytes count as one. What lies beyond MostOffset is not
  /// predicted.
  template <class FetchFn>
  void observe(const Read &R, int64_t Unit, FetchFn Fetch,
               int64_t Most = MostSteps) {
    if (R.Begin > MostOffset)
      return;
    Progress &P = progressOf(R.Site);
    int64_t Stride = R.Begin - P.Last.Begin;
    auto Calls = static_cast<int64_t>(R.CallId - P.Last.CallId);
    bool SameKind = P.Last.File == R.File && P.Last.Length == R.Length;
    bool Even = SameKind && Stride == P.Stride && Calls == P.Calls;
    if (!Even) {
      P.Stride = SameKind ? Stride : 0;
      P.Calls = Calls;
      P.Confirmed = 0;
    }
    P.Last = R;
    if (P.Stride == 0 || !Even)
      return;
    int64_t Step = P.Stride;
    if (Step > -Unit && Step < Unit)
      Step = Step > 0 ? Unit : -Unit;
    if (++P.Confirmed == 1)
      P.Fetched = R.Begin;
    int64_t Furthest = R.Begin + std::min(2 * P.Confirmed, Most) * Step;
    while (Step > 0 ? P.Fetched + Step <= Furthest
                    : P.Fetched + Step >= Furthest) {
      P.Fetched += Step;
      int64_t Steps = (P.Fetched - R.Begin) / P.Stride;
      Fetch(P.Fetched, R.CallId + static_cast<uint64_t>(Steps * P.Calls));
    }
  }

private:
  struct Progress {
    Read Last{};
    int64_t Stride = 0, Calls = 0;
    int64_t Confirmed = 0; ///< How often the stride has come in a row.
    int64_t Fetched = 0;   ///< The furthest Begin so far.
  };

  Progress &progressOf(const void *Site) {
    for (Progress &P : Sites)
      if (P.Last.Site == Site)
        return P;
    Next = (Next + 1) % Sites.size();
    return Sites[Next] = {};
  }

  std::array<Progress, 8> Sites{};
  size_t Next = 0;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_STRIDEPREDICTOR_H
