//===- FrameStore.h - the memory of a pool's frames -----------------------===//
//
// A pool fills, evicts and counts its frames; the store has the frames' memory,
// and knows whether other processes look. Frames count from 0 here. The cache's
// mutex guards all calls.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_FRAMESTORE_H
#define FORESLICE_PAGES_FRAMESTORE_H

#include "layout/PageGrid.h"
#include "pages/FrameHeader.h"
#include "pages/PageTags.h"
#include "pages/PagedFile.h"
#include "storage/Delivery.h"

#include <cstddef>

namespace foreslice {

/// Memory that the system provides at the first touch, missing in a forked
/// child; null if there is none.
void *reserveMemory(size_t Bytes);
/// Bytes of that memory have no contents any more, and are the system's until
/// they are touched.
void giveBackMemory(void *Memory, size_t Bytes);

/// When the bytes of a frame are read.
enum class Age : uint8_t {
  New, ///< From now on.
  Old, ///< They were before, and so are for this process only.
};

class FrameStore {
public:
  virtual ~FrameStore() = default;

  /// Provides Count frames of FrameSize bytes; false if there is no memory.
  virtual bool map(size_t Count, uint64_t FrameSize) = 0;
  // After map():
  virtual FrameHeader *headers() const = 0;
  /// Null for a ledger.
  virtual std::byte *data() const = 0;
  /// Pages recycled while frames were untouched, by PagedFile::OpenedAs, and
  /// the number of recycled pages that were fetched again.
  virtual PageTags recycled() const = 0;
  virtual std::atomic<uint32_t> &refetches() = 0;

  /// The bytes Read of a page of File are about to be read into the frame; Part
  /// is needed.
  virtual Claim claim(size_t Frame, const PagedFile &File, const PagePart &Part,
                      ByteRange Read, Age Of) = 0;
  /// The page has come.
  virtual void publish(size_t Frame, const PagedFile &File) = 0;
  /// The page is no longer found.
  virtual void remove(size_t Frame, const PagedFile &File) = 0;
  /// Whether the bytes of Part are read, and nobody has written them since.
  virtual bool serves(size_t Frame, const PagedFile &File,
                      const PagePart &Part) const = 0;
  /// Whether other processes have read the page or will, as far as known.
  virtual bool isForOthers(size_t Frame, const PagedFile &File,
                           uint64_t Page) const = 0;
};

/// Frames that only this process sees.
class PrivateFrames final : public FrameStore {
public:
  /// The frames of a ledger have headers and no data.
  explicit PrivateFrames(Delivery How = Delivery::Pool) : How(How) {}
  ~PrivateFrames() override;
  PrivateFrames(const PrivateFrames &) = delete;
  PrivateFrames &operator=(const PrivateFrames &) = delete;

  bool map(size_t Count, uint64_t FrameSize) override;
  FrameHeader *headers() const override { return Headers; }
  std::byte *data() const override { return Data; }
  PageTags recycled() const override { return {Tags, TagCount}; }
  std::atomic<uint32_t> &refetches() override { return Refetches; }
  Claim claim(size_t Frame, const PagedFile &, const PagePart &Part,
              ByteRange Read, Age) override {
    Headers[Frame].Written = 0;
    Headers[Frame].setRead(Read, Part.Page * FrameSize, FrameSize);
    return Claim::Claimed;
  }
  void publish(size_t, const PagedFile &) override {}
  void remove(size_t, const PagedFile &) override {}
  bool serves(size_t Frame, const PagedFile &,
              const PagePart &Part) const override;
  bool isForOthers(size_t, const PagedFile &, uint64_t) const override {
    return false;
  }

private:
  const Delivery How;
  size_t Count = 0;
  uint64_t FrameSize = 0, TagCount = 1;
  FrameHeader *Headers = nullptr;
  std::byte *Data = nullptr;
  PageTags::Tag *Tags = nullptr;
  std::atomic<uint32_t> Refetches = 0;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_FRAMESTORE_H
