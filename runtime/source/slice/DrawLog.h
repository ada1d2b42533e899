//===- DrawLog.h - comparing the draws of slice and program ---------------===//
//
// The main thread and a slice draw random numbers at their own pace. Each side
// keeps a hash of all its draws of the launch, and writes the hash behind some
// of the draws to a log, which the other side reads. The side that comes second
// to a draw compares. No side waits.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_DRAWLOG_H
#define FORESLICE_SOURCE_SLICE_DRAWLOG_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace foreslice {

/// The hashes of one side. One thread writes and another reads.
class DrawLog {
public:
  void write(uint64_t Launch, uint64_t Number, uint64_t Hash);
  /// The hash of Launch and Number; none if the other side has not come there,
  /// or if the log has lost the hash.
  std::optional<uint64_t> find(uint64_t Launch, uint64_t Number) const;

private:
  struct Entry {
    std::atomic<uint64_t> Tag{0}, Hash{0};
  };
  static uint64_t tagOf(uint64_t Launch, uint64_t Number) {
    return Launch << 32 | (Number & UINT32_MAX);
  }
  std::array<Entry, 1024> Entries;
};

/// The draws of one launch, as one side makes them.
class DrawSequence {
public:
  void begin(uint64_t Number) {
    Launch = Number;
    Count = Hash = 0;
  }
  uint64_t launch() const { return Launch; }
  /// Mine is the log of this side, Others that of the other side. False if the
  /// other side's draws were different.
  bool add(int64_t Value, DrawLog &Mine, const DrawLog &Others);

private:
  uint64_t Launch = 0, Count = 0, Hash = 0;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_DRAWLOG_H
