//===- LocalFile.h - the file behind an MPI file name ---------------------===//
//
// Finds the POSIX file that MPI_File_open opened, and says whether this
// process's own reads of it are coherent with the MPI library's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MPIIO_LOCALFILE_H
#define FORESLICE_MPIIO_LOCALFILE_H

#include "cache/PageCache.h"

#include <optional>
#include <string>
#include <utility>

namespace foreslice {

/// The name is looked up once: each question about a file costs a way to the
/// server of a parallel file system.
class LocalFile {
public:
  /// The regular file that Name stands for, without a ROMIO prefix ("ufs:").
  /// None if there is none, or two that it may stand for.
  static std::optional<LocalFile> find(const char *Name);

  LocalFile(LocalFile &&Other) noexcept
      : Path(std::move(Other.Path)), Key(Other.Key), Size(Other.Size),
        BlockSize(Other.BlockSize), Fd(std::exchange(Other.Fd, -1)) {}
  LocalFile &operator=(LocalFile &&) = delete;
  ~LocalFile();

  /// Opens it for reading. On failure -1 and, in Why, the reason why it is not
  /// cached.
  int openForCache(std::string &Why) const;
  /// Stands for the file in fstat(2) and the like, but cannot be read.
  int descriptor() const { return Fd; }

  std::string Path;
  CachedFile::Key Key;
  int64_t Size;       ///< When it was found.
  uint64_t BlockSize; ///< st_blksize: bytes that are best read at once.

private:
  LocalFile(std::string Path, CachedFile::Key Key, int64_t Size,
            uint64_t BlockSize, int Fd)
      : Path(std::move(Path)), Key(Key), Size(Size), BlockSize(BlockSize),
        Fd(Fd) {}
  static std::optional<LocalFile> regular(const char *Path);

  int Fd; ///< O_PATH
};

} // namespace foreslice

#endif // FORESLICE_MPIIO_LOCALFILE_H
