//===- Counters.cpp - classes of times and of sizes -----------------------===//
//
// See Counters.h.
//
//===----------------------------------------------------------------------===//

#include "support/Counters.h"

#include <algorithm>
#include <bit>

using namespace foreslice;

static constexpr uint64_t SmallestClass = 4096;

static uint64_t upperBound(size_t Bucket) {
  const uint64_t Base = uint64_t(1) << Bucket / 4, Quarters = Bucket % 4 + 1;
  return Base + Base / 4 * Quarters + (Base % 4 * Quarters + 3) / 4;
}

/// Four steps a power of two: bucket 4k+s ends below 2^k * (1 + (s+1)/4).
size_t LatencyHistogram::bucketOf(uint64_t Ns) {
  Ns = std::max<uint64_t>(Ns, 1);
  unsigned Power = std::bit_width(Ns) - 1;
  uint64_t Step = Power < 2 ? (Ns << (2 - Power)) & 3 : (Ns >> (Power - 2)) & 3;
  return std::min<size_t>(size_t{Power} * 4 + Step, Size - 1);
}

void LatencyHistogram::add(uint64_t Ns) { addToBucket(bucketOf(Ns), 1); }

void LatencyHistogram::addToBucket(size_t Bucket, uint32_t N) {
  Buckets[Bucket].fetch_add(N, std::memory_order_relaxed);
}

void LatencyHistogram::add(const LatencyHistogram &Other) {
  for (size_t I = 0; I < Size; ++I)
    if (uint32_t N = Other.bucket(I))
      addToBucket(I, N);
}

uint32_t LatencyHistogram::bucket(size_t Bucket) const {
  return Buckets[Bucket].load(std::memory_order_relaxed);
}

size_t LatencyHistogram::quantileBucket(double Q) const {
  uint64_t Total = 0;
  for (size_t I = 0; I < Size; ++I)
    Total += bucket(I);
  double Wanted = std::max(1.0, Q * static_cast<double>(Total));
  uint64_t Seen = 0;
  for (size_t I = 0; I < Size; ++I) {
    Seen += bucket(I);
    if (static_cast<double>(Seen) >= Wanted)
      return I;
  }
  return Size;
}

uint64_t LatencyHistogram::quantile(double Q) const {
  size_t Bucket = quantileBucket(Q);
  return Bucket < Size ? upperBound(Bucket) : 0;
}

std::vector<uint64_t> TimeSamples::times() const {
  std::vector<uint64_t> Out;
  for (size_t I = 0; I < std::min<size_t>(Count.load(), Size); ++I)
    Out.push_back(Ring[I].load(std::memory_order_relaxed));
  return Out;
}

size_t SizeClass::depthOf(unsigned InFlight) {
  auto Class = static_cast<size_t>(std::bit_width(std::max(InFlight, 1u)) - 1);
  return std::min(Class, Depths - 1);
}

size_t SizeClass::of(uint64_t Bytes) {
  size_t Class = 0;
  while (Class + 1 < Count && Bytes > mostBytes(Class))
    ++Class;
  return Class;
}

uint64_t SizeClass::mostBytes(size_t Class) {
  return Class + 1 == Count ? UINT64_MAX : SmallestClass << (2 * Class);
}

void Range::include(const Range &Other) {
  Least = std::min(Least, Other.Least);
  Most = std::max(Most, Other.Most);
}
