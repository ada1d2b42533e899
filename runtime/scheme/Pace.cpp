//===- Pace.cpp - how fast the reads of a stream are ----------------------===//
//
// See Pace.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/Pace.h"

#include <algorithm>

using namespace foreslice;

/// A fast read takes at most FastNs, and FastNsPer64K for each 64 KiB. The
/// limits lie between a copy of 64 KiB from the kernel's page cache, in 7 us,
/// or 15 us into an untouched frame, and the 80 us and more of the fastest
/// disks.
static constexpr uint64_t FastNs = 10'000, FastNsPer64K = 30'000;

/// Bytes that the kernel reads ahead at once, least bytes in a row for a
/// verdict, and bytes that the pace remembers.
static constexpr uint64_t WindowBytes = 128 << 10;
static constexpr uint64_t LeastBytes = 4 * WindowBytes;
static constexpr uint64_t RecentBytes = 16 * WindowBytes;
/// Reads wait before the kernel is ahead.
static constexpr uint64_t FirstWaits = 3;

bool Pace::isFast(uint64_t Bytes, uint64_t Ns) {
  return Ns <= FastNs + FastNsPer64K * Bytes / 65536;
}

void Pace::notePlace(uint64_t Offset, uint64_t Bytes, uint64_t Start,
                     uint64_t Ns) {
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

void Pace::noteWait(uint64_t Ns) {
  LatencyNs = std::max(Ns, LatencyNs);
  Waits += Ns >= LatencyNs / 2;
  IsLate |= Waits > FirstWaits + Read / WindowBytes / 4;
}

bool Pace::kernelKeepsUp() {
  // If the run time stops, the kernel begins anew: a pace near the speed of
  // storage must not stop the run time again and again.
  const uint64_t LeastNs = LatencyNs + (KernelKeepsUp ? 0 : LatencyNs / 4);
  KernelKeepsUp = !IsLate && Read >= LeastBytes &&
                  ComputeNs / (Read / 1024) * (WindowBytes / 1024) >= LeastNs;
  return KernelKeepsUp;
}
