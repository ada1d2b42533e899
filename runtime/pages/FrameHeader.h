//===- FrameHeader.h - the state of a frame, for all processes ------------===//
//
// One header for each frame, in memory that processes of a node may share: all
// members are atomic, and none is a pointer. The owner, the process of the
// pool, fills and empties the frame; others read the page and note their
// writes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_FRAMEHEADER_H
#define FORESLICE_PAGES_FRAMEHEADER_H

#include "layout/ByteRange.h"

#include <atomic>
#include <cstdint>

namespace foreslice {

/// Result of the wish to read a page into a frame.
enum class Claim {
  Claimed,
  Taken,   ///< Another process has the page or is about to have the page.
  Written, ///< Some process is writing to the page.
};

struct alignas(64) FrameHeader {
  enum State : uint32_t { Empty, Loading, Ready };

  /// State, and above a number that grows when the frame is emptied: a reader
  /// of the page who then finds the word unchanged has read this page. A futex.
  std::atomic<uint32_t> Word;
  std::atomic<uint32_t> Waiters; ///< Processes that wait for Word to change.
  std::atomic<uint32_t> Next;    ///< In the directory's table.
  std::atomic<uint32_t> File;    ///< Number of the file in the directory.
  std::atomic<uint64_t> Page;    ///< In the file, in pages.
  std::atomic<uint64_t> Begun;   ///< The directory's clock before the read.
  /// The directory's clock: writes before AsOf are in the page. No later than
  /// Begun.
  std::atomic<uint64_t> AsOf;
  std::atomic<uint64_t> Written; ///< Bytes written since AsOf; see written().
  /// Bytes of the page before the end of the file.
  std::atomic<uint32_t> Valid;
  std::atomic<uint16_t> Owner; ///< Number of the process in the directory.
  /// Another process will read the page, or has.
  std::atomic<bool> Wanted, UsedByOthers;
  std::atomic<bool> Copied; ///< On its way from another node.
  /// The page's home knows the page: others hear of writes.
  std::atomic<bool> Known;
  /// Bytes that were not read, in PageParts-ths of the page: at the begin, in
  /// the high byte, and at the end; see read().
  std::atomic<uint16_t> LeftOut;
  /// If Copied: number of the home's answer, or 0; see PageRun::Number.
  std::atomic<uint32_t> Told;

  static constexpr uint64_t PageParts = 256;

  static State stateOf(uint32_t Word) { return static_cast<State>(Word & 3); }
  static uint32_t loading(uint32_t Word) { return (Word & ~3u) | Loading; }
  static uint32_t ready(uint32_t Word) { return (Word & ~3u) | Ready; }
  static uint32_t emptied(uint32_t Word) { return (Word & ~3u) + 4; }

  /// Before the page is found: only those of Bytes in the page from Base on are
  /// to be read, at least one, rounded to PageParts-ths.
  void setRead(ByteRange Bytes, uint64_t Base, uint64_t PageSize) {
    const ByteRange Page{Base, Base + PageSize}, Some = Bytes.within(Page);
    if (const uint64_t Unit = PageSize / PageParts)
      LeftOut = static_cast<uint16_t>((Some.Begin - Page.Begin) / Unit << 8 |
                                      (Page.End - Some.End) / Unit);
  }
  /// The bytes that were read, or are to be read, absolute, as if the file did
  /// not end in the page.
  ByteRange read(uint64_t Base, uint64_t PageSize) const {
    const uint64_t Unit = PageSize / PageParts;
    const uint16_t Out = LeftOut.load(std::memory_order_acquire);
    return {Base + (Out >> 8) * Unit, Base + PageSize - (Out & 255) * Unit};
  }
  /// Whether the bytes were read, and not written since.
  bool has(ByteRange Bytes, uint64_t Base, uint64_t PageSize) const {
    return read(Base, PageSize).contains(Bytes) &&
           !written(Base).overlaps(Bytes);
  }
  /// The written bytes in a page that starts at Base, absolute: one range, gaps
  /// between two writes included.
  ByteRange written(uint64_t Base) const {
    uint64_t W = Written.load(std::memory_order_acquire);
    return {Base + (W >> 32), Base + (W & UINT32_MAX)};
  }
  /// False if all PageSize bytes from Base on are written.
  bool addWritten(ByteRange Bytes, uint64_t Base, uint64_t PageSize) {
    ByteRange Range = Bytes.within({Base, Base + PageSize});
    uint64_t Old = Written.load(std::memory_order_acquire), New;
    do {
      ByteRange Both = Range;
      if (Old != 0)
        Both = Range.with({Base + (Old >> 32), Base + (Old & UINT32_MAX)});
      New = (Both.Begin - Base) << 32 | (Both.End - Base);
    } while (!Written.compare_exchange_weak(Old, New));
    return New != PageSize;
  }
};

} // namespace foreslice

#endif // FORESLICE_PAGES_FRAMEHEADER_H
