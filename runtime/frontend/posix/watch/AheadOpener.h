//===- AheadOpener.h - opening a program's file once more -----------------===//
//
// On a thread of its own, so that the descriptors are none of the program's
// (support/DescriptorTable.h), and the program does not wait.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H
#define FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H

#include "cache/CachedFile.h"

#include <atomic>
#include <memory>
#include <string>

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
    std::string Link;
    FileKey Key{};
    std::shared_ptr<CachedFile> File;
    std::atomic<bool> Is{false};
  };

  /// Has the file opened that a descriptor of the program's has open, to which
  /// Link leads. Null if there is no thread for it, or too many files are open.
  std::shared_ptr<Opened> open(const std::string &Link, FileKey Key);
  /// The program reads the file no more by the descriptor.
  void close(std::shared_ptr<Opened> File);

  /// Whether a file is about to be closed.
  bool isAnyClosing() const { return Closing.load() != 0; }

private:
  static void openNow(Opened &File);

  std::atomic<size_t> OpenFiles{0}, Closing{0};
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H
