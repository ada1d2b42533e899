//===- HintSource.h - the source of disclosed reads -----------------------===//
//
// Asks for the pages of disclosed reads, in order, as far ahead as there is
// room: pages asked for and not read take at most half of the cache, whatever
// hints say, and half of the budget where memory is short: more would take
// memory from pages that are read sooner.
// Pages that the program has passed take no room. The opener of the files hands
// the files over, on its own thread.
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
  /// A program may do otherwise than disclosed.
  double confidence() const override { return 0.9; }
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &Read,
             FunctionRef<uint64_t()> FileSize, bool MayAsk) override;

  // On the thread that opens files:

  /// Begins to ask for pages of the file.
  /// IsGuessed: the program may read nothing of the file.
  void begin(CachedFile &File, bool IsGuessed = false) FORESLICE_EXCLUDES(M);
  /// Asks for the pages of Bytes, which the program reads next of the file.
  /// Waits for room. False once the file has ended: nobody reads the file any
  /// more.
  bool ask(CachedFile &File, ByteRange Bytes, bool AnyOrder = false)
      FORESLICE_EXCLUDES(M);

  /// Forgets all pages asked for of the file. Any thread.
  void end(FileKey File) FORESLICE_EXCLUDES(M);
  /// Whether the program has read any page that was asked for of the file.
  bool wasRead(FileKey File) FORESLICE_EXCLUDES(M);

private:
  /// Ids between two calls asked for: the lane counts one call for each read,
  /// and so stays behind the next call asked for.
  static constexpr uint64_t IdStep = 4;
  /// The program may read in another order than disclosed: up to Slack calls
  /// behind the latest read are not passed yet.
  static constexpr uint64_t Slack = 16;
  struct Progress {
    /// Pages asked for and not read, with the ids of their calls.
    std::unordered_map<uint64_t, uint64_t> Ahead;
    uint64_t NextId = IdStep;
    uint64_t LastRead = 0;          ///< Id of the program's current call.
    uint64_t LastPage = UINT64_MAX; ///< Last page asked for and read.
    bool IsGuessed = false;
    uint64_t PagesRead = 0; ///< Pages asked for and read.
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
