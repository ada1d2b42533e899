//===- Storage.h - how the engine reads -----------------------------------===//
//
// A backend reads by descriptor for files (StoredFile.h), and hands done reads
// back: the engine waits there. All calls but wake() come from the engine
// thread. Backends: io_uring, threads with preadv, and a script in the unit
// tests.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_STORAGE_H
#define FORESLICE_STORAGE_STORAGE_H

#include "support/Clock.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <sys/uio.h>
#include <vector>

namespace foreslice {

struct StorageRead;

/// Hears of done reads that no Storage gives back. Any thread.
class ReadAsker {
public:
  virtual void readDone(StorageRead &Read) = 0;

protected:
  ~ReadAsker() = default;
};

/// One positioned read, owned by the engine and unchanged while submitted.
struct StorageRead {
  ReadAsker *Asker = nullptr;
  /// Descriptor, for files read by descriptor.
  int Fd = -1;
  /// Fd is O_PATH: the backend opens the file, without a descriptor in the
  /// process, and keeps the file open until forget(Fd).
  bool ByPath = false;
  uint64_t Offset = 0;
  const iovec *Buffers = nullptr;
  unsigned BufferCount = 0;
  /// Set by the backend: bytes read, 0 at end of file, or -errno.
  int64_t Result = 0;
  /// Set by the backend: storage time of the read, without waiting for other
  /// reads that the backend ran before.
  uint64_t ServiceNs = 0;
  /// For the backend, between submit() and completion.
  uint64_t SubmittedNs = 0;
};

class Storage {
public:
  virtual ~Storage() = default;
  /// Takes the descriptors of start(), at low numbers for a moment: the program
  /// is in a call that may take descriptors. At most once, before start();
  /// start() works without.
  virtual void prepare(unsigned Depth) { (void)Depth; }
  /// Called once, before all others but prepare(), on the engine thread. False
  /// if the backend does not work here; nothing else is called then.
  virtual bool start(unsigned Depth) = 0;
  /// Takes a read; the backend has at most Depth reads at a time.
  virtual void submit(StorageRead &Read) = 0;
  /// Whether the backend takes reads by O_PATH. Constant once started.
  virtual bool readsByPath() const { return false; }
  /// Closes the file of PathFd; the backend has no read of the file.
  virtual void forget(int PathFd) { (void)PathFd; }
  /// Begins submitted reads, otherwise perhaps put off to wait(). False if the
  /// engine is not to rest, since a read is done already.
  virtual bool begin() { return true; }
  static constexpr uint64_t Forever = UINT64_MAX;
  /// Blocks until a read is done, wake() was called since the last return, or
  /// about MostNs have passed (0: not at all); appends done reads.
  virtual void wait(std::vector<StorageRead *> &Done, uint64_t MostNs) = 0;
  /// Makes wait() return. From any thread.
  virtual void wake() = 0;
  /// A new backend of this kind, not started. Null if there is none: this
  /// backend then stays to the end.
  virtual std::unique_ptr<Storage> another() const { return nullptr; }
};

std::unique_ptr<Storage> makeUringStorage();
std::unique_ptr<Storage> makeThreadStorage();

} // namespace foreslice

#endif // FORESLICE_STORAGE_STORAGE_H
