//===- FetchedFile.h - a file for the engine ------------------------------===//
//
// The cache's mutex guards all members but the atomic members. Reads in flight
// keep the file open; queued requests do not, and are dropped at the last
// close. So are cached pages, unless the cache keeps the file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_FETCHEDFILE_H
#define FORESLICE_ENGINE_FETCHEDFILE_H

#include "engine/QueuedRequests.h"
#include "engine/Scatter.h"
#include "layout/ByteRange.h"
#include "pages/PagedFile.h"
#include "storage/FileKey.h"
#include "storage/KernelDelivery.h"
#include "storage/StoredFile.h"
#include "support/Mutex.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace foreslice {

struct FetchedFile : PagedFile, std::enable_shared_from_this<FetchedFile> {
  /// Bytes that the main thread will write in a call, as a source says.
  struct DirtyRange {
    uint64_t CallId;
    ByteRange Bytes;
    bool operator==(const DirtyRange &) const = default;
  };
  /// A write under way, or a hold, which other processes need not know.
  struct Write {
    ByteRange Bytes;
    bool Hold;
    uint64_t BeganNs = 0; ///< 0 unless the program waits for the write.
    /// A hold for writes of others: what this process writes is certain.
    bool OthersOnly = false;
    bool operator==(const Write &Other) const {
      return Bytes == Other.Bytes && Hold == Other.Hold &&
             OthersOnly == Other.OthersOnly;
    }
  };
  static constexpr size_t MostDirty = 1024; ///< Ranges of each lane.
  static constexpr uint64_t NoCall = ~uint64_t(0);

  FetchedFile(FileKey Id, std::shared_ptr<StoredFile> File, uint64_t BlockPages)
      : PagedFile(*this), Id(Id), BlockPages(BlockPages),
        Stored(std::move(File)) {
    LastSkipped.fill(NoCall);
  }

  bool closed() const { return Handles == 0; }
  /// The StoredFile for reads; null after the last close. Any thread, without
  /// the cache's mutex.
  std::shared_ptr<StoredFile> stored() const {
    MutexLock L(StoredM);
    return Stored;
  }
  /// Replaces the StoredFile for reads; gives the old.
  std::shared_ptr<StoredFile> readBy(std::shared_ptr<StoredFile> New) {
    MutexLock L(StoredM);
    return std::exchange(Stored, std::move(New));
  }
  /// Whether the program has not opened the file.
  bool isOfStorage() const { return Stored && Stored->isOfStorage(); }
  /// Whether the operating system has these bytes in memory. Unknown, and so
  /// false, of a file that only storage has open.
  bool isInSystemMemory(ByteRange Bytes) const {
    return residencyOf(Bytes) == Residency::Resident;
  }
  Residency residencyOf(ByteRange Bytes) const {
    return Stored ? Stored->residencyOf(Bytes) : Residency::Unknown;
  }
  /// Whether samples of the file are in the operating system's memory. False
  /// for an empty file. Any thread, without the cache's mutex.
  bool seemsInMemory() const;
  /// Whether a part of a page is seldom asked for again: the file has 64 MiB or
  /// more, by the size when first asked.
  bool isLarge() {
    constexpr uint64_t LeastBytes = 64u << 20;
    if (!IsLarge)
      IsLarge = Stored && Stored->size() >= LeastBytes;
    return *IsLarge;
  }
  void noteKernelNews() {
    if (const char *News = Kernel.news())
      Statistics::get().note(Stats->Path + ": " + News);
  }
  bool isBeingWritten(ByteRange Bytes) const {
    return std::ranges::any_of(
        Writes, [&](const Write &W) { return W.Bytes.overlaps(Bytes); });
  }
  /// Whether no change of these bytes is under way, but for writes of other
  /// processes: a write that begins now is certain to leave them in the file.
  bool isQuiet(ByteRange Bytes) const {
    return std::ranges::all_of(Writes, [&](const Write &W) {
      return (W.Hold && W.OthersOnly) || !W.Bytes.overlaps(Bytes);
    });
  }
  /// The last call before CallId that writes any of Bytes and is still to come
  /// for the main thread; NoCall if there is none.
  uint64_t writeBefore(LaneId Lane, uint64_t CallId, ByteRange Bytes) const;
  /// Whether a request must wait for the call After.
  bool parked(LaneId Lane, uint64_t After) const {
    return After != NoCall && !behind(Lane, After);
  }
  void expectWrite(LaneId Lane, DirtyRange R);
  /// Counts the request of a call as skipped, once for all pages.
  void countSkipped(LaneId Lane, uint64_t CallId) {
    if (LastSkipped[Lane] != CallId)
      Stats->add(Counter::RequestsSkipped);
    LastSkipped[Lane] = CallId;
  }
  /// The knowledge of the lane's source about the file has ended.
  void endLane(LaneId Lane) {
    LastSkipped[Lane] = NoCall;
    Dirty[Lane].clear();
  }

  /// Findings on kernel delivery of the file.
  KernelDelivery Kernel;
  const FileKey Id;
  /// Pages that storage keeps in one place; at least 1.
  const uint64_t BlockPages;
  /// Changes under the cache's mutex and StoredM: either is enough to read.
  std::shared_ptr<StoredFile> Stored;
  unsigned Handles = 1;
  QueuedRequests Queued;
  Scatter Asked;
  std::vector<Write> Writes; ///< Under way.
  uint64_t WriteEpoch = 0;   ///< Grows whenever a write begins or ends.
  bool IsSampled = false;    ///< seemsInMemory() was asked for this open.

private:
  std::optional<bool> IsLarge;
  mutable Mutex StoredM;
  std::array<std::deque<DirtyRange>, MostLanes> Dirty; ///< By call id.
  std::array<uint64_t, MostLanes> LastSkipped;
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_FETCHEDFILE_H
