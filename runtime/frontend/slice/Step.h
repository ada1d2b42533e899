//===- Step.h - one I/O call of a slice -----------------------------------===//
//
// The common part of the ABI's entries for reads and writes, for every front
// end: a call id, a place in a file, and pages to post. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_SLICE_STEP_H
#define FORESLICE_FRONTEND_SLICE_STEP_H

#include "frontend/Runtime.h"
#include "layout/Access.h"
#include "source/slice/SliceExecution.h"

#include <type_traits>

namespace foreslice {

/// The result of a slice's call.
struct Step {
  /// Null without bytes to read or write: no length, an uncached file, or a
  /// read outside the view.
  std::shared_ptr<CachedFile> Cached;
  /// Without a view: a write to an unknown place.
  Access Wanted;
  uint64_t CallId = 0;
  bool Post = false; ///< The pages shall be prefetched.
  /// The end of the file at a read; UINT64_MAX if the read does not reach the
  /// end, or the program will have made the file longer.
  uint64_t FileEnd = UINT64_MAX;
  bool BehindEnd = false; ///< All of the read lies behind the end.
  uint64_t Length = 0;    ///< Bytes asked for by the call.
  bool Writes = false;    ///< The main thread will write there.
};

/// The queue's name of a call of the slice.
inline LaneCall laneCall(uint64_t CallId) {
  return runtime().slices().call(CallId);
}

enum class InMemory { Post, LeaveOut };
/// Posts the pages of a step in portions, up to the end of the file, until the
/// main thread has overtaken the call or the slice is cancelled. LeaveOut skips
/// pages in the operating system's memory, otherwise found by the engine.
void post(const Step &S, InMemory Which = InMemory::Post);

/// Tells the cache of a step with a write.
void expectWrite(const Step &S);

/// The body of every entry: leave() may jump, over nothing with a destructor.
template <class WorkFn> void guarded(WorkFn Work) {
  static_assert(std::is_trivially_destructible_v<WorkFn>);
  execution::enter();
  SliceEnd End = Work();
  execution::leave(End);
}
/// For short calls: see execution::leaveQuickly().
template <class WorkFn> void guardedQuickly(WorkFn Work) {
  static_assert(std::is_trivially_destructible_v<WorkFn>);
  execution::enter();
  SliceEnd End = Work();
  execution::leaveQuickly(End);
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_SLICE_STEP_H
