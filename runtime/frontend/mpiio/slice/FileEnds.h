//===- FileEnds.h - slices at the end of a file ---------------------------===//
//
// A slice takes reads to be full and loops to go on. At the end of a file both
// are wrong: a slice would read on behind the end until the end of the region.
// The size of the file limits fetching, and the distance that the slice runs
// on. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_FILEENDS_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_FILEENDS_H

#include "frontend/mpiio/slice/SliceSteps.h"

namespace foreslice {

/// Sets S.FileEnd and S.BehindEnd. Asks the system only if S goes beyond the
/// last known size of the file.
void findEnd(Step &S, SharedFile &File);

/// The reads of a slice, or a scout, wholly behind the ends of files.
class FileEnds {
public:
  /// By execution::runner().
  static FileEnds &ofRunner();

  /// Finds the end of the file of S, if S is a read. After a row of reads
  /// behind ends, a slice waits until the main thread has come to the first of
  /// the row, and looks again: if the file has grown, the skipped reads are
  /// posted. A scout ends there, and so does a slice after two waits in vain,
  /// or a slice with a long row of calls without a cached file.
  SliceEnd look(Step &S, const std::shared_ptr<SharedFile> &File,
                bool NeedsData);

  /// The read S, with a known end of file, was made: delivers the bytes of the
  /// file there.
  void delivers(const Step &S);
  /// A read delivered Bytes.
  void delivers(int64_t Bytes) { Delivered = Bytes; }
  /// The bytes of the last read.
  int64_t delivered() const { return Delivered; }

private:
  /// In a row; reads with data for the slice have a separate count, too.
  static constexpr unsigned Most = 16;
  /// In a row, of closed or uncached files.
  static constexpr unsigned MostOfNone = 65536;
  struct Row {
    /// Of the first read of the row.
    std::weak_ptr<CachedFile> Cached;
    std::weak_ptr<SharedFile> File;
    uint64_t CallId = 0;
    unsigned Calls = 0;

    bool grow(const Step &S, const std::shared_ptr<SharedFile> &File);
    bool await() const;
  };

  struct LeftOut {
    Step Read;
    std::shared_ptr<SharedFile> File;
  };
  void postLeftOut();
  SliceEnd waits(Step &S, SharedFile &File, const Row &Full);

  uint64_t Launch = 0;
  unsigned OfNone = 0;
  int64_t Delivered = 0;
  bool InVain = false; ///< The last wait; no read within a file since.
  Row All, Data;
  std::vector<LeftOut> Reads; ///< Of All, if to be posted.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_FILEENDS_H
