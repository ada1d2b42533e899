//===- FileLearner.h - learning from the reads of open files --------------===//
//
// The reads of a program without slices, by descriptor. The run time opens a
// file once a source knows the next reads, and reads have been slow, unless the
// kernel keeps up. The run time opens the next files, if files follow an order.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_FILELEARNER_H
#define FORESLICE_FRONTEND_POSIX_WATCH_FILELEARNER_H

#include "frontend/posix/watch/AheadOpener.h"

#include "frontend/posix/watch/NextFiles.h"
#include "scheme/Pace.h"

#include <optional>
#include <string>

namespace foreslice {

/// A file open in the program under a descriptor. Not thread-safe.
struct LearnedFile {
  FileKey Key{};
  bool IsRegular = false;
  /// The file for prefetching; null until a source asks.
  std::shared_ptr<AheadOpener::Opened> Ahead{};
  Pace Reads{};
  std::shared_ptr<ReadRanges> Read{}; ///< Ranges read by the program.
  /// The view in which patterns show, with an order; null for all bytes.
  std::shared_ptr<const View> Ordered{};
  bool IsTold = false; ///< NextFiles was told of the file.
};

class FileLearner {
public:
  /// Process: the program's folder in /proc.
  explicit FileLearner(std::string Process = "/proc/self");

  /// The program starts: the first files may be known.
  static void starts(const std::shared_ptr<FileLearner> &Learner);

  /// A read made by the program.
  struct Made {
    uint64_t Offset, Bytes; ///< In the file; bytes read.
    uint64_t Start, Ns;
  };

  /// Whether a source learns from reads without a slice.
  static bool learns();
  /// The cached file of File; null if nobody reads ahead.
  static std::shared_ptr<CachedFile> readsAhead(const LearnedFile &File);
  /// Whether a source knows the next reads of the file named by Path. IsAhead:
  /// the run time has the file open.
  static bool isWanted(const LearnedFile &File, const Made &Read, bool IsAhead,
                       FunctionRef<std::string()> Path);
  /// Learns from a read. Link leads to the file by the program's descriptor;
  /// Wanted is the result of isWanted(). Returns a file to be closed.
  std::shared_ptr<AheadOpener::Opened>
  learn(LearnedFile &File, const Made &Read, bool IsAhead, bool Wanted,
        const std::string &Link, FunctionRef<std::string()> Path);
  /// Whether a source knows the next reads, whether the pages of a read are in
  /// the operating system's memory, and whether some came for that read.
  struct Passed {
    bool Expected = false, Ready = false, FetchedForIt = false;
  };
  /// The program has read bytes that the run time may have fetched. Ordered: of
  /// LearnedFile.
  static Passed passOver(const std::shared_ptr<CachedFile> &File,
                         const Made &Read, uint64_t FileSize,
                         const std::shared_ptr<const View> &Ordered = nullptr);
  /// The program closes the file; Size if the file still exists.
  void closes(LearnedFile File, std::optional<uint64_t> Size);
  void close(std::shared_ptr<AheadOpener::Opened> File) {
    Opener.close(std::move(File));
  }
  /// Whether a file closed by the program is about to be closed here.
  bool isAnyClosing() const { return Opener.isAnyClosing(); }

private:
  static bool isToBeAhead(LearnedFile &File, const Made &Read, bool Fast);
  void tellNext(LearnedFile &File, const Made &Read, bool FromStorage,
                FunctionRef<std::string()> Path);

  AheadOpener Opener;
  NextFiles Next; ///< On the thread of HelperQueue.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_FILELEARNER_H
