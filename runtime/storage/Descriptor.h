//===- Descriptor.h - files that are read by descriptor -------------------===//
//
// The run time's own descriptors of the program's files, and who closes them
// when. Any thread may call anything.
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

/// Counts the files that the cache has open and the program has not.
class UnopenedFiles {
public:
  enum Kind {
    OfStorage,
    Retired, ///< The program has closed them while a read was in flight.
  };
  static UnopenedFiles &get();
  void add(Kind Is) FORESLICE_EXCLUDES(M);
  void remove(Kind Is) FORESLICE_EXCLUDES(M);
  /// Waits until there is none of these; false if there are still some after
  /// MostNs.
  bool waitForNone(std::initializer_list<Kind> Kinds, uint64_t MostNs)
      FORESLICE_EXCLUDES(M);
  /// Waits until the process has no file open for the cache's sake that the
  /// program has not open, for at most MostNs. Sources have closed theirs.
  static bool letGo(uint64_t MostNs) {
    return get().waitForNone({OfStorage, Retired}, MostNs);
  }
  /// The same of the files that were closed with a read in flight.
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
  /// Engine thread: By, which has them open, closes them.
  void close(Storage &Disk) FORESLICE_EXCLUDES(M);

private:
  Mutex M;
  std::vector<int> PathFds FORESLICE_GUARDED_BY(M);
};

/// Descriptors that nobody reads by any more, of files on which the program has
/// locks: closing them would drop these.
class LockedFiles {
public:
  static LockedFiles &get();
  void add(int Number) FORESLICE_EXCLUDES(M);
  /// Closes those on which there is no lock any more; gives how many are left.
  size_t closeOthers() FORESLICE_EXCLUDES(M);

private:
  Mutex M;
  std::vector<int> Numbers FORESLICE_GUARDED_BY(M);
};

/// Gives Fd, by which a file of the program's was just opened, a number that
/// the program does not come to (support/DescriptorRoom.h). Fd itself where the
/// process has fcntl locks on the file. -1 stays -1. Keeps errno.
int moveFileUp(int Fd);

/// A file that a descriptor reads, for as long as anybody reads. Closing it
/// drops all of the process's fcntl locks on it (POSIX.1-2017, fcntl), whoever
/// took them: a descriptor lets go of its file only when the program closes the
/// same file, or has no such locks, and one of a file that the program has not
/// opened never names it.
class Descriptor final : public StoredFile {
public:
  explicit Descriptor(int Number) : Number(Number) {}
  /// PathFd is O_PATH, to which no locks belong. Storage opens the file by it,
  /// and gives it up when told by GivenUp.
  Descriptor(int PathFd, std::shared_ptr<GivenUpFiles> GivenUp)
      : Number(PathFd), GivenUp(std::move(GivenUp)) {
    UnopenedFiles::get().add(UnopenedFiles::OfStorage);
  }
  ~Descriptor() override;

  bool status(struct stat &To) const override;
  ReadResult read(std::span<iovec> Buffers, uint64_t Offset) const override;
  using StoredFile::read;
  void submit(StorageRead &Read, Storage &Disk) const override;
  Residency residencyOf(ByteRange Bytes) const override;
  bool readsForSystem() const override;
  void revalidate() const override;
  void *map(uint64_t Offset, size_t Length) const override;
  bool isOfStorage() const override { return GivenUp != nullptr; }
  /// The number stands for no file from then on, and is nobody else's while
  /// reads may still be issued by it; they fail.
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
  bool MindsLocks = false; ///< Set before others know of this.
  const unsigned Table = descriptor_table::current(); ///< That Number is of.
  const std::shared_ptr<GivenUpFiles> GivenUp;
  /// The file could not be let go of, and stays open: closing it at another
  /// time may cost the program its locks.
  mutable std::atomic<bool> Stuck{false};
  mutable std::atomic<bool> Retired{false};
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_DESCRIPTOR_H
