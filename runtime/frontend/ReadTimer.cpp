//===- ReadTimer.cpp - outcome and time of a read -------------------------===//
//
// See ReadTimer.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/ReadTimer.h"

#include "scheme/Pace.h"

namespace foreslice {

void ReadTimer::finished(const ReadOutcome &R) const {
  slice_runner::readEnded(R.Served || R.OfSystem || R.Found);
  if (!runs())
    return;
  uint64_t Ns = nowNs() - Start;
  if (Watched)
    sources().readDone(R.Bytes, Ns);
  if (Counting)
    count(R, Ns);
}

void ReadTimer::count(const ReadOutcome &R, uint64_t Ns) const {
  Stats.add(Counter::Reads);
  Stats.add(Counter::ReadBytes, R.Bytes);
  Stats.add(Counter::DemandReadNs, Ns);
  Stats.DemandReads.add(Ns);
  sources().readCounted();
  if (R.Served) {
    Stats.add(Counter::CacheReadBytes, R.Bytes);
    Stats.add(Counter::CacheReadNs, Ns);
    Stats.add(Counter::ReadyReads, R.Ready);
  }
  Stats.add(Counter::SystemReads, R.OfSystem);
  if (Stats.Datasets.areAny() && R.Offset != trace::NoOffset)
    Stats.Datasets.read(R.Offset, R.Bytes, R.Served ? R.Ready : R.OfSystem);
  if (R.ForStorage && !R.OnlyStarted)
    Stats.servedForStorage(R.Bytes, Ns);
  else if (!R.Served && !R.OnlyStarted && !Pace::isFast(R.Bytes, Ns))
    Stats.tookFromStorage(R.Bytes, Ns, InFlight + 1);
  if (trace::isOn())
    trace::extent(!R.Served ? "read, not prefetched"
                  : R.Ready ? "read, ready"
                            : "read, not ready",
                  Start, Stats.Path.c_str(), R.Bytes, R.Offset);
  runtime().adaptive().readDone(Start + Ns);
}

} // namespace foreslice
