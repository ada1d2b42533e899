//===- WriteScope.h - writes under way ------------------------------------===//
//
// A write of the program, from its begin to its end, as the cache is told.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_WRITESCOPE_H
#define FORESLICE_FRONTEND_MPIIO_WRITESCOPE_H

#include "cache/Coherence.h"
#include "frontend/mpiio/RecordedCall.h"
#include "frontend/mpiio/StartedWrites.h"

#include <memory>
#include <optional>

namespace foreslice {

/// Where a write goes to. Nothing if unknown, or if nobody asks.
using WritePlace = std::optional<Access>;

/// The smallest range with all bytes of a write; the whole file if unknown.
inline ByteRange rangeOf(const WritePlace &Where) {
  return Where && Where->Length != 0 ? Where->range() : ByteRange{};
}

/// What the cache is told of a write.
struct WriteTold {
  ByteRange Range; ///< That may change.
  PageSharing::Announcement Given;
  /// All ranks with the job file of this number write, and hold the range until
  /// the next sync.
  uint64_t ByAll = 0;
};

/// A write under way.
class WriteScope {
public:
  WriteScope(const std::shared_ptr<OpenFile> &File, const WriteTold &Told,
             WriteCall Call);
  ~WriteScope();
  WriteScope(const WriteScope &) = delete;
  WriteScope &operator=(const WriteScope &) = delete;

  /// The write comes to Where: the cache may keep what is written.
  void keep(const MpiCall &W, const WritePlace &Where, const void *Buffer,
            WrittenPages::For Who);
  /// The write may have failed: the cache keeps nothing.
  void drop();

private:
  std::shared_ptr<CachedFile> Cached;
  const WriteTold Told;
  Coherence::WriteBegun Begun;
};

/// A started write of all bytes at a known place, to a file that the handle
/// keeps open in the cache.
class PlacedWrite final : public StartedWrite {
public:
  /// ByAll: of all ranks with the handle. Nothing if the place or the file is
  /// not known so well, or without memory.
  static std::shared_ptr<PlacedWrite>
  begin(const std::shared_ptr<OpenFile> &File, const WritePlace &Where,
        bool ByAll);

  /// The program may not change the buffer before the write is over: what the
  /// buffer has at the start is written.
  void keep(const MpiCall &W, const WritePlace &Where, const void *Buffer);
  void ended(MPI_Status *Status) override;
  void abandon() override;
  const OpenFile &file() const override { return *File; }

  PlacedWrite(const std::shared_ptr<OpenFile> &File, const WriteTold &Told,
              uint64_t Length, bool ByAll)
      : File(File), Length(Length), ByAll(ByAll),
        Scope(std::in_place, File, Told, WriteCall::Started) {}

private:
  const std::shared_ptr<OpenFile> File;
  const uint64_t Length;
  const bool ByAll;
  std::optional<WriteScope> Scope; ///< While under way.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_WRITESCOPE_H
