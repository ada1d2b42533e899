//===- StartedRead.cpp - nonblocking and split collective reads -----------===//
//
// A nonblocking read is served if all of its pages are there when it is called:
// the data are copied at once, and the request is a generalized one that is
// complete (MPI 4.0, section 13.2), which every call on requests takes. Nothing
// is waited for, not even pages on their way, and no vote is held: MPI lets
// ranks come to a nonblocking collective read at their leisure. A split
// collective read may do all of its work in its begin (section 14.4.5).
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DemandRead.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "support/Delay.h"

namespace foreslice {

namespace {

static_assert(sizeof(void *) >= sizeof(uint64_t), "a pointer holds a length");

/// The status of a served read; its length is all that the request keeps.
int queryLength(void *Length, MPI_Status *Status) {
  Status->MPI_SOURCE = MPI_UNDEFINED;
  Status->MPI_TAG = MPI_UNDEFINED;
  setStatus(Status, reinterpret_cast<uintptr_t>(Length));
  return MPI_SUCCESS;
}
int nothingToFree(void *) { return MPI_SUCCESS; }
int nothingToCancel(void *, int) { return MPI_SUCCESS; }

/// A request that is complete, with the status of a read of Length bytes.
bool completedRequest(uint64_t Length, MPI_Request &Request) {
  if (PMPI_Grequest_start(queryLength, nothingToFree, nothingToCancel,
                          reinterpret_cast<void *>(Length),
                          &Request) != MPI_SUCCESS)
    return false;
  PMPI_Grequest_complete(Request);
  return true;
}

/// True if the read is done and *Request complete; else nothing has happened
/// but to the buffer, which the MPI library's read will overwrite.
bool serveAtOnce(const ReadRequest &R, const OpenFile &File,
                 MPI_Request *Request, ReadOutcome &Outcome) {
  ReadPlan Plan;
  if (!Request || !planFor(R, File, Plan) || Plan.length() == 0)
    return false;
  Demand Pins = runtime().demand().pinReady(*File.Cached, Plan.pages());
  delayPoint();
  if (Pins.pages().empty() || !Plan.covered(Pins.pages()) ||
      !Plan.copy(Pins.pages(), *File.Cached, R.Buffer) || !Pins.stillThere())
    return false;
  MPI_Request Done;
  if (!completedRequest(Plan.length(), Done))
    return false;
  if (!movePointer(R, Plan.access().etypes())) {
    PMPI_Wait(&Done, MPI_STATUS_IGNORE);
    return false;
  }
  *Request = Done;
  attempt([&] {
    Pins.markUsed();
    return true;
  });
  File.Cached->Stats->add(Counter::CacheReads);
  Outcome = servedFrom(Pins, Plan, *File.Cached);
  return true;
}

/// The time of a start says little: sources are told by where the data are.
void tellWhereDataAre(const ReadRequest &R, const OpenFile &File) {
  ReadPlan Plan;
  if (!attempt([&] { return planFor(R, File, Plan); }) || Plan.length() == 0)
    return;
  if (!isFirstPageInMemory(Plan, *File.Cached))
    sources().readDone(0, UINT64_MAX);
}

/// What a read asks for: what it gets is known only when it is complete.
uint64_t bytesAsked(const ReadRequest &R) {
  MPI_Count Size = 0;
  if (R.Count <= 0 || R.Type == MPI_DATATYPE_NULL ||
      PMPI_Type_size_x(R.Type, &Size) != MPI_SUCCESS || Size <= 0)
    return 0;
  return static_cast<uint64_t>(R.Count) * static_cast<uint64_t>(Size);
}

/// Starts a read that the MPI library makes of a file that the kernel delivers.
int kernelStart(const ReadRequest &R, const OpenFile &File, PlainStart Plain,
                ReadOutcome &Outcome) {
  ReadPlan Plan;
  attempt([&] { return planFor(R, File, Plan); });
  int Error = MPI_SUCCESS;
  readThroughSystem(*File.Cached, Plan.pages(), Outcome, true,
                    [&] { Error = Plain(); });
  return Error;
}

int startedRead(const ReadRequest &R, bool MayServe, OpenFile &File,
                MPI_Request *Request, PlainStart Plain) {
  std::unique_lock<std::mutex> Turn = takeTurn(R.From, File);
  ReadTimer Timer(*File.Cached->Stats);
  ReadOutcome Outcome;
  RecordedCall Call(R, &File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIo);
  sources().callBegins(*File.Cached);
  tellSources(R, File);
  if (sources().timesNext())
    tellWhereDataAre(R, File);
  bool Look = MayServe && isWorthALook(*File.Cached);
  bool ByKernel = Look && isDeliveredByKernel(*File.Cached);
  int Error = MPI_SUCCESS;
  bool Served = Look && !ByKernel &&
                attempt([&] { return serveAtOnce(R, File, Request, Outcome); });
  if (!Served) {
    Error = ByKernel ? kernelStart(R, File, Plain, Outcome) : Plain();
    if (runtime().counting() && Error == MPI_SUCCESS)
      Outcome.Bytes = bytesAsked(R);
  }
  Outcome.OnlyStarted = true;
  Timer.finished(Outcome);
  Call.ended(Outcome.Bytes);
  return Error;
}

} // namespace

int nonblockingRead(const ReadRequest &R, MPI_Request *Request,
                    PlainStart Plain) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain();
  return startedRead(R, mayServe(R, *File), *File, Request, Plain);
}

int nonblockingCollectiveRead(const ReadRequest &R, MPI_Request *Request,
                              PlainStart Plain) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain();
  return startedRead(R, File->OneRank, *File, Request, Plain);
}

int splitReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Alone) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain();
  RecordedCall Call(R, File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIoCollective);
  sources().callBegins(*File->Cached);
  tellSources(R, *File);
  ReadTimer Timer(*File->Cached->Stats);
  ReadOutcome Outcome;
  std::optional<int> Error =
      votedRead(R, *File, MPI_STATUS_IGNORE, Alone, Outcome);
  if (Error)
    Call.ended(Outcome.Bytes);
  else
    Call.ended();
  if (!Error && isDeliveredByKernel(*File->Cached) && mayServe(R, *File) &&
      isWorthALook(*File->Cached))
    return kernelStart(R, *File, Plain, Outcome);
  if (!Error)
    return Plain();
  Timer.finished(Outcome);
  if (*Error == MPI_SUCCESS)
    File->SplitBytes = static_cast<int64_t>(Outcome.Bytes);
  return *Error;
}

int orderedReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Whole) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain();
  if (!sources().anyCounts() || !mayServe(R, *File)) {
    sources().callBegins(*File->Cached);
    return Plain();
  }
  MPI_Status Status;
  int Error = independentRead(R, &Status, Whole);
  if (Error == MPI_SUCCESS)
    File->SplitBytes = static_cast<int64_t>(bytesOf(Status));
  return Error;
}

int splitReadEnd(MPI_File Handle, MPI_Status *Status, PlainRead Plain) {
  OpenFile *File = mpi().files().lookUp(Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  if (File->SplitBytes >= 0) {
    setStatus(Status, static_cast<uint64_t>(File->SplitBytes));
    File->SplitBytes = -1;
    return MPI_SUCCESS;
  }
  ReadTimer Timer(*File->Cached->Stats);
  MPI_Status Own;
  MPI_Status *S = Status == MPI_STATUS_IGNORE ? &Own : Status;
  int Error = Plain(S);
  ReadOutcome Outcome;
  Outcome.Bytes = Error == MPI_SUCCESS ? bytesOf(*S) : 0;
  Outcome.OnlyStarted = true;
  Timer.finished(Outcome);
  return Error;
}

} // namespace foreslice
