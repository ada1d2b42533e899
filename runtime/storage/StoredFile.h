//===- StoredFile.h - a file as storage has it ----------------------------===//
//
// All that the run time asks of a file's bytes: size and identity, one read,
// many reads at once, and residency in the operating system's memory. Code that
// opens a file chooses the class, and so the backend; no other code knows
// whether there is a descriptor. docs/extending.md says what a further backend
// writes.
//
// Any thread may call anything.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_STOREDFILE_H
#define FORESLICE_STORAGE_STOREDFILE_H

#include "layout/ByteRange.h"
#include "storage/Residency.h"
#include "support/ReadFully.h"

#include <optional>
#include <sys/stat.h>

namespace foreslice {

class Storage;
struct StorageRead;

class StoredFile {
public:
  StoredFile() = default;
  StoredFile(const StoredFile &) = delete;
  StoredFile &operator=(const StoredFile &) = delete;
  virtual ~StoredFile() = default;

  /// As fstat(2): the size, the device and the inode, which are the identity,
  /// and st_ctim, which changes with the bytes. False if unknown.
  virtual bool status(struct stat &To) const = 0;
  /// Size in bytes at the moment; 0 if status() fails.
  uint64_t size() const {
    struct stat S;
    return status(S) ? static_cast<uint64_t>(S.st_size) : 0;
  }

  /// The size, perhaps from before: asks no server. None if unknown.
  virtual std::optional<uint64_t> knownSize() const {
    struct stat S;
    return status(S) ? std::optional(static_cast<uint64_t>(S.st_size))
                     : std::nullopt;
  }

  /// Reads from Offset on into Buffers until the buffers are full, the file
  /// ends, or a read fails. Changes Buffers.
  virtual ReadResult read(std::span<iovec> Buffers, uint64_t Offset) const = 0;
  ReadResult read(std::span<std::byte> Buffer, uint64_t Offset) const {
    iovec Whole{Buffer.data(), Buffer.size()};
    return read({&Whole, 1}, Offset);
  }
  /// Begins a read; the engine has many under way at once. Either the call
  /// gives the read to Disk, by a descriptor, and Disk gives the read back, or
  /// the backend calls Read.Asker->readDone(), on any thread, in this call or
  /// later.
  virtual void submit(StorageRead &Read, Storage &Disk) const = 0;

  /// Whether a read of these bytes, at least one, would come from the memory of
  /// the operating system. Waits for nothing.
  virtual Residency residencyOf(ByteRange Bytes) const {
    (void)Bytes;
    return Residency::Unknown;
  }
  /// False where unknown.
  bool isInMemory(ByteRange Bytes) const {
    return residencyOf(Bytes) == Residency::Resident;
  }
  /// The engine is to read the file into the memory of the operating system,
  /// which shall read no more by itself. False if nothing is kept there.
  virtual bool readsForSystem() const { return false; }
  /// Makes all data cached between here and a server current.
  virtual void revalidate() const {}
  /// The bytes in the memory of the process, read-only and shared, as by
  /// mmap(2); null where mapping is impossible.
  virtual void *map(uint64_t Offset, size_t Length) const {
    (void)Offset, (void)Length;
    return nullptr;
  }

  /// Whether only the backend has opened the file, and not the program: then
  /// only status() and submit() work.
  virtual bool isOfStorage() const { return false; }
  /// Nobody is to read any more; reads under way may fail: the process lets go
  /// of the file at once.
  virtual void retire() const {}
  /// For system calls without a method here; -1 where there is no descriptor,
  /// or where the number means nothing to the thread.
  virtual int descriptor() const { return -1; }
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_STOREDFILE_H
