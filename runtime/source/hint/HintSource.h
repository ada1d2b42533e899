//===- HintSource.h - reads that somebody has disclosed -------------------===//
//
// Asks for the pages of disclosed reads, in their order, as far ahead as there
// is room: what was asked for and not read takes at most half of the cache,
// whatever hints say, and half of what the budget lets be ahead where memory is
// short: more would take memory from pages that are read sooner.
// Pages that the program has passed take no room. Who opens the files hands
// them over, on a thread of its own.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_HINT_HINTSOURCE_H
#define FORESLICE_SOURCE_HINT_HINTSOURCE_H

#include "source/Source.h"
#include "support/Mutex.h"

#include <map>
#include <unordered_map>

namespace foreslice {

class HintSource final : public Source {
public:
  explicit HintSource(Posting &To) : Source(To, "hints") {}

  /// Reads of all threads.
  bool counts() const override { return true; }
  bool mayHaveAsked() const override {
    return Asked.load(std::memory_order_relaxed);
  }
  bool listens() const override { return mayHaveAsked(); }
  /// A program may do otherwise than it said.
  double confidence() const override { return 0.9; }
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool MayAsk) override;

  // On the thread that opens files:

  /// Begins to ask for pages of the file.
  void begin(CachedFile &File) FORESLICE_EXCLUDES(M);
  /// Asks for the pages of bytes that the program reads next of the file.
  /// Waits for room. False once the file has ended: nobody reads it any more.
  bool ask(CachedFile &File, ByteRange Bytes) FORESLICE_EXCLUDES(M);

  /// Forgets what was asked for of the file. Any thread.
  void end(FileKey File) FORESLICE_EXCLUDES(M);
  /// Whether the program has read something of the file that was asked for.
  bool wasRead(FileKey File) FORESLICE_EXCLUDES(M);

private:
  /// Of the lane's calls, for each that is asked for: the calls that the lane
  /// counts itself, one for each read, stay behind the next one.
  static constexpr uint64_t IdStep = 4;
  /// The program may read what was disclosed in another order: so many calls
  /// are not passed by yet.
  static constexpr uint64_t Slack = 16;
  struct Progress {
    /// Pages that were asked for and not read, with the ids of their calls.
    std::unordered_map<uint64_t, uint64_t> Ahead;
    uint64_t NextId = IdStep;
    uint64_t LastRead = 0; ///< The id of the call that the program is at.
    uint64_t LastPage = UINT64_MAX; ///< That was asked for, and read.
  };

  bool hasRoom(const CachedFile &File) FORESLICE_REQUIRES(M);
  void dropPassed() FORESLICE_REQUIRES(M);

  Mutex M;
  CondVar Room;
  std::map<FileKey, Progress> Files FORESLICE_GUARDED_BY(M);
  size_t PagesAhead FORESLICE_GUARDED_BY(M) = 0;
  std::atomic<bool> Asked{false};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_HINT_HINTSOURCE_H
