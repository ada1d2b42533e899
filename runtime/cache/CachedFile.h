//===- CachedFile.h - a file as the cache knows it ------------------------===//
//
// Handles that name the same device and inode share one. PageCache makes and
// keeps them. A holder may call descriptor() and Positions.callBegins() and
// look at Stats; the cache's mutex guards all else.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_CACHEDFILE_H
#define FORESLICE_CACHE_CACHEDFILE_H

#include "engine/FetchedFile.h"
#include "share/node/FileShare.h"
#include "storage/Delivery.h"

#include <sys/stat.h>
#include <unordered_set>

namespace foreslice {

class CachedFile final : public FetchedFile {
public:
  CachedFile(FileKey Id, std::shared_ptr<Descriptor> Fd, uint64_t BlockPages,
             Delivery By = Delivery::Pool)
      : FetchedFile(Id, std::move(Fd), BlockPages), DeliveredBy(By),
        FdNumber(this->Fd->Number), Table(descriptor_table::current()) {}

  /// For as long as anybody has the file open.
  const Delivery DeliveredBy;

  /// The run time's own read-only descriptor, for direct reads of the main
  /// thread; -1 after the last close, and where it means nothing to the thread.
  int descriptor() const {
    return Table == descriptor_table::current()
               ? FdNumber.load(std::memory_order_relaxed)
               : -1;
  }

  /// Of the file at the moment, in bytes; 0 where descriptor() is none.
  uint64_t size() const {
    struct stat S;
    return fstat(descriptor(), &S) == 0 ? static_cast<uint64_t>(S.st_size) : 0;
  }

private:
  friend class PageCache;
  friend struct DeliveryCache;

  void readBy(std::shared_ptr<Descriptor> New) {
    Fd = std::move(New);
    FdNumber.store(Fd->Number, std::memory_order_relaxed);
  }
  /// A source waits for data of a call that the main thread has come to: what
  /// that misses next is read for both.
  void fillForSource(LaneId Lane) {
    FilledLane = Lane;
    FilledUntil = Positions.next(Lane) + CallsFilled;
  }
  bool isFilledForSource() const {
    uint64_t Now = Positions.next(FilledLane); // a lane begins anew
    return Now < FilledUntil && FilledUntil - Now <= CallsFilled;
  }

  std::atomic<int> FdNumber;
  const unsigned Table; ///< That FdNumber is of.
  /// Of handles beside the first.
  std::vector<std::shared_ptr<Descriptor>> Spare;
  /// Pages fetched before the program opened the file, which the program is to
  /// find in the operating system's memory, and has not read yet.
  std::unordered_set<uint64_t> LeftToSystem;
  static constexpr uint64_t CallsFilled = 16;
  uint64_t FilledUntil = 0;
  LaneId FilledLane = 0;
  uint64_t LastInMemory =
      ~uint64_t(0); ///< Page that isInMemory() counted last.
  /// What Share points to.
  std::unique_ptr<FileShare> OwnShare;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_CACHEDFILE_H
