//===- HintReader.h - the files of hints ----------------------------------===//
//
// Opens the files of hints, in order, and hands the files to the source of
// hints. Works on a separate thread, so the descriptors stay out of the
// program's table, and the program does not wait.
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
  /// Null if never asked for.
  static HintReader *ifAny();

  /// Most hints waiting to be served.
  static constexpr size_t MostHints = 1 << 20;
  /// Whether hints are taken.
  static bool isWanted();
  /// Takes the hints of FORESLICE_HINTS, if set. Before the program reads.
  void start() FORESLICE_EXCLUDES(M);
  /// False if too many hints wait to be served.
  bool disclose(std::vector<Hint> Hints) FORESLICE_EXCLUDES(M);
  /// Takes hints that the run time expects, not given by anybody. Skips files
  /// in the operating system's memory: from such files the engine would learn
  /// of a fast storage.
  bool expect(std::vector<Hint> Hints) FORESLICE_EXCLUDES(M);
  /// Whether somebody has given hints.
  bool hasHints() const { return Given.load(std::memory_order_relaxed); }
  /// Forgets the unserved hints of a file; of all files, if Path is empty.
  void withdraw(const std::string &Path) FORESLICE_EXCLUDES(M);
  /// The program has come to a file: forgets the file's hints, unless some were
  /// served.
  void skip(const std::string &Path) FORESLICE_EXCLUDES(M);

  /// The cached file of the hints; null without a hint of the file.
  std::shared_ptr<CachedFile> fileOf(FileKey Key) FORESLICE_EXCLUDES(M);
  /// The program closes the file.
  void closes(FileKey Key) FORESLICE_EXCLUDES(M);
  /// Whether a file is open, or about to be.
  bool isAnyOpen() FORESLICE_EXCLUDES(M);
  /// The program removes the file: the helper queue closes the file. True while
  /// the queue has any file to close. Waits at most MostNs while a file is
  /// being opened, possibly the removed file.
  bool removes(FileKey Key, uint64_t MostNs) FORESLICE_EXCLUDES(M);
  /// The file is gone: waits while a file is being opened, for at most MostNs.
  void removed(uint64_t MostNs) FORESLICE_EXCLUDES(M);
  /// The program unmounts a file system: the helper queue closes the files of
  /// the file system.
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
  size_t PathBytes FORESLICE_GUARDED_BY(M) = 0; ///< Of paths in the queue.
  struct Hinted {
    std::shared_ptr<CachedFile> File;
    uint64_t Order; ///< Grows along the hints.
  };
  std::map<FileKey, Hinted> Open FORESLICE_GUARDED_BY(M);
  uint64_t Opened FORESLICE_GUARDED_BY(M) = 0; ///< Files so far.
  /// Files without hints closed by the program since the last file with hints,
  /// while no further file could be opened.
  uint64_t ClosedOthers FORESLICE_GUARDED_BY(M) = 0;
  /// The file with pages being asked for.
  std::optional<FileKey> Serving FORESLICE_GUARDED_BY(M);
  CondVar Served;
  /// Files lately removed by the program, or soon: not to be opened.
  std::array<FileKey, 64> Removed FORESLICE_GUARDED_BY(M){};
  size_t RemovedCount FORESLICE_GUARDED_BY(M) = 0;
  std::optional<bool> Started FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_HINT_HINTREADER_H
