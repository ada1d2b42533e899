//===- DemandRead.cpp - cache or MPI library ------------------------------===//
//
// Whatever goes wrong before or while a read is served, the MPI library's own
// read of the whole request follows: it sets buffer, status and pointer anew.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DemandRead.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/ShortRead.h"
#include "frontend/mpiio/slice/Hdf5Files.h"

#include "support/Delay.h"

#include <exception>

namespace foreslice {

namespace {

/// A blocking read by MPI.
class MpiRead final : public ProgramRead {
public:
  MpiRead(const ReadRequest &R, OpenFile &Of, MPI_Status *Status, PlainRead Own)
      : ProgramRead(Of.Cached, R.Buffer), R(R), Of(Of), Status(Status),
        Own(Own), Short(R, Of) {}

  bool plan(ReadPlan &Plan) override { return planFor(R, Of, Plan); }
  void trim(ReadPlan &Plan) override { Short.trim(Plan); }
  bool commit(const ReadPlan &Plan) override {
    if (!movePointer(R, Short.movesBy(Plan)))
      return false;
    setStatus(Status, Plan.length());
    Bytes = Plan.length();
    return true;
  }
  uint64_t plain(bool Wanted) override {
    MPI_Status Ignored;
    const bool Teaches = Short.teaches();
    Wanted |= Teaches;
    if (Teaches)
      Short.begins();
    MPI_Status *S = Status == MPI_STATUS_IGNORE && Wanted ? &Ignored : Status;
    Error = Own(S);
    Bytes = Wanted && Error == MPI_SUCCESS ? bytesOf(*S) : 0;
    if (Teaches && Error == MPI_SUCCESS)
      Short.ended(Bytes);
    return Bytes;
  }

  int Error = MPI_SUCCESS;
  uint64_t Bytes = 0; ///< That were read, if they are wanted.

private:
  const ReadRequest &R;
  const OpenFile &Of;
  MPI_Status *const Status;
  PlainRead Own;
  ShortRead Short;
};

/// A collective read of a file that the kernel delivers.
void kernelRead(MpiRead &Read, ReadOutcome &Outcome) {
  ReadPlan Plan;
  attempt([&] { return Read.plan(Plan); });
  readThroughSystem(*Read.File, Plan.pages(), Outcome, false,
                    [&] { Outcome.Bytes = Read.plain(true); });
}

/// What the ranks add up before a collective read.
struct Vote {
  int64_t Cached = 0, Pages = 0, Against = 0;
};

/// True, on all ranks alike, if the read is to be served from the caches.
bool passes(OpenFile &File, Vote Mine) {
  Vote All = Mine;
  if (File.VoteComm != MPI_COMM_NULL &&
      PMPI_Allreduce(&Mine, &All, 3, MPI_INT64_T, MPI_SUM, File.VoteComm) !=
          MPI_SUCCESS)
    return false;
  File.voted();
  File.Votes.voted(All.Cached > 0);
  return All.Against == 0 && All.Cached > 0 && All.Cached * 2 >= All.Pages;
}

} // namespace

std::optional<int> votedRead(const ReadRequest &R, OpenFile &File,
                             MPI_Status *Status, PlainRead Alone,
                             ReadOutcome &Outcome) {
  if (!File.Collective || File.Votes.skips()) {
    File.Cached->Stats->add(Counter::CollectivePlainReads);
    return std::nullopt;
  }
  MpiRead Read(R, File, Status, Alone);
  ReadPlan Plan;
  Vote Mine;
  bool Known = attempt([&] {
    // Beyond the end the MPI libraries' collective reads count what they will.
    if (!Read.plan(Plan) ||
        !File.Shared->reachesTo(Plan.fileEnd(), *File.Cached))
      return false;
    Mine.Pages = static_cast<int64_t>(Plan.pages().size());
    if (sources().mayHaveAsked())
      Mine.Cached = static_cast<int64_t>(
          runtime().cache().probe(*File.Cached, Plan.pages()));
    return true;
  });
  if (!Known)
    Mine = {0, 0, 1};
  FileStatistics &Stats = *File.Cached->Stats;
  if (!passes(File, Mine)) {
    Stats.add(Counter::CollectivePlainReads);
    return std::nullopt;
  }
  Stats.add(Counter::CollectiveCacheReads);
  delayPoint();
  bool Served = attempt([&] {
    PinnedPages Pinned(runtime().cache(), *File.Cached, Plan.pages());
    if (!serve(Read, Plan, Pinned.Pins))
      return false;
    Stats.add(Counter::CacheReads);
    Outcome = servedFrom(Pinned.Pins, Plan, *File.Cached);
    return true;
  });
  if (Served)
    return MPI_SUCCESS;
  // The others are served by now: no collective call may follow.
  Outcome.Bytes = Read.plain(true);
  return Read.Error;
}

int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  std::unique_lock<std::mutex> Turn = takeTurn(R.From, *File);
  MpiRead Read(R, *File, Status, Plain);
  RecordedCall Call(R, File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIo);
  meetByPlace(R, *File);
  MpiFrontend::read(Read, mayServe(R, *File));
  Call.ended(Read.Bytes);
  return Read.Error;
}

int collectiveRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain,
                   PlainRead Alone) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  RecordedCall Call(R, File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIoCollective);
  ReadTimer Timer(*File->Cached->Stats);
  ReadOutcome Outcome;
  meetByPlace(R, *File);
  sources().callBegins(*File->Cached);
  tellSources(R, *File);
  std::optional<int> Error = votedRead(R, *File, Status, Alone, Outcome);
  if (!Error) {
    MpiRead Read(R, *File, Status, Plain);
    if (isDeliveredByKernel(*File->Cached) && mayServe(R, *File) &&
        isWorthALook(*File->Cached))
      kernelRead(Read, Outcome);
    else
      Outcome.Bytes = Read.plain(true);
    Error = Read.Error;
  }
  Timer.finished(Outcome);
  Call.ended(Outcome.Bytes);
  return *Error;
}

} // namespace foreslice
