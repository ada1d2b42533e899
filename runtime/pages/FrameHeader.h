//===- FrameHeader.h - what is known of a page's memory
//-------------------------===//
//
// One for each frame, in memory that processes of a node may share: all members
// are atomic, and none is a pointer. Its owner, the process whose pool it
// belongs to, fills and empties it; others read it and say what they wrote.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_FRAMEHEADER_H
#define FORESLICE_PAGES_FRAMEHEADER_H

#include "layout/ByteRange.h"

#include <atomic>
#include <cstdint>

namespace foreslice {

/// What has come of the wish to read a page into a frame.
enum class Claim {
  Claimed,
  Taken,   ///< Another process has the page or is about to.
  Written, ///< Some process is writing to it.
};

struct alignas(64) FrameHeader {
  enum State : uint32_t { Empty, Loading, Ready };

  /// State, and above it a number that grows when the frame is emptied: who has
  /// read the page and finds the same word has read nothing else. A futex.
  std::atomic<uint32_t> Word;
  std::atomic<uint32_t> Waiters; ///< Processes that wait for Word to change.
  std::atomic<uint32_t> Next;    ///< In the directory's table.
  std::atomic<uint32_t> File;    ///< Of the directory.
  std::atomic<uint64_t> Page;    ///< In the file, in pages.
  std::atomic<uint64_t> Begun;   ///< The directory's clock before the read.
  /// By the same clock: what was written before this is in it. No later than
  /// Begun.
  std::atomic<uint64_t> AsOf;
  std::atomic<uint64_t> Written; ///< Since then; see written().
  std::atomic<uint32_t> Valid;   ///< Bytes that the file had in it.
  std::atomic<uint16_t> Owner;   ///< Number of the process in its directory.
  /// Another process will read the page, or has.
  std::atomic<bool> Wanted, UsedByOthers;
  std::atomic<bool> Copied; ///< On its way from another node.
  /// Its home knows of it: others hear of writes to it.
  std::atomic<bool> Known;
  /// Of Copied: the number of its home's answer, or 0; see PageRun::Number.
  std::atomic<uint32_t> Told;

  static State stateOf(uint32_t Word) { return static_cast<State>(Word & 3); }
  static uint32_t loading(uint32_t Word) { return (Word & ~3u) | Loading; }
  static uint32_t ready(uint32_t Word) { return (Word & ~3u) | Ready; }
  static uint32_t emptied(uint32_t Word) { return (Word & ~3u) + 4; }

  /// What was written in a page that starts at Base, absolute: one range, which
  /// holds what lies between two writes, too.
  ByteRange written(uint64_t Base) const {
    uint64_t W = Written.load(std::memory_order_acquire);
    return {Base + (W >> 32), Base + (W & UINT32_MAX)};
  }
  /// False if nothing is left of the PageSize bytes from Base on.
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
