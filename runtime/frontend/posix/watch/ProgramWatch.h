//===- ProgramWatch.h - the reads of a program without slices -------------===//
//
// Handles each call told by foreslice/watch.h: writes the call down, if asked
// for, and tells the sources the place of the read.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_PROGRAMWATCH_H
#define FORESLICE_FRONTEND_POSIX_WATCH_PROGRAMWATCH_H

#include "foreslice/watch.h"
#include "frontend/posix/watch/FileLearner.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <array>
#include <atomic>
#include <unordered_map>

namespace foreslice {

class ProgramWatch {
public:
  static ProgramWatch &get();
  /// Null if never asked for.
  static ProgramWatch *ifAny();

  /// Whether any call is to be handled.
  static bool isWanted();
  /// Whether writes are to be handled, too.
  static bool wantsWrites();
  int64_t read(const foreslice_call &Call, FunctionRef<int64_t()> PlainCall);
  void done(const foreslice_call &Call, uint64_t Result, uint64_t Start,
            uint64_t Ns);
  void closes(int Fd);
  /// Stops reading files ahead by learning.
  void stopLearning() { IsLearning.store(false, std::memory_order_relaxed); }
  /// Whether a file closed by the program is about to be closed here.
  bool isAnyClosing() const { return Learner.isAnyClosing(); }

private:
  struct Shard {
    Mutex M;
    std::unordered_map<int, LearnedFile> Streams FORESLICE_GUARDED_BY(M);
  };

  Shard &shardOf(int Fd) {
    return Shards[static_cast<unsigned>(Fd) % Shards.size()];
  }
  LearnedFile look(int Fd);
  std::shared_ptr<CachedFile> fileOf(const LearnedFile &File, int Fd,
                                     uint64_t &Size);
  static void note(const foreslice_call &Call, FileKey File, uint64_t Result,
                   uint64_t Start, uint64_t Ns);
  void learn(int Fd, const LearnedFile &File, bool IsAhead,
             const FileLearner::Made &Read);

  std::array<Shard, 16> Shards;
  FileLearner Learner;
  std::atomic<bool> IsLearning{true};
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_PROGRAMWATCH_H
