//===- StartedRead.cpp - nonblocking and split collective reads -----------===//
//
// A nonblocking read is served if all pages are present at the call: the data
// are copied at once, and the request is a complete generalized request (MPI
// 4.0, section 13.2), accepted by every call on requests. The read waits for
// nothing, not even for pages on the way, and there is no vote: MPI lets ranks
// come late to a nonblocking collective read. Of several ranks, each is served
// or not by itself. A served rank makes the collective call without a byte to
// read. A split collective read may do all work in the begin (section 14.4.5).
//
//===----------------------------------------------------------------------===//

#include "frontend/ReadTimer.h"
#include "frontend/mpiio/DemandRead.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/MpiRead.h"

namespace foreslice {

namespace {

static_assert(sizeof(void *) >= sizeof(uint64_t), "a pointer holds a length");

/// The status of a served read; the request keeps only the length.
int queryLength(void *Length, MPI_Status *Status) {
  Status->MPI_SOURCE = MPI_UNDEFINED;
  Status->MPI_TAG = MPI_UNDEFINED;
  setStatus(Status, reinterpret_cast<uintptr_t>(Length));
  return MPI_SUCCESS;
}
int nothingToFree(void *) { return MPI_SUCCESS; }
int nothingToCancel(void *, int) { return MPI_SUCCESS; }

/// A complete request, with the status of a read of Length bytes.
bool completedRequest(uint64_t Length, MPI_Request &Request) {
  if (PMPI_Grequest_start(queryLength, nothingToFree, nothingToCancel,
                          reinterpret_cast<void *>(Length),
                          &Request) != MPI_SUCCESS)
    return false;
  PMPI_Grequest_complete(Request);
  return true;
}

/// Bytes asked for: bytes read are known only at completion.
uint64_t bytesAsked(const ReadRequest &R) {
  MPI_Count Size = 0;
  if (R.Count <= 0 || R.Type == MPI_DATATYPE_NULL ||
      PMPI_Type_size_x(R.Type, &Size) != MPI_SUCCESS || Size <= 0)
    return 0;
  return static_cast<uint64_t>(R.Count) * static_cast<uint64_t>(Size);
}

class NonblockingRead : public MpiRead {
public:
  NonblockingRead(const ReadRequest &R, OpenFile &File, MPI_Request *Request,
                  PlainStart Plain)
      : MpiRead(R, File, ReadKind::Started, MPI_STATUS_IGNORE),
        Request(Request), PlainCall(Plain) {}

  bool plan(ReadPlan &Plan) override { return Request && MpiRead::plan(Plan); }
  bool commit(const ReadPlan &Plan) override {
    MPI_Request Done;
    if (!completedRequest(Plan.length(), Done))
      return false;
    if (!join() || !movePointer(R, Plan.access().etypes())) {
      PMPI_Wait(&Done, MPI_STATUS_IGNORE);
      return false;
    }
    *Request = Done;
    Bytes = Plan.length();
    return true;
  }
  uint64_t plain(bool) override {
    Error = PlainCall();
    if (runtime().counting() && Error == MPI_SUCCESS)
      Bytes = bytesAsked(R);
    return Bytes;
  }

protected:
  /// The read is served: does what the other ranks need of this rank.
  virtual bool join() { return true; }

private:
  MPI_Request *const Request;
  PlainStart PlainCall;
};

class JoinedRead final : public NonblockingRead {
public:
  JoinedRead(const ReadRequest &R, OpenFile &File, MPI_Request *Request,
             PlainStart Plain, CollectiveStart Start)
      : NonblockingRead(R, File, Request, Plain), Start(Start) {}

protected:
  bool join() override {
    MPI_Request Empty;
    if (Start(0, &Empty) != MPI_SUCCESS)
      return false;
    Of.Joined.push_back(Empty);
    return true;
  }

private:
  CollectiveStart Start;
};

/// The end of the read has the status.
class SplitRead final : public VotedRead {
public:
  SplitRead(const ReadRequest &R, OpenFile &File, PlainStart Plain,
            PlainRead Alone)
      : VotedRead(R, File, ReadKind::Split, MPI_STATUS_IGNORE, Alone),
        OwnStart(Plain) {}
  uint64_t plain(bool) override {
    Error = OwnStart();
    return 0;
  }

private:
  PlainStart OwnStart;
};

int startedRead(const ReadRequest &R, bool MayServe, OpenFile &File,
                NonblockingRead &Read) {
  std::unique_lock<std::mutex> Turn = takeTurn(R.From, File);
  RecordedCall Call(R, &File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIo);
  MpiFrontend::read(Read, MayServe);
  Call.ended(Read.Bytes);
  return Read.Error;
}

} // namespace

int nonblockingRead(const ReadRequest &R, MPI_Request *Request,
                    PlainStart Plain) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain();
  NonblockingRead Read(R, *File, Request, Plain);
  return startedRead(R, mayServe(R, *File), *File, Read);
}

int nonblockingCollectiveRead(const ReadRequest &R, MPI_Request *Request,
                              CollectiveStart Start) {
  auto Whole = [&] { return Start(R.Count, Request); };
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Whole();
  if (File->OneRank) {
    NonblockingRead Read(R, *File, Request, Whole);
    return startedRead(R, true, *File, Read);
  }
  JoinedRead Read(R, *File, Request, Whole, Start);
  return startedRead(R, File->mayJoin(), *File, Read);
}

int splitReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Alone) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain();
  SplitRead Read(R, *File, Plain, Alone);
  RecordedCall Call(R, File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIoCollective);
  MpiFrontend::read(Read, mayServeAll(R, *File));
  if (!Read.HasPassed) {
    Call.ended();
    return Read.Error;
  }
  Call.ended(Read.Bytes);
  if (Read.Error == MPI_SUCCESS)
    File->SplitBytes = static_cast<int64_t>(Read.Bytes);
  return Read.Error;
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
  MPI_Status OwnStatus;
  MPI_Status *S = Status == MPI_STATUS_IGNORE ? &OwnStatus : Status;
  int Error = Plain(S);
  ReadOutcome Outcome;
  Outcome.Bytes = Error == MPI_SUCCESS ? bytesOf(*S) : 0;
  Outcome.OnlyStarted = true;
  Timer.finished(Outcome);
  return Error;
}

} // namespace foreslice
