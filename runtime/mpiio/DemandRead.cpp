//===- DemandRead.cpp - cache or MPI library ------------------------------===//
//
// Whatever goes wrong before or while a read is served, the MPI library's own
// read of the whole request follows: it sets buffer, status and pointer anew.
//
//===----------------------------------------------------------------------===//

#include "mpiio/DemandRead.h"

#include "mpiio/HeldLaunch.h"
#include "mpiio/ReadPlan.h"

#include <chrono>
#include <exception>

namespace foreslice {

namespace {

using Clock = std::chrono::steady_clock;

/// Times one demand read, if anybody will look at the counts or a launch that
/// is held back waits for slow reads.
class ReadTimer {
public:
  explicit ReadTimer(FileStatistics &S) : Stats(S) {
    if (Counting || Held)
      Start = Clock::now();
  }
  void finished(uint64_t Bytes) const {
    if (!Counting && !Held)
      return;
    auto Elapsed = std::chrono::duration_cast<std::chrono::nanoseconds>(
        Clock::now() - Start);
    auto Ns = static_cast<uint64_t>(Elapsed.count());
    if (Held)
      held_launch::readDone(Bytes, Ns);
    if (!Counting)
      return;
    Stats.add(Counter::Reads);
    Stats.add(Counter::ReadBytes, Bytes);
    Stats.add(Counter::DemandReadNs, Ns);
    Stats.DemandReads.add(Ns);
  }

private:
  FileStatistics &Stats;
  const bool Counting = process().counting();
  const bool Held = slice_runner::isHeld();
  Clock::time_point Start;
};

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

/// The demand on the pages of a read; says at its end that it is over.
class PinnedPages {
public:
  PinnedPages(CachedFile &File, std::span<const uint64_t> Pages)
      : Pins(PageCache::get().demand(File, Pages)) {
    for (const PageView &V : Pins.pages())
      ++(V.Data ? Present : Missing);
  }
  ~PinnedPages() {
    if (Missing > 0)
      PageCache::get().demandDone();
  }
  PinnedPages(const PinnedPages &) = delete;
  PinnedPages &operator=(const PinnedPages &) = delete;

  PageCache::Demand Pins;
  size_t Present = 0, Missing = 0;
};

/// Copies the request out of Pins and does what else the call does.
bool serve(const ReadRequest &R, const ReadPlan &Plan, const OpenFile &File,
           PageCache::Demand &Pins, MPI_Status *Status) {
  if (!Plan.covered(Pins.pages()) ||
      !Plan.copy(Pins.pages(), File.Cached->descriptor(), R.Buffer))
    return false;
  if (!R.AtOffset && Plan.length() > 0 &&
      PMPI_File_seek(R.Handle, Plan.etypes(), MPI_SEEK_CUR) != MPI_SUCCESS)
    return false;
  Pins.markUsed();
  setStatus(Status, Plan.length());
  return true;
}

/// The MPI library's read, and how many bytes it gave.
int plain(MPI_Status *Status, PlainRead Read, uint64_t &Bytes) {
  MPI_Status Own;
  MPI_Status *S = Status == MPI_STATUS_IGNORE ? &Own : Status;
  int Error = Read(S);
  Bytes = Error == MPI_SUCCESS ? bytesOf(*S) : 0;
  return Error;
}

/// A read in a region: the pages that are there or on their way, or the MPI
/// library while the engine holds back.
int regionRead(const ReadRequest &R, const OpenFile &File, MPI_Status *Status,
               PlainRead Plain, uint64_t &Bytes) try {
  ReadPlan Plan;
  if (!Plan.prepare(R, File) || Plan.length() == 0)
    return plain(Status, Plain, Bytes);
  PinnedPages Pinned(*File.Cached, Plan.pages());
  if (Pinned.Present > 0 && serve(R, Plan, File, Pinned.Pins, Status)) {
    File.Cached->Stats->add(Counter::CacheReads);
    Bytes = Plan.length();
    return MPI_SUCCESS;
  }
  return plain(Status, Plain, Bytes);
} catch (const std::exception &) {
  return plain(Status, Plain, Bytes); // no memory for the plan
}

/// What the ranks add up before a collective read.
struct Vote {
  int64_t Cached = 0, Pages = 0, Against = 0;
};

/// True, on all ranks alike, if the read is to be served from the caches.
bool passes(const OpenFile &File, Vote Mine) {
  Vote All = Mine;
  if (File.VoteComm != MPI_COMM_NULL &&
      PMPI_Allreduce(&Mine, &All, 3, MPI_INT64_T, MPI_SUM, File.VoteComm) !=
          MPI_SUCCESS)
    return false;
  return All.Against == 0 && All.Cached > 0 && All.Cached * 2 >= All.Pages;
}

/// A collective read of a file whose ranks agreed to vote. Every rank comes
/// here, in a region or not.
int votedRead(const ReadRequest &R, const OpenFile &File, bool InRegion,
              MPI_Status *Status, PlainRead Plain, PlainRead Alone,
              uint64_t &Bytes) {
  ReadPlan Plan;
  Vote Mine;
  try {
    Mine.Against = !Plan.prepare(R, File);
    Mine.Pages = static_cast<int64_t>(Plan.pages().size());
    if (InRegion && !Mine.Against)
      Mine.Cached = static_cast<int64_t>(
          PageCache::get().probe(*File.Cached, Plan.pages()));
  } catch (const std::exception &) {
    Mine = {0, 0, 1};
  }
  FileStatistics &Stats = *File.Cached->Stats;
  if (!passes(File, Mine)) {
    Stats.add(Counter::CollectivePlainReads);
    return plain(Status, Plain, Bytes);
  }
  Stats.add(Counter::CollectiveCacheReads);
  try {
    PinnedPages Pinned(*File.Cached, Plan.pages());
    if (serve(R, Plan, File, Pinned.Pins, Status)) {
      Stats.add(Counter::CacheReads);
      Bytes = Plan.length();
      return MPI_SUCCESS;
    }
  } catch (const std::exception &) {
  }
  // The others are served by now: no collective call may follow.
  return plain(Status, Alone, Bytes);
}

} // namespace

int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain) {
  OpenFile *File = FileRegistry::get().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  bool InRegion = slice_runner::inRegion();
  if (InRegion)
    ++File->Cached->MainCallId;
  bool Held = slice_runner::isHeld();
  bool Look = InRegion && !Held && PageCache::get().pays();
  if (!Look && !Held && !process().counting())
    return Plain(Status);
  ReadTimer Timer(*File->Cached->Stats);
  uint64_t Bytes = 0;
  int Error;
  if (Look) {
    Error = regionRead(R, *File, Status, Plain, Bytes);
  } else {
    Error = plain(Status, Plain, Bytes);
  }
  Timer.finished(Bytes);
  return Error;
}

int collectiveRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain,
                   PlainRead Alone) {
  OpenFile *File = FileRegistry::get().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  ReadTimer Timer(*File->Cached->Stats);
  uint64_t Bytes = 0;
  bool InRegion = slice_runner::inRegion();
  if (InRegion)
    ++File->Cached->MainCallId;
  int Error;
  if (File->Collective) {
    Error = votedRead(R, *File, InRegion, Status, Plain, Alone, Bytes);
  } else {
    File->Cached->Stats->add(Counter::CollectivePlainReads);
    Error = plain(Status, Plain, Bytes);
  }
  Timer.finished(Bytes);
  return Error;
}

} // namespace foreslice
