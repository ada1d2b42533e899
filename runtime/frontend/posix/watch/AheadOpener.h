//===- AheadOpener.h - opening a program's file once more -----------------===//
//
// Works on a separate thread, so the descriptors stay out of the program's
// table (support/DescriptorTable.h), and the program does not wait.
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
  /// A file open, or about to be opened, in the run time.
  class Opened {
  public:
    /// Null while the file is not open, or if opening failed.
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

  /// Has the file Key opened; Link leads to the file by a descriptor of the
  /// program. Null without a thread, or if too many files are open.
  std::shared_ptr<Opened> open(const std::string &Link, FileKey Key);
  /// The program stops reading the file by the descriptor.
  void close(std::shared_ptr<Opened> File);

  /// Whether a file is about to be closed.
  bool isAnyClosing() const { return Closing.load() != 0; }

private:
  static void openNow(Opened &File);

  std::atomic<size_t> OpenFiles{0}, Closing{0};
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_AHEADOPENER_H
