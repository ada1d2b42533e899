//===- PagedFile.h - what the pool keeps of a file ------------------------===//
//
// A FetchedFile of the engine begins with one. The cache's mutex guards all
// members but the atomic ones.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGEDFILE_H
#define FORESLICE_PAGES_PAGEDFILE_H

#include "pages/Lane.h"
#include "support/Statistics.h"

namespace foreslice {

struct FetchedFile;
struct FileShare;

struct PagedFile {
  explicit PagedFile(FetchedFile &Whole) : Whole(Whole) {}
  PagedFile(const PagedFile &) = delete;
  PagedFile &operator=(const PagedFile &) = delete;

  /// Whether the main thread has come to the call.
  bool behind(LaneId Lane, uint64_t CallId) const {
    return CallId < Positions.next(Lane);
  }
  /// Whether the call is over.
  bool isOver(LaneId Lane, uint64_t CallId) const {
    return CallId + 1 < Positions.next(Lane);
  }

  FetchedFile &Whole;
  FileStatistics *Stats = nullptr;
  CallPositions Positions;
  uint64_t LinkedPages = 0; ///< Pages of this file that lookups can find.
  uint64_t ShortPages = 0;  ///< Those of them that the end of file cuts.
  /// A number of its own for each open of a file that nobody has open, also
  /// among processes that share its pages. 0 if the file is not shared where
  /// others are.
  uint64_t OpenedAs = 0;
  /// Pages of it that were used are the first to be evicted, not the last. Any
  /// thread.
  std::atomic<bool> UsedGoFirst{false};
  /// How other processes know the file; null if they do not see its pages.
  FileShare *Share = nullptr;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEDFILE_H
