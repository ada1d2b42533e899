//===- FileLearner.h - learning from the reads of open files --------------===//
//
// The reads of a program without slices, by descriptor. The run time opens a
// file once a source knows the next reads, and reads have been slow, unless the
// kernel keeps up. The run time opens the next files, if files follow an order.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_FILELEARNER_H
#define FORESLICE_FRONTEND_POSIX_WATCH_FILELEARNER_H

#include "frontend/DataOrder.h"
#include "frontend/posix/watch/AheadOpener.h"

#include "frontend/posix/watch/NextFiles.h"
#include "scheme/Pace.h"
#include "support/Mutex.h"

#include <array>
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
  /// In which patterns may show. Made for the first slow read.
  std::shared_ptr<DataOrder> Order{};
  bool IsTold = false;   ///< NextFiles was told of the file.
  bool IsLooked = false; ///< For FileLearner::wasToldLately().
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
  /// The order is looked up if reads are slow and not Expected. Link as in
  /// learn().
  static void order(LearnedFile &File, const Made &Read, bool Expected,
                    const std::string &Link);
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
  /// The program has read bytes that the run time may have fetched. Order: of
  /// LearnedFile.
  static Passed passOver(const std::shared_ptr<CachedFile> &File,
                         const Made &Read, uint64_t FileSize,
                         const DataOrder *Order = nullptr);
  /// The program closes the file; Size if the file still exists.
  void closes(LearnedFile File, std::optional<uint64_t> Size);
  /// The program closes the file, and may soon open the file again: what is
  /// learned is kept.
  void closesForNow(LearnedFile &File, uint64_t Size);
  void close(std::shared_ptr<AheadOpener::Opened> File) {
    Opener.close(std::move(File));
  }
  /// Whether a file closed by the program is about to be closed here.
  bool isAnyClosing() const { return Opener.isAnyClosing(); }

private:
  static bool isToBeAhead(LearnedFile &File, const Made &Read, bool Fast);
  void tellNext(LearnedFile &File, const Made &Read, bool FromStorage,
                FunctionRef<std::string()> Path);

  bool wasToldLately(FileKey Key) FORESLICE_EXCLUDES(M);

  Mutex M;
  /// Closed files that NextFiles was told of, and how often.
  std::array<std::pair<FileKey, unsigned>, 16>
      LatelyTold FORESLICE_GUARDED_BY(M){};
  size_t ToldSoFar FORESLICE_GUARDED_BY(M) = 0;
  AheadOpener Opener;
  NextFiles Next; ///< On the thread of HelperQueue.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_FILELEARNER_H
