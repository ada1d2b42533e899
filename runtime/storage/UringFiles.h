//===- UringFiles.h - files that only the ring has open -------------------===//
//
// The kernel opens a file straight into the ring's own table: the process has
// no descriptor, so that closing the file costs the process no fcntl locks, as
// any close(2) of a descriptor does (POSIX.1-2017, fcntl). Files are named by
// an O_PATH descriptor, to which no locks belong. Used by the engine thread
// alone.
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
  /// Most open files. Each may take one more entry of the submission queue.
  static constexpr unsigned Most = 64;

  void start(io_uring &U);
  /// False where the kernel has no file tables of rings (before Linux 5.19).
  bool works() const { return Ring != nullptr; }

  enum class Known {
    Open,    ///< Number is the place in the ring's table.
    Opening, ///< The read is given back by opened().
    Failed   ///< Number is -errno.
  };
  struct Place {
    Known Is;
    int Number;
  };
  /// The place of the file of a read by path. The first read of a file has the
  /// ring open the file.
  Place placeOf(StorageRead &Read);

  /// Whether a completion with Data is the completion of an open.
  static bool isOpen(const void *Data);
  /// A file was opened, or -errno: gives the reads that waited.
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
    std::string Name; ///< For the open; the kernel reads the name later.
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
