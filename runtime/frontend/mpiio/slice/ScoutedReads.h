//===- ScoutedReads.h - the distance of a scout ahead of the slice --------===//
//
// The reads posted by a scout and not yet reached by the slice. The scout runs
// on only while there are few, and stops soon if slice and scout have gone
// different ways. Prefetch thread only.
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
  /// The slice makes S: S and the scout's reads before S are no longer ahead.
  /// True if a scout has posted S.
  static bool take(const Step &S);

  /// The scout has posted S, a call on File.
  void add(const Step &S, std::shared_ptr<SharedFile> File);
  /// True if nothing is to be posted until the slice takes reads.
  bool full() const;
  /// The scout may go on.
  bool mayGoOn() const;
  /// The scout needs data behind the main thread, prefetched by nobody. False
  /// if too often.
  bool mayReadBehind();

private:
  static constexpr size_t MostReads = 64;
  static constexpr unsigned MostBehind = 16;
  /// Part of the cache for reads ahead: one in CacheParts.
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
