//===- CachedFile.h - a file in the cache ---------------------------------===//
//
// Handles with the same device and inode share a CachedFile, which the cache
// makes and keeps. A holder may ask for status and read past the cache, call
// Positions.callBegins(), and look at Stats; the cache's mutex guards all else.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_CACHEDFILE_H
#define FORESLICE_CACHE_CACHEDFILE_H

#include "engine/FetchedFile.h"
#include "share/node/FileShare.h"
#include "storage/Delivery.h"

#include <optional>
#include <unordered_set>

namespace foreslice {

class CachedFile final : public FetchedFile {
public:
  CachedFile(FileKey Id, std::shared_ptr<StoredFile> File, uint64_t BlockPages,
             Delivery How = Delivery::Pool)
      : FetchedFile(Id, std::move(File), BlockPages), DeliveredBy(How) {}

  /// The delivery, constant while anybody has the file open.
  const Delivery DeliveredBy;

  /// Whether other processes of the node find fetched pages of the file.
  bool isShared() const { return Share != nullptr; }

  // Past the cache, as in StoredFile. After the last close nothing is known,
  // and nothing is read.

  bool status(struct stat &To) const {
    std::shared_ptr<StoredFile> File = stored();
    return File && File->status(To);
  }
  uint64_t size() const {
    std::shared_ptr<StoredFile> File = stored();
    return File ? File->size() : 0;
  }
  bool isResident(ByteRange Bytes) const {
    std::shared_ptr<StoredFile> File = stored();
    return File && File->isInMemory(Bytes);
  }
  /// Gives the bytes read: all of To, unless the file ends or a read fails.
  uint64_t read(std::span<std::byte> To, uint64_t Offset) const {
    std::shared_ptr<StoredFile> File = stored();
    return File ? File->read(To, Offset).Bytes : 0;
  }
  /// read() for a source; nothing after the last close, or if the program has
  /// not opened the file.
  std::optional<uint64_t> readForSource(std::span<std::byte> To,
                                        uint64_t Offset) const {
    std::shared_ptr<StoredFile> File = stored();
    if (!File || File->isOfStorage())
      return std::nullopt;
    return File->read(To, Offset).Bytes;
  }
  int descriptor() const {
    std::shared_ptr<StoredFile> File = stored();
    return File ? File->descriptor() : -1;
  }

private:
  friend class Coherence;
  friend class Demand;
  friend class DemandReads;
  friend struct DeliveryCache;
  friend class Posting;

  /// A source waits for data of a call that the main thread has come to: demand
  /// reads fill the next missed pages for both.
  void fillForSource(LaneId Lane) {
    FilledLane = Lane;
    FilledUntil = Positions.next(Lane) + CallsFilled;
  }
  bool isFilledForSource() const {
    uint64_t Now = Positions.next(FilledLane); // a lane begins anew
    return Now < FilledUntil && FilledUntil - Now <= CallsFilled;
  }

  /// Whether the operating system keeps what is written to the file; unknown
  /// until WrittenLooks is not 0.
  std::atomic<bool> SystemKeepsWritten{false};
  std::atomic<uint64_t> WrittenLooks{0}; ///< Writes that may have been kept.
  /// The writes of other processes up to here are dropped from WrittenPages.
  Mutex WrittenM;
  uint64_t WrittenSince FORESLICE_GUARDED_BY(WrittenM) = 0;
  /// Numbers of this process's handles, as in Announcement::Together. At a
  /// collective write by such a handle this process itself drops all copies.
  std::vector<uint64_t> Together FORESLICE_GUARDED_BY(WrittenM);
  /// Handles beside the first.
  std::vector<std::shared_ptr<StoredFile>> Spare;
  /// Pages fetched before the program opened the file, left to the operating
  /// system's memory, and not read yet.
  std::unordered_set<uint64_t> LeftToSystem;
  static constexpr uint64_t CallsFilled = 16;
  uint64_t FilledUntil = 0;
  LaneId FilledLane = 0;
  uint64_t LastInMemory =
      ~uint64_t(0); ///< Page that isInMemory() counted last.
  /// Owns the object of Share.
  std::unique_ptr<FileShare> OwnShare;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_CACHEDFILE_H
