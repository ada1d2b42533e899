//===- SliceSteps.cpp - one call of MPI-IO of a slice ---------------------===//
//
// See SliceSteps.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/SliceSteps.h"

namespace foreslice {

Step advance(const SliceCall &C, OpenFile &File, const LayoutRef &Item) {
  Step S;
  // Of a launch that is over: the numbers belong to the next one.
  if (execution::cancelFlag().load() || !File.Shared)
    return S;
  S.CallId = File.Shared->Sliced->takeCallId();
  bool Reads = C.Kind == CallKind::Read || C.Kind == CallKind::OneRankRead;
  if (!Reads && C.Kind != CallKind::Counted && C.Count > 0) {
    S.Cached = File.Shared->cached();
    S.Writes = S.Cached != nullptr;
  }
  SlicedHandle::State &State = File.Sliced->own();
  std::shared_ptr<const View> V = State.FileView;
  std::optional<uint64_t> Length = Access::lengthOf(C.Count, Item);
  if (!Length || C.Count == 0 || V->EtypeSize == 0)
    return S;
  S.Length = *Length;
  int64_t At = C.Offset;
  if (C.From != Pointer::None) {
    std::optional<int64_t> &Position = State.position(C.From);
    if (!Position) { // a scout's: the slice will tell
      S.Writes = false;
      return S;
    }
    At = *Position;
    *Position += static_cast<int64_t>(*Length / V->EtypeSize);
  }
  std::optional<Access> Where = Access::of(std::move(V), At, C.Count, Item);
  if (!Where)
    return S;
  S.At = {nullptr, Where->Begin, Where->Length};
  bool OwnOnly = C.Kind == CallKind::Write ||
                 (C.Kind == CallKind::WriteByAll && File.OneRank);
  if (S.Writes && OwnOnly) {
    S.Writes = *Length > 0;
    S.At = std::move(*Where);
  } else if (Reads && *Length > 0 && File.Cached &&
             (C.Kind == CallKind::Read || File.OneRank)) {
    S.Cached = File.Cached;
    S.At = std::move(*Where);
    S.Post = File.isCachedAtVote() &&
             S.CallId >= runtime().slices().next(*S.Cached) &&
             runtime().cache().wanted(*S.Cached);
  } else if (C.Kind == CallKind::Counted && execution::isScout() &&
             *Length > 0 && File.Cached) {
    // Perhaps a read that another scout fetches.
    S.Cached = File.Cached;
    S.At = std::move(*Where);
  }
  return S;
}

} // namespace foreslice
