//===- UringFiles.h - files that only the ring has open -------------------===//
//
// The kernel opens a file straight into the ring's own table: the process has
// no descriptor of it, so that closing it costs the process none of its fcntl
// locks on the file, which any close(2) of a descriptor does (POSIX.1-2017,
// fcntl). Files are named by an O_PATH descriptor, to which no locks belong.
//
// The engine thread's own.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_URINGFILES_H
#define FORESLICE_STORAGE_URINGFILES_H

#include "storage/Storage.h"

#include <array>
#include <liburing.h>
#include <string>

namespace foreslice {

class UringFiles {
public:
  /// Open at a time. Each may take one more entry of the submission queue.
  static constexpr unsigned Most = 64;

  void start(io_uring &U);
  /// False where the kernel has no such tables (before Linux 5.19).
  bool works() const { return Ring != nullptr; }

  enum class Known {
    Open,    ///< Number is its place in the ring's table.
    Opening, ///< The read is given back by opened().
    Failed   ///< Number is -errno.
  };
  struct Place {
    Known Is;
    int Number;
  };
  /// Where the file is that a read by path is of. The first read of a file has
  /// the ring open it.
  Place placeOf(StorageRead &Read);

  /// Whether a completion's data are those of an open.
  static bool isOpen(const void *Data);
  /// A file was opened, or -errno: the reads that waited for that.
  std::vector<StorageRead *> opened(void *Data, int Result);
  /// Whether any file is being opened.
  bool isOpening() const;
  /// See Storage::forget.
  void forget(int PathFd);

private:
  struct File {
    int PathFd = -1; ///< -1: the place is free.
    Known Is = Known::Opening;
    int Error = 0;
    std::string Name; ///< For the open; the kernel reads it later.
    std::vector<StorageRead *> Waiting;
  };
  File *find(int PathFd);
  void beginOpen(File &F);
  int numberOf(const File &F) const;

  io_uring *Ring = nullptr;
  std::array<File, Most> Files;
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_URINGFILES_H
