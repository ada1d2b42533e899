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
      Read = ComputeNs = 0;
    else
      ComputeNs += Start - std::min(Start, EndNs);
    Read += Bytes;
    if (Read > RecentBytes)
      Read /= 2, ComputeNs /= 2;
    End = Offset + Bytes;
    EndNs = Start + Ns;
  }
  /// A read without what was fetched ahead had to wait so long. The kernel
  /// hides a part of most waits: the longest says most of storage.
  void waited(uint64_t Ns) { LatencyNs = std::max(Ns, LatencyNs); }
  /// The reads have followed each other, at a pace at which the kernel keeps
  /// up, and storage may take twice as long.
  bool suffices() const {
    return Read >= LeastBytes &&
           ComputeNs / Read * WindowBytes >= 2 * LatencyNs;
  }

private:
  static constexpr uint64_t WindowBytes = 128 << 10;
  static constexpr uint64_t LeastBytes = 4 * WindowBytes;
  static constexpr uint64_t RecentBytes = 16 * WindowBytes;

  uint64_t End = 0, EndNs = 0;      ///< Of the last read.
  uint64_t Read = 0, ComputeNs = 0; ///< Of recent reads in a row.
  uint64_t LatencyNs = 0;           ///< Of storage.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_KERNELREADAHEAD_H
