//===- Pace.h - how fast the reads of a stream are ------------------------===//
//
// A stream is the reads of one thread, or the reads of one file. Whoever
// decides about prefetching for a stream asks the stream's pace: whether reads
// come from memory or wait for storage, and which fast reads need no look. The
// kernel reads the next 128 KiB of a file read from begin to end while the
// program computes with the last; the pace says whether the kernel keeps up
// alone. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_PACE_H
#define FORESLICE_SCHEME_PACE_H

#include <bit>
#include <cstdint>

namespace foreslice {

class Pace {
public:
  /// True if a read of Bytes in Ns came from memory.
  static bool isFast(uint64_t Bytes, uint64_t Ns);

  // Of reads looked at
  // ------------------

  void noteRead(bool Fast) {
    FastInARow = Fast ? FastInARow + 1 : 0;
    Recent = static_cast<uint8_t>(Recent << 1 | !Fast);
    SlowReads += !Fast && SlowReads < Several;
  }
  /// True if several of the last eight reads were slow: a single slow read may
  /// have lost the core.
  bool isSlow() const { return std::popcount(Recent) >= Several; }
  /// True if at least one of the last eight was slow.
  bool isInDoubt() const { return Recent != 0; }
  /// True if several were slow since the stream began or forgetSlow().
  bool wasSlow() const { return SlowReads == Several; }
  /// True if any was slow since the stream began or forgetSlow().
  bool hadSlow() const { return SlowReads != 0; }
  void forgetSlow() { SlowReads = 0; }

  // Which reads to look at
  // ----------------------

  /// True after many fast reads in a row: most of the next reads need no look.
  /// Two readings of the clock cost a noticeable part of a read from memory.
  bool isSteady() const { return FastInARow >= ManyFast; }
  /// Whether to look at the next read.
  bool looksAtNext() { return !isSteady() || ++Passed % oneOf() == 0; }
  /// Whether the next read is not looked at, and taken for fast.
  bool skipsNext() {
    if (!isSteady() || (Passed + 1) % oneOf() == 0)
      return false;
    ++Passed;
    return true;
  }
  /// The thread begins another stream. If the reads of the stream before were
  /// fast, a few fast reads are enough.
  void beginNext() { *this = Pace(isSteady() ? ManyFast - OneOf : 0); }
  Pace() = default;

  // Reads with places
  // -----------------

  /// The program has read Bytes at Offset, beginning at Start, for Ns.
  void notePlace(uint64_t Offset, uint64_t Bytes, uint64_t Start, uint64_t Ns);
  bool hasReads() const { return EndNs != 0; }
  /// The last read, without prefetched pages, had to wait for Ns. The kernel
  /// hides a part of most waits, so the longest wait says most about storage.
  void noteWait(uint64_t Ns);
  /// True if the reads followed each other without waits, with computation long
  /// enough for the kernel to keep up.
  bool kernelKeepsUp();

private:
  explicit Pace(unsigned FastInARow) : FastInARow(FastInARow) {}

  static constexpr int Several = 2;
  /// One of OneOf reads is looked at: an odd number, since the system reads
  /// ahead by powers of two, and an even number might never meet a read that
  /// waits. After VeryManyFast, one of OneOfVeryMany: a read of a few bytes
  /// takes a tenth of the time of a look.
  static constexpr unsigned ManyFast = 64, OneOf = 7;
  static constexpr unsigned VeryManyFast = 512, OneOfVeryMany = 31;
  unsigned oneOf() const {
    return FastInARow < VeryManyFast ? OneOf : OneOfVeryMany;
  }

  uint8_t Recent = 0; ///< A bit for each of the last eight reads: slow.
  uint8_t SlowReads = 0;
  bool KernelKeepsUp = false;
  bool IsLate = false; ///< The kernel may have been told not to read ahead.
  unsigned FastInARow = 0, Passed = 0;
  uint64_t End = 0, EndNs = 0;      ///< Of the last read.
  uint64_t Read = 0, ComputeNs = 0; ///< Sums over recent reads in a row.
  uint64_t Waits = 0;               ///< Waits among the recent reads.
  uint64_t LatencyNs = 0;           ///< Latency of storage.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_PACE_H
