//===- LocalFile.h - the file behind an MPI file name ---------------------===//
//
// Says what the file is that the MPI library has open, or will open by a name,
// and whether this process's own reads of it are coherent with the library's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_LOCALFILE_H
#define FORESLICE_FRONTEND_MPIIO_LOCALFILE_H

#include "storage/Delivery.h"
#include "storage/FileKey.h"
#include "storage/StoredFile.h"
#include "support/Settings.h"

#include <optional>
#include <string>
#include <utility>

namespace foreslice {

/// The name is looked up once: each question about a file costs a way to the
/// server of a parallel file system.
class LocalFile {
public:
  /// The regular file that Name stands for, without a ROMIO prefix ("ufs:").
  /// None if there is none, or two that it may stand for. By the time that MPI
  /// opens Name it may stand for another file.
  static std::optional<LocalFile> find(const char *Name);
  /// The regular file that Fd has open; None if that is none. Fd stays the
  /// caller's, and open for as long as this lives. Path is for messages.
  static std::optional<LocalFile> of(int Fd, const char *Path);

  LocalFile(LocalFile &&Other) noexcept
      : Path(std::move(Other.Path)), Key(Other.Key), Size(Other.Size),
        BlockSize(Other.BlockSize), Fd(Other.Fd),
        OwnsFd(std::exchange(Other.OwnsFd, false)) {}
  LocalFile &operator=(LocalFile &&) = delete;
  ~LocalFile();

  /// How its data may reach the program, where the user wants it so. Nothing
  /// and, in Why, the reason if they may not be prefetched.
  std::optional<Delivery> delivery(DeliveryChoice Wanted,
                                   std::string &Why) const;
  /// Opens it for reading. On failure null and, in Why, the reason why it is
  /// not cached.
  std::shared_ptr<StoredFile> openForCache(Delivery How,
                                           std::string &Why) const;
  /// Whether it may be read before the program opens it: what is read then is
  /// dropped, and stays in the memory of the operating system, which shows all
  /// writes from then on.
  bool isFetchedAhead() const;
  /// Of a file that was found by its name: an O_PATH descriptor, which is the
  /// caller's from now on.
  int takeDescriptor();

  std::string Path;
  FileKey Key;
  int64_t Size;       ///< When it was found.
  uint64_t BlockSize; ///< st_blksize: bytes that are best read at once.

private:
  LocalFile(std::string Path, FileKey Key, int64_t Size, uint64_t BlockSize,
            int Fd)
      : Path(std::move(Path)), Key(Key), Size(Size), BlockSize(BlockSize),
        Fd(Fd) {}
  static std::optional<LocalFile> regular(const char *Path);

  int Fd;
  bool OwnsFd = false; ///< It is O_PATH then.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_LOCALFILE_H
