//===- EarlyFiles.h - files fetched before the program opens them ---------===//
//
// Pages that were fetched before the program opens the file must not hide what
// another client of the file system has written since. Coherent file systems
// see to that for pages in the operating system's memory. For other file
// systems, the server is asked before the first fetch and at the program's
// open: pages of a file that has changed in between are dropped. Where the
// operating system keeps no pages, those that the process has itself stay in
// use if the file has not changed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_EARLYFILES_H
#define FORESLICE_STORAGE_EARLYFILES_H

#include "storage/FileKey.h"
#include "storage/StoredFile.h"
#include "support/Mutex.h"

#include <atomic>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

namespace foreslice {

/// Any thread.
class EarlyFiles {
public:
  enum class Rule {
    /// The file's times must tell of each change, and somebody must keep the
    /// pages over an open.
    Checked,
    /// The user knows better.
    Trusted,
  };
  /// Who keeps pages until the program has opened the file.
  enum class Keeper {
    None,    ///< Nobody: nothing is to be fetched.
    System,  ///< The operating system.
    Process, ///< The process itself: the operating system has no pages.
  };
  /// The file of PathFd (O_PATH) is to be fetched. Waits for the server, and
  /// once for each mount for storage.
  Keeper add(int PathFd, Rule How) FORESLICE_EXCLUDES(M);
  /// Stored reads the file from now on.
  void isReadBy(FileKey Key, const std::shared_ptr<StoredFile> &Stored)
      FORESLICE_EXCLUDES(M);

  /// Pages of a file that were fetched before the program opened the file.
  class EarlyPages {
  public:
    EarlyPages() = default;
    EarlyPages(EarlyPages &&) = default;
    EarlyPages &operator=(EarlyPages &&) = delete;
    ~EarlyPages() { drop(); }
    /// Whether the file has changed since.
    bool areOld() const { return File != nullptr; }
    /// Whether the process has pages, and the file has not changed since.
    bool areKept() const { return Kept; }
    /// Waits for reads under way, a second at most, and drops old pages from
    /// the operating system's memory. No new read may begin meanwhile.
    void drop();

  private:
    friend class EarlyFiles;
    bool Kept = false;
    std::shared_ptr<StoredFile> File;
    std::vector<std::weak_ptr<StoredFile>> Readers;
  };
  /// The program has opened the file of Fd, which may be O_PATH. Asks the
  /// server if there are early pages, and forgets the file.
  EarlyPages opened(int Fd) FORESLICE_EXCLUDES(M);
  /// False: opened() has nothing to say of any file.
  bool hasAny() const { return HasAny.load(std::memory_order_relaxed); }

private:
  /// What the server says of a file.
  struct Status {
    FileKey Key{};
    uint64_t Size = 0;
    timespec Written{}, Changed{}; ///< st_mtim, st_ctim.
  };
  struct Early {
    Status Before; ///< The first fetch.
    Keeper KeptBy;
    std::vector<std::weak_ptr<StoredFile>> Readers;
  };
  /// Files that the program does not open stay here. Beyond, no file is fetched
  /// early.
  static constexpr size_t Most = 1024;

  static bool ask(int Fd, Status &To);
  static bool mayHideChanges(const Status &S);

  Mutex M;
  std::map<FileKey, Early> Files FORESLICE_GUARDED_BY(M);
  std::atomic<bool> HasAny{false};
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_EARLYFILES_H
