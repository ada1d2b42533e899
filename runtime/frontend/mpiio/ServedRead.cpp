//===- ServedRead.cpp - counts, statuses, pointers ------------------------===//
//
// See ServedRead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/ServedRead.h"

#include "frontend/mpiio/QuietErrors.h"
#include "scheme/Worth.h"
#include "storage/Residency.h"
#include "support/Trace.h"

namespace foreslice {

/// So often it is looked whether the operating system keeps what is read.
static constexpr uint64_t ReadsPerLook = 64;

ReadOutcome servedFrom(const PageCache::Demand &Pins, const ReadPlan &Plan,
                       const OpenFile &File) {
  ReadOutcome R{.Bytes = Plan.length(),
                .Served = Pins.hits() != 0,
                .Ready = Pins.ready()};
  if (!R.Served || !process().counting())
    return R;
  // A page that was read once is in the operating system's memory, unless the
  // file system keeps nothing there.
  FileStatistics &Stats = *File.Cached->Stats;
  if (Stats.get(Counter::CacheReads) % ReadsPerLook == 0) {
    uint64_t Size = PageCache::get().pageSize();
    Stats.KeptBySystem.store(isResident(File.Cached->descriptor(),
                                        Plan.pages().front().Page * Size, Size),
                             std::memory_order_relaxed);
  }
  R.ForStorage = Pins.fetchedForIt() ||
                 !Stats.KeptBySystem.load(std::memory_order_relaxed);
  return R;
}

void ReadTimer::finished(const ReadOutcome &R) const {
  if (!runs())
    return;
  uint64_t Ns = nowNs() - Start;
  if (Watched)
    held_launch::readDone(R.Bytes, Ns);
  if (Counting)
    count(R, Ns);
}

void ReadTimer::count(const ReadOutcome &R, uint64_t Ns) const {
  Stats.add(Counter::Reads);
  Stats.add(Counter::ReadBytes, R.Bytes);
  Stats.add(Counter::DemandReadNs, Ns);
  Stats.DemandReads.add(Ns);
  if (RegionStatistics *Region = slice_runner::statistics())
    Region->add(RunCounter::RegionReads);
  if (R.Served) {
    Stats.add(Counter::CacheReadBytes, R.Bytes);
    Stats.add(Counter::CacheReadNs, Ns);
    Stats.add(Counter::ReadyReads, R.Ready);
  }
  Stats.add(Counter::SystemReads, R.OfSystem);
  if (R.ForStorage && !R.OnlyStarted)
    Stats.servedForStorage(R.Bytes, Ns);
  else if (!R.Served && !R.OnlyStarted && !Worth::isFast(R.Bytes, Ns))
    Stats.tookFromStorage(R.Bytes, Ns, InFlight + 1);
  if (trace::isOn())
    trace::extent(!R.Served ? "read, not prefetched"
                  : R.Ready ? "read, ready"
                            : "read, not ready",
                  Start, Stats.Path.c_str(), R.Bytes);
}

bool mayServe(const ReadRequest &R, const OpenFile &File) {
  return R.From != Pointer::Shared || File.OneRank;
}

uint64_t bytesOf(MPI_Status &Status) {
  MPI_Count N = 0;
  if (PMPI_Get_elements_x(&Status, MPI_BYTE, &N) != MPI_SUCCESS || N < 0)
    return 0;
  return static_cast<uint64_t>(N);
}

/// Both libraries keep the bytes of a read in its status, whatever its type.
void setStatus(MPI_Status *Status, uint64_t Bytes) {
  if (Status == MPI_STATUS_IGNORE)
    return;
  PMPI_Status_set_elements_x(Status, MPI_BYTE, static_cast<MPI_Count>(Bytes));
  PMPI_Status_set_cancelled(Status, 0);
}

bool movePointer(const ReadRequest &R, const ReadPlan &Plan) {
  if (R.From == Pointer::None || Plan.length() == 0)
    return true;
  if (R.From == Pointer::Individual)
    return PMPI_File_seek(R.Handle, Plan.etypes(), MPI_SEEK_CUR) == MPI_SUCCESS;
  QuietFile Quiet(R.Handle); // the pointer is in a file that may be gone
  return PMPI_File_seek_shared(R.Handle, Plan.etypes(), MPI_SEEK_CUR) ==
         MPI_SUCCESS;
}

} // namespace foreslice
