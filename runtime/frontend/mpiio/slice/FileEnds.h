//===- FileEnds.h - slices at the end of a file ---------------------------===//
//
// A slice takes for granted that reads are full and that loops go on. At the
// end of a file both are wrong: a slice would read on behind the end for as
// long as its region lasts. The size of the file bounds what is fetched, and
// how far the slice runs on there. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_FILEENDS_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_FILEENDS_H

#include "frontend/mpiio/slice/SliceSteps.h"

namespace foreslice {

/// Sets S.FileEnd and S.BehindEnd. The system is asked only where S goes beyond
/// what the file was seen to have.
void findEnd(Step &S, SharedFile &File);

/// The reads of a slice, or a scout, that lie wholly behind the ends of their
/// files.
class FileEnds {
public:
  /// By execution::runner().
  static FileEnds &ofRunner();

  /// Finds the end of the file of S, if S is a read. After
  /// so many reads behind ends in a row, a slice waits until the main thread
  /// has come to the first of them, and looks again: the file may have grown,
  /// and what was left out is then posted. A scout ends there, and a slice that
  /// waits in vain again and again. So does a slice that makes no call of files
  /// that are cached for long.
  SliceEnd look(Step &S, const std::shared_ptr<SharedFile> &File,
                bool NeedsData);

  /// The read S, whose end of file is found, was made: it delivers what the
  /// file has there.
  void delivers(const Step &S);
  /// So many bytes were read.
  void delivers(int64_t Bytes) { Delivered = Bytes; }
  /// The bytes of the last read.
  int64_t delivered() const { return Delivered; }

private:
  /// In a row; those whose data the slice needs are counted alone, too.
  static constexpr unsigned Most = 16;
  /// In a row, of files that are closed or not cached.
  static constexpr unsigned MostOfNone = 65536;
  struct Row {
    /// Of the first of them.
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
  bool InVain = false; ///< So was the last wait; no read within a file since.
  Row All, Data;
  std::vector<LeftOut> Reads; ///< Of All, if they were to be posted.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_FILEENDS_H
