//===- ProgramWatch.h - the reads of a program that has no slices ---------===//
//
// What is done with each call that foreslice/watch.h tells of: it is written
// down, where that is asked for, and the sources learn where the reads are. The
// run time opens a file for its own reads once a source knows what comes next
// of it, and reads have been slow, as long as the kernel does not keep up.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_PROGRAMWATCH_H
#define FORESLICE_FRONTEND_POSIX_WATCH_PROGRAMWATCH_H

#include "foreslice/watch.h"
#include "frontend/posix/watch/AheadOpener.h"
#include "frontend/posix/watch/KernelReadahead.h"
#include "frontend/posix/watch/NextFiles.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <array>
#include <unordered_map>

namespace foreslice {

class ProgramWatch {
public:
  ProgramWatch();
  static ProgramWatch &get();
  /// Null if nobody has asked for it.
  static ProgramWatch *ifAny();

  /// Whether there is anything to do.
  static bool isWanted();
  /// Whether that needs writes, too.
  static bool wantsWrites();
  int64_t read(const foreslice_call &Call, FunctionRef<int64_t()> Own);
  void done(const foreslice_call &Call, uint64_t Result, uint64_t Start,
            uint64_t Ns);
  void closes(int Fd);
  /// Whether a file that the program has closed is about to be closed here.
  bool isAnyClosing() const { return Opener.isAnyClosing(); }

private:
  /// What the program has open under a number.
  struct Stream {
    FileKey Key{};
    bool IsRegular = false;
    /// What the run time reads the file by; null while no source has asked.
    std::shared_ptr<AheadOpener::Opened> Ahead{};
    unsigned Reads = 0, SlowReads = 0; ///< The last few.
    KernelReadahead Kernel{};
    std::shared_ptr<ReadRanges> Read{}; ///< What was read of the file.
    bool IsTold = false;                ///< Next knows of the file.
  };
  struct Shard {
    Mutex M;
    std::unordered_map<int, Stream> Streams FORESLICE_GUARDED_BY(M);
  };

  Shard &shardOf(int Fd) {
    return Shards[static_cast<unsigned>(Fd) % Shards.size()];
  }
  Stream look(int Fd);
  std::shared_ptr<CachedFile> fileOf(const Stream &Of, int Fd, uint64_t &Size);
  static void note(const foreslice_call &Call, FileKey File, uint64_t Result,
                   uint64_t Start, uint64_t Ns);
  void learn(const foreslice_call &Call, const Stream &Of, bool IsAhead,
             uint64_t Result, uint64_t Start, uint64_t Ns);
  /// Notes a read's pace; true if the stream's file is to be open.
  static bool isToBeAhead(Stream &Of, const foreslice_call &Call,
                          uint64_t Result, uint64_t Start, uint64_t Ns);

  void tellNext(const foreslice_call &Call, Stream &Of, uint64_t Result,
                bool FromStorage);

  std::array<Shard, 16> Shards;
  AheadOpener Opener;
  NextFiles Next; ///< On the thread of HelperQueue.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_PROGRAMWATCH_H
