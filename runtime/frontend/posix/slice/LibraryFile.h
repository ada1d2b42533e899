//===- LibraryFile.h - a file that a library reads for the program --------===//
//
// Libraries of data read a file in pieces of their own, with metadata between:
// so a slice of the program's calls of the library meets the program by place,
// as with streams. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_LIBRARYFILE_H
#define FORESLICE_FRONTEND_POSIX_SLICE_LIBRARYFILE_H

#include "frontend/posix/slice/SliceStreams.h"
#include "layout/Layout.h"

#include <span>
#include <utility>
#include <vector>

namespace foreslice {

/// What slices know of MPI: how they open what the program's library has open.
/// S has no file if that may not be. Null where there is no MPI.
struct LibraryOpens {
  /// By the handle of the MPI_File.
  void (*ByHandle)(foreslice_handle File, SliceStream &S) = nullptr;
  void (*ByName)(const char *Name, SliceStream &S) = nullptr;
  /// A datatype of the program's or the slice's; null if unknown.
  LayoutRef (*LayoutOf)(foreslice_handle Type) = nullptr;
};
/// Before the first slice runs.
void setLibraryOpens(const LibraryOpens &Opens);
const LibraryOpens &libraryOpens();

struct LibraryFile {
  /// Has these bytes fetched, as far as the file has them. Counted as the bytes
  /// of a dataset with Counters, if not null.
  void post(uint64_t Offset, uint64_t Bytes,
            DatasetStatistics *Counters = nullptr);
  /// The counters of a dataset of the file; null if nobody counts.
  DatasetStatistics *countersOf(std::string_view Dataset) const;
  /// The slice needs these bytes itself, and waits for them. What lies behind
  /// the end of the file is zero. False if nothing of them can be had.
  bool load(uint64_t Offset, std::span<std::byte> To);
  /// The slice has waited for data since then.
  void countDependentRead(uint64_t StartNs) const;
  /// Has fetched what has been asked for of Other, if the file is as long:
  /// files of a series look alike, and the slice need not wait for one part of
  /// the file to learn where the next one is.
  void postAsOf(const LibraryFile &Other);

  /// End, or the size of a shorter file. The size is asked for only where the
  /// file has to be longer than before: reads are of many small parts.
  uint64_t sizeUpTo(uint64_t End);

  SliceStream Stream;
  uint64_t LastSize = 0;
  /// What has been asked for first.
  std::vector<std::pair<uint64_t, uint64_t>> Asked;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_LIBRARYFILE_H
