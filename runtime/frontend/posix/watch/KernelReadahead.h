//===- KernelReadahead.h - whether the kernel's readahead keeps up --------===//
//
// The kernel reads the next 128 KiB of a file that is read from begin to end
// while the program computes with the last. Where that computation takes longer
// than the storage, reading further ahead brings nothing and takes time of the
// cores. Of one stream; not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_KERNELREADAHEAD_H
#define FORESLICE_FRONTEND_POSIX_WATCH_KERNELREADAHEAD_H

#include <algorithm>
#include <cstdint>

namespace foreslice {

class KernelReadahead {
public:
  /// The program has read Bytes at Offset, from Start on for Ns.
  void readDone(uint64_t Offset, uint64_t Bytes, uint64_t Start, uint64_t Ns) {
    if (Offset != End || EndNs == 0)
      Read = ComputeNs = Waits = 0;
    else
      ComputeNs += Start - std::min(Start, EndNs);
    Read += Bytes;
    if (Read > RecentBytes)
      Read /= 2, ComputeNs /= 2, Waits /= 2;
    End = Offset + Bytes;
    EndNs = Start + Ns;
  }
  /// That read, without what was fetched ahead, had to wait. The kernel hides a
  /// part of most waits: the longest says most of storage.
  void waited(uint64_t Ns) {
    LatencyNs = std::max(Ns, LatencyNs);
    Waits += Ns >= LatencyNs / 2;
    IsLate |= Waits > FirstWaits + Read / WindowBytes / 4;
  }
  /// The reads have followed each other, at a pace at which the kernel keeps
  /// up, and did not wait all the same.
  bool suffices() {
    // Where the run time stops, the kernel has to begin anew: a pace that is
    // about as long as storage takes is not to stop it again and again.
    const uint64_t LeastNs = LatencyNs + (Suffices ? 0 : LatencyNs / 4);
    Suffices = !IsLate && Read >= LeastBytes &&
               ComputeNs / (Read / 1024) * (WindowBytes / 1024) >= LeastNs;
    return Suffices;
  }

private:
  static constexpr uint64_t WindowBytes = 128 << 10;
  static constexpr uint64_t LeastBytes = 4 * WindowBytes;
  static constexpr uint64_t RecentBytes = 16 * WindowBytes;
  static constexpr uint64_t FirstWaits = 3; ///< Before the kernel is ahead.

  uint64_t End = 0, EndNs = 0;      ///< Of the last read.
  uint64_t Read = 0, ComputeNs = 0; ///< Of recent reads in a row.
  uint64_t Waits = 0;               ///< Of these reads.
  uint64_t LatencyNs = 0;           ///< Of storage.
  bool Suffices = false;
  bool IsLate = false; ///< The kernel may have been told to read nothing ahead.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_KERNELREADAHEAD_H
