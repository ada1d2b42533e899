//===- Passthrough.h - the file system's operations -----------------------===//
//
// Hands every call of the mounted tree on to a backing directory, and the
// replies of reads (and of writes, if asked) to the DelayQueue. Metadata is
// answered at once. File locks have no operation here on purpose: the kernel
// then keeps locks, which is right on one machine.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_PASSTHROUGH_H
#define FORESLICE_DRIVER_SLOWFS_PASSTHROUGH_H

#include "DelayQueue.h"

#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>

#include <memory>
#include <string>

namespace slowfs {

struct FileSystemOptions {
  std::string Backing;
  bool KernelCache = false; ///< Else direct_io: every read comes to us.
  bool DropsAtOpen = false; ///< No keep_cache, as libfuse has it by default.
  bool KeepsOld = false;    ///< The kernel's pages stay when the times change.
  uint64_t BlockBytes = 4096; ///< st_blksize of all files.
};

class FileSystem {
public:
  /// Throws std::system_error if the backing directory cannot be opened.
  FileSystem(const FileSystemOptions &O, DelayQueue &Queue);
  ~FileSystem();
  static const fuse_lowlevel_ops &operations();

  struct State;
  std::unique_ptr<State> S; ///< The session's user data.
};

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_PASSTHROUGH_H
