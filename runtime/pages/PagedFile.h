//===- PagedFile.h - a file for the pool ----------------------------------===//
//
// A FetchedFile of the engine begins with a PagedFile. The cache's mutex guards
// all members but the atomic members.
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
  uint64_t ShortPages = 0;  ///< Pages of LinkedPages that the end of file cuts.
  /// A new number for each open of a file that nobody has open, also among
  /// processes that share pages. 0 for an unshared file beside shared files.
  uint64_t OpenedAs = 0;
  /// Pages of the file in WrittenPages. Any thread.
  std::atomic<size_t> WrittenPages{0};
  /// Used pages of the file are evicted first, not last. Any thread.
  std::atomic<bool> UsedGoFirst{false};
  /// The file as other processes know it; null if others do not see the pages.
  FileShare *Share = nullptr;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEDFILE_H
