//===- Step.h - one I/O call of a slice -----------------------------------===//
//
// What the entries of the ABI for reads and writes have in common, whatever the
// front end: a call id, a place in a file, and pages to post. Prefetch thread
// only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_SLICE_STEP_H
#define FORESLICE_FRONTEND_SLICE_STEP_H

#include "frontend/Runtime.h"
#include "layout/Access.h"
#include "source/slice/SliceExecution.h"

#include <type_traits>

namespace foreslice {

/// What a call comes to.
struct Step {
  /// Null if there is nothing to read or write: no bytes, a file that is not
  /// cached, or to read what the view does not have.
  std::shared_ptr<CachedFile> Cached;
  /// Without a view: a write to nobody knows where.
  Access Wanted;
  uint64_t CallId = 0;
  bool Post = false; ///< The pages shall be prefetched.
  /// Where the file of a read ends now; UINT64_MAX where the read does not
  /// reach so far, or the program will have made the file longer by then.
  uint64_t FileEnd = UINT64_MAX;
  bool BehindEnd = false; ///< All of the read lies behind the end.
  uint64_t Length = 0;    ///< The bytes that the call asks for.
  bool Writes = false;    ///< The main thread will write there.
};

/// A call of the slice as the queue knows it.
inline LaneCall laneCall(uint64_t CallId) {
  return runtime().slices().call(CallId);
}

enum class InMemory { Post, LeaveOut };
/// Posts the pages of a step in portions, until the main thread has overtaken
/// the call or the slice is cancelled, up to the end of the file;
/// with or without those that the operating system has in memory, which the
/// engine would find out itself.
void post(const Step &S, InMemory Which = InMemory::Post);

/// Tells the cache of a step that writes.
void expectWrite(const Step &S);

/// What every entry is: leave() may jump, over nothing that needs a destructor.
template <class WorkFn> void guarded(WorkFn Work) {
  static_assert(std::is_trivially_destructible_v<WorkFn>);
  execution::enter();
  SliceEnd End = Work();
  execution::leave(End);
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_SLICE_STEP_H
