//===- Pace.h - how fast the reads of a stream are ------------------------===//
//
// A stream is what one thread reads, or what is read of one file. A judge of
// whether anything is to be ahead of a stream asks the stream's pace: whether
// reads come from memory or wait for storage, which of many fast reads need no
// look, and whether the kernel keeps up by itself, which reads the next 128 KiB
// of a file that is read from begin to end while the program computes with the
// last. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_PACE_H
#define FORESLICE_SCHEME_PACE_H

#include <bit>
#include <cstdint>

namespace foreslice {

class Pace {
public:
  /// True if a read of Bytes that took Ns came from memory.
  static bool isFast(uint64_t Bytes, uint64_t Ns);

  // Of reads that were looked at
  // ----------------------------

  void noteRead(bool Fast) {
    FastInARow = Fast ? FastInARow + 1 : 0;
    Recent = static_cast<uint8_t>(Recent << 1 | !Fast);
    SlowReads += !Fast && SlowReads < Several;
  }
  /// Several of the last eight were slow: a single one may have lost its core.
  bool isSlow() const { return std::popcount(Recent) >= Several; }
  /// One of the last eight was slow.
  bool isInDoubt() const { return Recent != 0; }
  /// Several were slow since the stream began or forgetSlow().
  bool wasSlow() const { return SlowReads == Several; }
  /// And one was.
  bool hadSlow() const { return SlowReads != 0; }
  void forgetSlow() { SlowReads = 0; }

  // Which reads are to be looked at
  // -------------------------------

  /// So many were fast in a row that most of the next ones need no look: two
  /// readings of the clock cost a noticeable part of a read from memory.
  bool isSteady() const { return FastInARow >= ManyFast; }
  /// Whether the next read is to be looked at.
  bool looksAtNext() { return !isSteady() || ++Passed % oneOf() == 0; }
  /// Whether the next read is not to be looked at, which then is taken for
  /// granted.
  bool skipsNext() {
    if (!isSteady() || (Passed + 1) % oneOf() == 0)
      return false;
    ++Passed;
    return true;
  }
  /// The thread begins another stream. Where the reads of the one before were
  /// fast, a few fast ones are enough.
  void beginNext() { *this = Pace(isSteady() ? ManyFast - OneOf : 0); }
  Pace() = default;

  // Of reads with their places
  // --------------------------

  /// The program has read Bytes at Offset, from Start on for Ns.
  void notePlace(uint64_t Offset, uint64_t Bytes, uint64_t Start, uint64_t Ns);
  bool hasReads() const { return EndNs != 0; }
  /// That read, without what was fetched ahead, had to wait. The kernel hides a
  /// part of most waits: the longest says most of storage.
  void noteWait(uint64_t Ns);
  /// The reads have followed each other, with so long computations that the
  /// kernel keeps up, and did not wait all the same.
  bool kernelKeepsUp();

private:
  explicit Pace(unsigned FastInARow) : FastInARow(FastInARow) {}

  static constexpr int Several = 2;
  /// The system reads ahead by powers of two, so that an even number might
  /// never meet a read that waits. After VeryMany that were looked at, fewer
  /// are: a read of a few bytes takes a tenth of what a look takes.
  static constexpr unsigned ManyFast = 64, OneOf = 7;
  static constexpr unsigned VeryManyFast = 512, OneOfVeryMany = 31;
  unsigned oneOf() const {
    return FastInARow < VeryManyFast ? OneOf : OneOfVeryMany;
  }

  uint8_t Recent = 0; ///< A bit for each of the last eight reads: slow.
  uint8_t SlowReads = 0;
  bool KernelKeepsUp = false;
  bool IsLate = false; ///< The kernel may have been told to read nothing ahead.
  unsigned FastInARow = 0, Passed = 0;
  uint64_t End = 0, EndNs = 0;      ///< Of the last read.
  uint64_t Read = 0, ComputeNs = 0; ///< Of recent reads in a row.
  uint64_t Waits = 0;               ///< Of these reads.
  uint64_t LatencyNs = 0;           ///< Of storage.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_PACE_H
