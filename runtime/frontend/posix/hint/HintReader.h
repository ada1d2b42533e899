//===- HintReader.h - files that hints disclose ---------------------------===//
//
// Opens the files of hints, in their order, and hands them to the source of
// hints. On a thread of its own, so that the descriptors are none of the
// program's, and the program does not wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H
#define FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H

#include "cache/CachedFile.h"
#include "source/hint/Hint.h"
#include "source/hint/HintSource.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace foreslice {

class HintReader {
public:
  static HintReader &get();
  /// Null if nobody has asked for it.
  static HintReader *ifAny();

  /// Hints that wait to be served, at most.
  static constexpr size_t MostHints = 1 << 20;
  /// Whether hints are taken.
  static bool isWanted();
  /// Takes the hints of FORESLICE_HINTS, if that is set. Before the program
  /// reads.
  void start() FORESLICE_EXCLUDES(M);
  /// False if there are too many that were not served yet.
  bool disclose(std::vector<Hint> Hints) FORESLICE_EXCLUDES(M);
  /// The same with hints that nobody has given. Files that the operating system
  /// has in memory are left alone: the engine would learn from them that
  /// storage is fast.
  bool expect(std::vector<Hint> Hints) FORESLICE_EXCLUDES(M);
  /// Whether somebody has given hints.
  bool hasHints() const { return Given.load(std::memory_order_relaxed); }
  /// Forgets the hints of a file that were not served yet; all, if Path is
  /// empty.
  void withdraw(const std::string &Path) FORESLICE_EXCLUDES(M);
  /// The program has come to a file: forgets its hints unless some were served.
  void skip(const std::string &Path) FORESLICE_EXCLUDES(M);

  /// What the file is read ahead by; null if there is no hint of the file.
  std::shared_ptr<CachedFile> fileOf(FileKey Key) FORESLICE_EXCLUDES(M);
  /// The program closes the file.
  void closes(FileKey Key) FORESLICE_EXCLUDES(M);
  /// Whether a file is open, or about to be.
  bool isAnyOpen() FORESLICE_EXCLUDES(M);
  /// The program removes the file: has it closed by the helper queue. Whether
  /// that is still to be done, of this file or another. Waits while a file is
  /// being opened, which may be this one, for at most MostNs.
  bool removes(FileKey Key, uint64_t MostNs) FORESLICE_EXCLUDES(M);
  /// The file is gone: waits while one is being opened, for at most MostNs.
  void removed(uint64_t MostNs) FORESLICE_EXCLUDES(M);
  /// The program unmounts a file system: has the helper queue close the files
  /// that lie there.
  void unmounts(dev_t Device, uint64_t MostNs) FORESLICE_EXCLUDES(M);

private:
  static void *run(void *Self);
  void serve() FORESLICE_EXCLUDES(M);
  bool startThread() FORESLICE_REQUIRES(M);
  void finishOpening(uint64_t MostNs) FORESLICE_REQUIRES(M);
  void dropQueued(const std::string &Path) FORESLICE_REQUIRES(M);
  struct QueuedHint {
    Hint Asked;
    bool IsGiven;
  };
  bool enqueue(std::vector<Hint> Hints, bool AreGiven) FORESLICE_EXCLUDES(M);
  void serve(const QueuedHint &H) FORESLICE_EXCLUDES(M);
  std::shared_ptr<CachedFile> open(const QueuedHint &H) FORESLICE_EXCLUDES(M);
  bool isRemoved(FileKey Key) FORESLICE_EXCLUDES(M);
  std::shared_ptr<CachedFile> openNow(const QueuedHint &H)
      FORESLICE_EXCLUDES(M);
  std::shared_ptr<CachedFile> openToServe(FileKey Key) FORESLICE_EXCLUDES(M);
  void close(const std::shared_ptr<CachedFile> &File) FORESLICE_EXCLUDES(M);
  void giveUpPassed(uint64_t Order) FORESLICE_EXCLUDES(M);

  std::atomic<bool> Begun{false}; ///< start() was called.
  std::atomic<bool> Given{false};
  std::atomic<bool> Opening{false}; ///< The first of the queue; set under M.
  std::atomic<size_t> OpenFiles{0}, Closing{0};
  Mutex M;
  CondVar News, HasOpened;
  std::deque<QueuedHint> Queue FORESLICE_GUARDED_BY(M);
  size_t PathBytes FORESLICE_GUARDED_BY(M) = 0; ///< Of those in the queue.
  struct Hinted {
    std::shared_ptr<CachedFile> File;
    uint64_t Order; ///< Grows along the hints.
  };
  std::map<FileKey, Hinted> Open FORESLICE_GUARDED_BY(M);
  uint64_t Opened FORESLICE_GUARDED_BY(M) = 0; ///< Files so far.
  /// Files without hints that the program has closed since one with hints,
  /// while no further one could be opened.
  uint64_t ClosedOthers FORESLICE_GUARDED_BY(M) = 0;
  /// The file whose pages are asked for at the moment.
  std::optional<FileKey> Serving FORESLICE_GUARDED_BY(M);
  CondVar Served;
  /// What the program has removed last, or is about to: is not opened.
  std::array<FileKey, 64> Removed FORESLICE_GUARDED_BY(M){};
  size_t RemovedCount FORESLICE_GUARDED_BY(M) = 0;
  std::optional<bool> Started FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H
