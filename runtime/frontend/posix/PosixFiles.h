//===- PosixFiles.h - files that a program reads by POSIX -----------------===//
//
// Regular files, by device and inode. The main thread says which calls it makes
// of which file, the prefetch thread opens files for its own reads. The main
// thread opens nothing: descriptors of the run time lie in a table that the
// program does not see.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_POSIXFILES_H
#define FORESLICE_FRONTEND_POSIX_POSIXFILES_H

#include "frontend/Runtime.h"
#include "source/slice/SliceExecution.h"
#include "support/Mutex.h"

#include <array>
#include <vector>

namespace foreslice {

/// Of one launch: all begins anew with the next.
struct PosixFile {
  explicit PosixFile(FileKey Key) : Key(Key) {}
  const FileKey Key;
  uint64_t Launch = 0;
  /// What the slice reads by; null while the slice has not come to the file.
  std::shared_ptr<CachedFile> Cached;
  /// Calls that the main thread has made until then.
  uint64_t Calls = 0;
  /// Where the main thread's descriptors were before their first calls.
  std::vector<std::pair<int, int64_t>> First;
  /// Calls of the slice and its scouts, by execution::runner().
  std::array<uint64_t, execution::Runners> CallIds{};
};

class PosixFiles {
public:
  // The thread that has launched a region:

  /// What a call of the program's is of.
  struct Called {
    std::shared_ptr<CachedFile> File;
    uint64_t Size = 0; ///< Of the file, in bytes.
  };
  /// A call that reads or writes Fd begins, which stands at Position, or whose
  /// offset is in the call (-1). No file if the slice has not come to it: then
  /// the call is counted here.
  Called callBegins(int Fd, int64_t Position) FORESLICE_EXCLUDES(M);

  // The prefetch thread:

  /// The regular file that Fd, in this thread's table, has open, which is taken
  /// over. Null if it is none.
  std::shared_ptr<PosixFile> open(int Fd, const std::string &Path)
      FORESLICE_EXCLUDES(M);
  /// Where the program's descriptor Fd of File was at launch; none if the
  /// program has made no call of it since.
  std::optional<int64_t> first(const PosixFile &File, int Fd)
      FORESLICE_EXCLUDES(M);
  /// The slice needs the file no more. It stays open for pages on their way.
  void closeOldest() FORESLICE_EXCLUDES(M);
  size_t openCount() FORESLICE_EXCLUDES(M);
  /// No launch is under way: lets go of all files.
  void closeAll() FORESLICE_EXCLUDES(M);

private:
  PosixFile &enter(FileKey Key, uint64_t Launch) FORESLICE_REQUIRES(M);

  Mutex M;
  std::vector<std::shared_ptr<PosixFile>> Files FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_POSIXFILES_H
