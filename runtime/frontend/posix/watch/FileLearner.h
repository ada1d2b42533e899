//===- FileLearner.h - what is learned of the reads of open files ---------===//
//
// The reads of a program that has no slices, by the descriptor that makes them.
// The run time opens a file for its own reads once a source knows what comes
// next of it, and reads have been slow, as long as the kernel does not keep up.
// It opens the next files, where they follow an order.
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

/// What a program has open under a number. Not thread-safe.
struct LearnedFile {
  FileKey Key{};
  bool IsRegular = false;
  /// What the run time reads the file by; null while no source has asked.
  std::shared_ptr<AheadOpener::Opened> Ahead{};
  Pace Reads{};
  std::shared_ptr<ReadRanges> Read{}; ///< What was read of the file.
  bool IsTold = false;                ///< The next files are learned from it.
};

class FileLearner {
public:
  /// Of the program that has the folder in /proc.
  explicit FileLearner(std::string Process = "/proc/self");

  /// A read that the program has made.
  struct Made {
    uint64_t Offset, Bytes; ///< In the file; what the program got.
    uint64_t Start, Ns;
  };

  /// Whether a source learns from reads that no slice knows of.
  static bool learns();
  /// What File is read ahead by; null if nobody does.
  static std::shared_ptr<CachedFile> readsAhead(const LearnedFile &File);
  /// Whether a source knows what comes next of the file, of which Path gives
  /// the name. IsAhead: the run time has it open.
  static bool isWanted(const LearnedFile &File, const Made &Read, bool IsAhead,
                       FunctionRef<std::string()> Path);
  /// Learns from a read. Link leads to the file by the program's descriptor;
  /// Wanted is what isWanted() said. Gives what is to be closed.
  std::shared_ptr<AheadOpener::Opened>
  learn(LearnedFile &File, const Made &Read, bool IsAhead, bool Wanted,
        const std::string &Link, FunctionRef<std::string()> Path);
  /// The program has read what the run time may have fetched.
  static void passOver(const std::shared_ptr<CachedFile> &File,
                       const Made &Read, uint64_t FileSize);
  /// The program closes the file, whose size is known if it is there still.
  void closes(LearnedFile File, std::optional<uint64_t> Size);
  void close(std::shared_ptr<AheadOpener::Opened> File) {
    Opener.close(std::move(File));
  }
  /// Whether a file that the program has closed is about to be closed here.
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
