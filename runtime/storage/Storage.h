//===- Storage.h - how the engine reads -----------------------------------===//
//
// A backend reads by descriptor what files submit to it (StoredFile.h), and
// hands it back when it is done: the engine waits there. All calls but wake()
// come from the engine thread. Backends: io_uring, threads with preadv, and a
// script in the unit tests.
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

/// Hears of reads that no Storage gives back. Any thread.
class ReadAsker {
public:
  virtual void readDone(StorageRead &Read) = 0;

protected:
  ~ReadAsker() = default;
};

/// One positioned read, owned by the engine and unchanged while submitted.
struct StorageRead {
  ReadAsker *Asker = nullptr;
  /// Of files that are read by descriptor.
  int Fd = -1;
  /// Fd is O_PATH: the backend opens the file that it stands for, in a way that
  /// gives the process no descriptor of it, and keeps it until forget(Fd).
  bool ByPath = false;
  uint64_t Offset = 0;
  const iovec *Buffers = nullptr;
  unsigned BufferCount = 0;
  /// Set by the backend: bytes read, 0 at end of file, or -errno.
  int64_t Result = 0;
  /// Set by the backend: how long storage took for this read, without the time
  /// that it waited for others that the backend ran one after the other.
  uint64_t ServiceNs = 0;
  /// The backend's own, between submit() and completion.
  uint64_t SubmittedNs = 0;
};

class Storage {
public:
  virtual ~Storage() = default;
  /// Takes the descriptors that start() needs, which would otherwise have low
  /// numbers for a moment in which the program opens something: the program is
  /// in a call that may take descriptors. At most once, before start(); start()
  /// works without.
  virtual void prepare(unsigned Depth) { (void)Depth; }
  /// Called once, before all others but prepare(), on the engine thread. False
  /// if the backend does not work here; nothing else is called then.
  virtual bool start(unsigned Depth) = 0;
  /// Takes a read; at most Depth are with the backend at a time.
  virtual void submit(StorageRead &Read) = 0;
  /// Whether it takes reads by O_PATH. Does not change once started.
  virtual bool readsByPath() const { return false; }
  /// Closes what it opened by PathFd; none of its reads is with the backend.
  virtual void forget(int PathFd) { (void)PathFd; }
  /// Has what was submitted begin, which may else be put off to wait(). False
  /// if the engine is not to rest, since some of it is done already.
  virtual bool begin() { return true; }
  static constexpr uint64_t Forever = UINT64_MAX;
  /// Blocks until a read is done, wake() was called since the last return, or
  /// about MostNs have passed, at once if that is 0; appends what is done.
  virtual void wait(std::vector<StorageRead *> &Done, uint64_t MostNs) = 0;
  /// Makes wait() return. From any thread.
  virtual void wake() = 0;
  /// One more of this kind, which is not started. Null if there is none: then
  /// this one stays to the end.
  virtual std::unique_ptr<Storage> another() const { return nullptr; }
};

std::unique_ptr<Storage> makeUringStorage();
std::unique_ptr<Storage> makeThreadStorage();

} // namespace foreslice

#endif // FORESLICE_STORAGE_STORAGE_H
