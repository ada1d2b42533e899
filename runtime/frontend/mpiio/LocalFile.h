//===- LocalFile.h - the file behind an MPI file name ---------------------===//
//
// Identifies the file that the MPI library has open, or will open by a name,
// and decides whether this process's reads are coherent with the library's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_LOCALFILE_H
#define FORESLICE_FRONTEND_MPIIO_LOCALFILE_H

#include "storage/Delivery.h"
#include "storage/EarlyFiles.h"
#include "storage/FileKey.h"
#include "storage/StoredFile.h"
#include "support/Settings.h"

#include <optional>
#include <string>
#include <utility>

namespace foreslice {

/// A name is looked up only once: each question about a file costs a request to
/// the server of a parallel file system.
class LocalFile {
public:
  /// The regular file named Name, without a ROMIO prefix ("ufs:"). None without
  /// a file, or with two possible files. Name may mean another file when MPI
  /// opens Name.
  static std::optional<LocalFile> find(const char *Name);
  /// The regular file open under Fd; none if not regular. Fd belongs to the
  /// caller, and stays open during the object's life. Path is for messages.
  static std::optional<LocalFile> of(int Fd, const char *Path);

  LocalFile(LocalFile &&Other) noexcept
      : Path(std::move(Other.Path)), Key(Other.Key), Size(Other.Size),
        BlockSize(Other.BlockSize), Fd(Other.Fd),
        OwnsFd(std::exchange(Other.OwnsFd, false)) {}
  LocalFile &operator=(LocalFile &&) = delete;
  ~LocalFile();

  /// The way of the file's data to the program, as wanted by the user. Nothing
  /// and, in Why, the reason if prefetching is not allowed.
  std::optional<Delivery> delivery(DeliveryChoice Wanted,
                                   std::string &Why) const;
  /// Opens the file for reading. On failure null and, in Why, the reason.
  std::shared_ptr<StoredFile> openForCache(Delivery How,
                                           std::string &Why) const;
  /// Who keeps what is read of the file before the program opens the file;
  /// nobody if nothing may be read. Early notes files of which the program's
  /// open must show whether they have changed.
  EarlyFiles::Keeper keeperAhead(EarlyFiles &Early) const;
  /// For a file found by name: an O_PATH descriptor, owned by the caller from
  /// now on.
  int takeDescriptor();

  std::string Path;
  FileKey Key;
  int64_t Size;       ///< At the time of the look-up.
  uint64_t BlockSize; ///< st_blksize: best size of a read in bytes.

private:
  LocalFile(std::string Path, FileKey Key, int64_t Size, uint64_t BlockSize,
            int Fd)
      : Path(std::move(Path)), Key(Key), Size(Size), BlockSize(BlockSize),
        Fd(Fd) {}
  static std::optional<LocalFile> regular(const char *Path);

  int Fd;
  bool OwnsFd = false; ///< True for an O_PATH descriptor.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_LOCALFILE_H
