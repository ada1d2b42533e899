//===- DemandRead.cpp - cache or MPI library ------------------------------===//
//
// Whatever goes wrong before or while a read is served, the MPI library's own
// read of the whole request follows: it sets buffer, status and pointer anew.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DemandRead.h"

#include "frontend/mpiio/ServedRead.h"
#include "support/Delay.h"

#include <algorithm>
#include <exception>

namespace foreslice {

namespace {

/// The demand on the pages of a read; says at its end that it is over.
class PinnedPages {
public:
  PinnedPages(CachedFile &File, std::span<const PagePart> Pages)
      : Pins(PageCache::get().demand(File, Pages)) {
    Present = std::ranges::any_of(
        Pins.pages(), [](const PageView &V) { return V.Data != nullptr; });
  }
  ~PinnedPages() {
    if (Pins.needy())
      PageCache::get().demandDone();
  }
  PinnedPages(const PinnedPages &) = delete;
  PinnedPages &operator=(const PinnedPages &) = delete;

  PageCache::Demand Pins;
  bool Present = false; ///< Any of them.
};

/// Copies the request out of Pins and does what else the call does.
bool serve(const ReadRequest &R, const ReadPlan &Plan, const OpenFile &File,
           PageCache::Demand &Pins, MPI_Status *Status) {
  delayPoint();
  if (!Plan.covered(Pins.pages()) ||
      !Plan.copy(Pins.pages(), File.Cached->descriptor(), R.Buffer) ||
      !Pins.stillThere() || !movePointer(R, Plan))
    return false;
  delayPoint();
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

/// The cache had nothing of the read: whether a slice had brought all of it
/// into the operating system's memory.
void noteLeftToSystem(const ReadPlan &Plan, const OpenFile &File,
                      ReadOutcome &Outcome) {
  if (process().counting() && !Outcome.Served)
    Outcome.OfSystem = Outcome.ForStorage =
        PageCache::get().wereLeftToSystem(*File.Cached, Plan.pages());
}

/// A read in a region: the pages that are there or on their way, or the MPI
/// library while the engine holds back.
int regionRead(const ReadRequest &R, const OpenFile &File, MPI_Status *Status,
               PlainRead Plain, ReadOutcome &Outcome) try {
  ReadPlan Plan;
  if (!Plan.prepare(R, File) || Plan.length() == 0)
    return plain(Status, Plain, Outcome.Bytes);
  delayPoint();
  PinnedPages Pinned(*File.Cached, Plan.pages());
  if (Pinned.Present && serve(R, Plan, File, Pinned.Pins, Status)) {
    File.Cached->Stats->add(Counter::CacheReads, Pinned.Pins.hits() != 0);
    Outcome = servedFrom(Pinned.Pins, Plan, File);
    noteLeftToSystem(Plan, File, Outcome);
    return MPI_SUCCESS;
  }
  int Error = plain(Status, Plain, Outcome.Bytes);
  noteLeftToSystem(Plan, File, Outcome);
  return Error;
} catch (const std::exception &) {
  return plain(Status, Plain, Outcome.Bytes); // no memory for the plan
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

} // namespace

std::optional<int> votedRead(const ReadRequest &R, const OpenFile &File,
                             MPI_Status *Status, PlainRead Alone,
                             ReadOutcome &Outcome) {
  if (!File.Collective) {
    File.Cached->Stats->add(Counter::CollectivePlainReads);
    return std::nullopt;
  }
  ReadPlan Plan;
  Vote Mine;
  try {
    // Beyond the end the MPI libraries' collective reads count what they will.
    Mine.Against =
        !Plan.prepare(R, File) ||
        !File.Shared->reachesTo(Plan.fileEnd(), File.Cached->descriptor());
    Mine.Pages = static_cast<int64_t>(Plan.pages().size());
    if (slice_runner::inRegion() && !Mine.Against)
      Mine.Cached = static_cast<int64_t>(
          PageCache::get().probe(*File.Cached, Plan.pages()));
  } catch (const std::exception &) {
    Mine = {0, 0, 1};
  }
  FileStatistics &Stats = *File.Cached->Stats;
  if (!passes(File, Mine)) {
    Stats.add(Counter::CollectivePlainReads);
    return std::nullopt;
  }
  Stats.add(Counter::CollectiveCacheReads);
  delayPoint();
  try {
    PinnedPages Pinned(*File.Cached, Plan.pages());
    if (serve(R, Plan, File, Pinned.Pins, Status)) {
      Stats.add(Counter::CacheReads);
      Outcome = servedFrom(Pinned.Pins, Plan, File);
      return MPI_SUCCESS;
    }
  } catch (const std::exception &) {
  }
  // The others are served by now: no collective call may follow.
  return plain(Status, Alone, Outcome.Bytes);
}

int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain) {
  OpenFile *File = FileRegistry::get().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  bool InRegion = slice_runner::inRegion();
  if (InRegion)
    ++File->Cached->MainCallId;
  bool Look = InRegion && mayServe(R, *File) && !slice_runner::isHeld() &&
              PageCache::get().pays();
  ReadTimer Timer(*File->Cached->Stats);
  if (!Look && !Timer.runs())
    return Plain(Status);
  ReadOutcome Outcome;
  int Error = Look ? regionRead(R, *File, Status, Plain, Outcome)
                   : plain(Status, Plain, Outcome.Bytes);
  Timer.finished(Outcome);
  return Error;
}

int collectiveRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain,
                   PlainRead Alone) {
  OpenFile *File = FileRegistry::get().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  ReadTimer Timer(*File->Cached->Stats);
  ReadOutcome Outcome;
  if (slice_runner::inRegion())
    ++File->Cached->MainCallId;
  std::optional<int> Error = votedRead(R, *File, Status, Alone, Outcome);
  if (!Error)
    Error = plain(Status, Plain, Outcome.Bytes);
  Timer.finished(Outcome);
  return *Error;
}

} // namespace foreslice
