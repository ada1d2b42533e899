//===- MemoryFile.h - a file that is no file ------------------------------===//
//
// A backend of its own: the bytes are those of a Script, and no descriptor
// stands for them. Reads of the engine stay with the script until the test
// completes them, with an error if the test wants one; plain reads are answered
// at once.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_MEMORYFILE_H
#define FORESLICE_TEST_MEMORYFILE_H

#include "ScriptedStorage.h"
#include "storage/StoredFile.h"

#include <atomic>
#include <set>

namespace foreslice::test {

class MemoryFile final : public StoredFile {
public:
  /// As many Bytes are there for plain reads.
  explicit MemoryFile(std::shared_ptr<Script> Disk, uint64_t Bytes = 0)
      : Disk(std::move(Disk)), Bytes(Bytes) {}

  bool status(struct stat &To) const override;
  ReadResult read(std::span<iovec> Buffers, uint64_t Offset) const override;
  using StoredFile::read;
  void submit(StorageRead &Read, Storage &) const override {
    Disk->take(Read, Script::By::File);
  }
  Residency residencyOf(ByteRange Range) const override;
  void retire() const override { Retired = true; }

  /// The operating system has the page from now on, or no more.
  void keep(uint64_t Page);
  void evict(uint64_t Page);
  /// Plain reads fail by this errno; 0: no more.
  void fail(int Errno) { Error = Errno; }
  bool isRetired() const { return Retired; }

private:
  static constexpr uint64_t PageSize = 4096;
  const std::shared_ptr<Script> Disk;
  const uint64_t Bytes;
  std::atomic<int> Error{0};
  mutable std::atomic<bool> Retired{false};
  mutable std::mutex M;
  std::set<uint64_t> Kept;
};

/// Whether this run of the tests is to have no descriptor of a file:
/// FORESLICE_TEST_FILES=memory.
bool filesAreInMemory();
/// A file of no bytes of its own, for tests of which Disk answers all reads: in
/// memory, or /dev/null.
std::shared_ptr<StoredFile> scriptedFile(const std::shared_ptr<Script> &Disk);

} // namespace foreslice::test

#endif // FORESLICE_TEST_MEMORYFILE_H
