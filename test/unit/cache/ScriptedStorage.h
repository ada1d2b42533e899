//===- ScriptedStorage.h - storage that a test plays ----------------------===//
//
// Reads stay with the script until the test completes them. Every byte of every
// file is a function of its offset and of the version at submission.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_SCRIPTEDSTORAGE_H
#define FORESLICE_TEST_SCRIPTEDSTORAGE_H

#include "storage/Storage.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>

namespace foreslice::test {

/// What a test and its backend share.
class Script {
public:
  struct Issued {
    uint64_t Offset;
    uint64_t Bytes;
    bool operator==(const Issued &) const = default;
  };
  static std::byte byteAt(uint64_t Offset, unsigned Version) {
    return static_cast<std::byte>((Offset * 31 + (Offset >> 12) + Version) &
                                  0xFF);
  }

  /// Waits until the engine has nothing left to do but wait; gives the reads it
  /// has issued since the last call, in order.
  std::vector<Issued> issued();
  /// Waits until the engine has looked twice more whether there is something to
  /// do, without being told.
  void lookAgain();
  /// Completes the oldest read held. Result: bytes at most, or -errno.
  void complete(std::optional<int64_t> Result = {},
                uint64_t ServiceNs = 1'000'000);
  /// Completes all that is held, and what that leads to, until nothing is.
  void completeAll(uint64_t ServiceNs = 1'000'000);

  /// Unless this was called, the engine never rests.
  void letRest();
  /// Whether the engine comes to rest.
  bool rests();

  /// From now on reads complete by themselves; for the end of a test.
  void letGo();

  /// Who hears of a read that is complete: the engine that waits in the storage
  /// of this script, or whoever the read says.
  enum class By { Storage, File };
  /// Holds a read of the engine.
  void take(StorageRead &Read, By Whom);
  /// The bytes from Offset on, Most of them; gives how many fit.
  uint64_t fill(std::span<const iovec> Buffers, uint64_t Offset, uint64_t Most);

  void setFileSize(uint64_t Bytes) { FileSize = Bytes; }
  void setVersion(unsigned V);
  /// The descriptor of the oldest read held.
  int heldFd();
  bool heldIsByPath();
  /// Files given up since the last call.
  std::vector<int> forgotten();

private:
  friend class ScriptedStorage;
  struct HeldRead {
    StorageRead *Read;
    unsigned Version;
    By Whom;
  };
  /// Reads whose askers are to be told without the mutex.
  using Told = std::vector<StorageRead *>;
  static void tell(const Told &Reads);
  void finish(std::optional<int64_t> Result, uint64_t ServiceNs, Told &Later);

  std::mutex M;
  std::condition_variable Changed;
  std::vector<HeldRead> Held;
  std::vector<StorageRead *> Finished;
  std::vector<Issued> Log;
  std::vector<int> Forgotten;
  bool Automatic = false;
  bool Waiting = false;
  bool MayRest = false;
  bool Resting = false;
  bool Woken = false;
  uint64_t Waits = 0; ///< So many have begun.
  uint64_t FileSize = uint64_t(1) << 40;
  unsigned Version = 0;
};

std::unique_ptr<Storage> makeScriptedStorage(std::shared_ptr<Script> S);
/// A backend that does not work here.
std::unique_ptr<Storage> makeBrokenStorage();

} // namespace foreslice::test

#endif // FORESLICE_TEST_SCRIPTEDSTORAGE_H
