//===- SliceSteps.cpp - one call of MPI-IO of a slice ---------------------===//
//
// See SliceSteps.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/SliceSteps.h"

namespace foreslice {

Pointer pointerOf(const foreslice_io_call &Call) {
  return Call.pointer == FORESLICE_POINTER_OWN      ? Pointer::Individual
         : Call.pointer == FORESLICE_POINTER_SHARED ? Pointer::Shared
                                                    : Pointer::None;
}

/// Whether the call's arguments tell the bytes of the main thread's write.
/// False if other ranks write in the call, or move the shared pointer before.
/// While a started write is under way, the engine fetches nothing of its bytes.
static bool writesItsOwn(const SliceAccess &A, const OpenFile &File) {
  bool IsAlone = A.Call.makers == FORESLICE_ALONE && !A.isAtShared();
  return IsAlone || File.OneRank;
}

bool isForOneRank(const SliceAccess &A) {
  bool IsStarted = A.Call.makers == FORESLICE_TOGETHER &&
                   A.Call.completion == FORESLICE_AT_WAIT && !A.needsData();
  return A.isAtShared() || (IsStarted && !RanksMayJoin);
}

Step advance(const SliceAccess &C, OpenFile &File, const LayoutRef &Item) {
  Step S;
  // If the launch is over, the numbers belong to the next launch.
  if (execution::cancelFlag().load() || !File.Shared)
    return S;
  S.CallId = File.Shared->Sliced->takeCallId();
  if (C.writes() && C.Count > 0) {
    S.Cached = File.Shared->cached();
    S.Writes = S.Cached != nullptr;
  }
  SlicedHandle::State &State = File.Sliced->own();
  std::shared_ptr<const View> V = State.FileView;
  std::optional<uint64_t> Length = Access::lengthOf(C.Count, Item);
  if (!Length || C.Count == 0 || V->EtypeSize == 0)
    return S;
  S.Length = *Length;
  int64_t Offset = C.Place;
  if (Pointer From = pointerOf(C.Call); From != Pointer::None) {
    std::optional<int64_t> &Position = State.position(From);
    if (!Position) { // a scout's: the slice will tell
      S.Writes = false;
      return S;
    }
    Offset = *Position;
    *Position += static_cast<int64_t>(*Length / V->EtypeSize);
  }
  std::optional<Access> Where = Access::of(std::move(V), Offset, C.Count, Item);
  if (!Where)
    return S;
  S.Wanted = {nullptr, Where->Begin, Where->Length};
  if (S.Writes && writesItsOwn(C, File)) {
    S.Writes = *Length > 0;
    S.Wanted = std::move(*Where);
  } else if (C.reads() && *Length > 0 && File.Cached &&
             (File.OneRank || !isForOneRank(C))) {
    S.Cached = File.Cached;
    S.Wanted = std::move(*Where);
    S.Post = File.isCachedAtVote() &&
             S.CallId >= runtime().slices().next(*S.Cached) &&
             runtime().slices().posting().wanted(*S.Cached);
  } else if (!C.reads() && !C.writes() && execution::isScout() && *Length > 0 &&
             File.Cached) {
    // Perhaps a read fetched by another scout.
    S.Cached = File.Cached;
    S.Wanted = std::move(*Where);
  }
  return S;
}

} // namespace foreslice
