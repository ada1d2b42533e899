//===- ScoutedReads.h - how far a scout is ahead of its slice -------------===//
//
// What a scout has posted and the slice has not come to. The scout is let run
// on only as far as that is little, and so no further where it has gone another
// way than the slice. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SCOUTEDREADS_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SCOUTEDREADS_H

#include "frontend/mpiio/slice/SliceSteps.h"

#include <deque>

namespace foreslice {

class ScoutedReads {
public:
  /// Of a scout, by execution::runner().
  static ScoutedReads &of(unsigned Runner);
  /// The slice makes S: that and what a scout has posted before it is no longer
  /// ahead. True if one has posted S.
  static bool take(const Step &S);

  /// The scout has posted S, a call on File.
  void add(const Step &S, std::shared_ptr<SharedFile> File);
  /// No more shall be posted until the slice has taken some.
  bool full() const;
  /// The scout may go on.
  bool mayGoOn() const;
  /// The scout needs data behind the main thread, which nobody prefetches.
  /// False if that has happened too often.
  bool mayReadBehind();

private:
  static constexpr size_t MostReads = 64;
  static constexpr unsigned MostBehind = 16;
  /// The cache has so many times the room of what is ahead.
  static constexpr uint64_t CacheParts = 4;

  struct Entry {
    std::shared_ptr<SharedFile> File;
    CachedFile *Cached;
    uint64_t Begin, Length, CallId;
  };
  static uint64_t room(const Entry &E);
  void forgetOtherLaunches();
  bool takeOwn(const Step &S, unsigned Runner);

  uint64_t Launch = 0;
  std::deque<Entry> Reads;
  uint64_t Bytes = 0; ///< Of Reads, whole pages.
  unsigned Rest = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SCOUTEDREADS_H
