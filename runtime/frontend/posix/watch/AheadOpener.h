//===- AheadOpener.h - opening a program's file once more -----------------===//
//
// On a thread of its own, so that the descriptors are none of the program's
// (support/DescriptorTable.h), and the program does not wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H
#define FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H

#include "cache/CachedFile.h"
#include "support/Mutex.h"

#include <atomic>
#include <deque>
#include <memory>
#include <pthread.h>

namespace foreslice {

class AheadOpener {
public:
  /// A file that the run time has open, or is about to open.
  class Opened {
  public:
    /// Null as long as the file is not open, and if it cannot be opened.
    std::shared_ptr<CachedFile> file() const {
      return Is.load(std::memory_order_acquire) ? File : nullptr;
    }

  private:
    friend class AheadOpener;
    int Fd = -1;
    FileKey Key{};
    std::shared_ptr<CachedFile> File;
    std::atomic<bool> Is{false};
  };

  /// Has the file opened that the program's descriptor Fd has open. Null if
  /// there is no thread for it, or too many files are open.
  std::shared_ptr<Opened> open(int Fd, FileKey Key) FORESLICE_EXCLUDES(M);
  /// The program reads the file no more by the descriptor.
  void close(std::shared_ptr<Opened> File) FORESLICE_EXCLUDES(M);

private:
  struct Work {
    std::shared_ptr<Opened> On;
    bool Closes;
  };

  static void *run(void *Self);
  void serve();
  static void openNow(Opened &File);
  bool post(Work W) FORESLICE_EXCLUDES(M);

  Mutex M;
  CondVar Posted;
  std::deque<Work> Queue FORESLICE_GUARDED_BY(M);
  size_t OpenFiles FORESLICE_GUARDED_BY(M) = 0;
  std::optional<bool> Started FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H
