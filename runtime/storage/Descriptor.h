//===- Descriptor.h - files that are read by descriptor -------------------===//
//
// The run time's own descriptors of the program's files, and the rules of
// closing. Any thread may call anything.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_DESCRIPTOR_H
#define FORESLICE_STORAGE_DESCRIPTOR_H

#include "storage/StoredFile.h"
#include "support/DescriptorTable.h"
#include "support/Mutex.h"

#include <array>
#include <atomic>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace foreslice {

/// Counts the files that the cache has open and the program does not.
class UnopenedFiles {
public:
  enum Kind {
    OfStorage,
    Retired, ///< The program has closed them while a read was in flight.
  };
  static UnopenedFiles &get();
  void add(Kind Is) FORESLICE_EXCLUDES(M);
  void remove(Kind Is) FORESLICE_EXCLUDES(M);
  /// Waits until there is no file of Kinds; false if there still is after
  /// MostNs.
  bool waitForNone(std::initializer_list<Kind> Kinds, uint64_t MostNs)
      FORESLICE_EXCLUDES(M);
  /// Waits at most MostNs until the process has no file open for the cache
  /// alone. Sources have closed their files before.
  static bool letGo(uint64_t MostNs) {
    return get().waitForNone({OfStorage, Retired}, MostNs);
  }
  /// letGo() of files that were closed with a read in flight.
  static bool finishReads(uint64_t MostNs) {
    return get().waitForNone({Retired}, MostNs);
  }

private:
  Mutex M;
  CondVar Fewer;
  std::array<unsigned, 2> Counts FORESLICE_GUARDED_BY(M){}; ///< By kind.
};

/// Files that storage has open and nobody reads any more, for the engine.
class GivenUpFiles {
public:
  GivenUpFiles() = default;
  ~GivenUpFiles();
  GivenUpFiles(const GivenUpFiles &) = delete;
  GivenUpFiles &operator=(const GivenUpFiles &) = delete;
  void add(int PathFd) FORESLICE_EXCLUDES(M);
  /// Engine thread: has Disk close the files.
  void close(Storage &Disk) FORESLICE_EXCLUDES(M);

private:
  Mutex M;
  std::vector<int> PathFds FORESLICE_GUARDED_BY(M);
};

/// Unused descriptors of files on which the program has locks: closing the
/// descriptors would drop the locks.
class LockedFiles {
public:
  static LockedFiles &get();
  void add(int Number) FORESLICE_EXCLUDES(M);
  /// Closes files without a lock; gives the number of files left.
  size_t closeOthers() FORESLICE_EXCLUDES(M);

private:
  Mutex M;
  std::vector<int> Numbers FORESLICE_GUARDED_BY(M);
};

/// Moves Fd, a file of the program just opened, to a number above the program's
/// (support/DescriptorRoom.h). Fd itself where the process has fcntl locks on
/// the file. -1 stays -1. Keeps errno.
int moveFileUp(int Fd);

/// A file read by descriptor, open as long as anybody reads. A close(2) drops
/// all fcntl locks of the process on the file (POSIX.1-2017, fcntl): a
/// Descriptor closes its file only when the program closes the file, or has no
/// locks on the file. Of a file that the program has not opened, the process
/// has only an O_PATH descriptor.
class Descriptor final : public StoredFile {
public:
  explicit Descriptor(int Number) : Number(Number) {}
  /// PathFd is O_PATH, to which no locks belong. Storage opens the file by
  /// PathFd, and closes when told by GivenUp.
  Descriptor(int PathFd, std::shared_ptr<GivenUpFiles> GivenUp)
      : Number(PathFd), GivenUp(std::move(GivenUp)) {
    UnopenedFiles::get().add(UnopenedFiles::OfStorage);
  }
  ~Descriptor() override;

  bool status(struct stat &To) const override;
  std::optional<uint64_t> knownSize() const override;
  ReadResult read(std::span<iovec> Buffers, uint64_t Offset) const override;
  using StoredFile::read;
  void submit(StorageRead &Read, Storage &Disk) const override;
  Residency residencyOf(ByteRange Bytes) const override;
  bool readsForSystem() const override;
  void revalidate() const override;
  void *map(uint64_t Offset, size_t Length) const override;
  bool isOfStorage() const override { return GivenUp != nullptr; }
  /// The number stands for no file from then on, and stays taken while reads by
  /// the number may still be issued, which fail.
  void retire() const override;
  int descriptor() const override { return isHere() ? Number : -1; }
  /// The program may have locks on the file when nobody reads any more: then
  /// the file stays open.
  void mindLocks() { MindsLocks = true; }

private:
  /// Whether the number means the file to the calling thread.
  bool isHere() const { return Table == descriptor_table::current(); }
  bool isLocked() const;

  const int Number;
  bool MindsLocks = false; ///< Set before others know the object.
  const unsigned Table = descriptor_table::current(); ///< Table of Number.
  const std::shared_ptr<GivenUpFiles> GivenUp;
  /// The file could not be closed, and stays open: a later close may cost the
  /// program its locks.
  mutable std::atomic<bool> Stuck{false};
  mutable std::atomic<bool> Retired{false};
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_DESCRIPTOR_H
