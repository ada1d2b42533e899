//===- DemandRead.cpp - cache or MPI library ------------------------------===//
//
// After any failure before or in serving a read, the MPI library's own read of
// the whole request follows, and sets buffer, status and pointer anew.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DemandRead.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/MpiRead.h"
#include "frontend/mpiio/slice/LibraryFiles.h"

namespace foreslice {

namespace {

class BlockingRead final : public MpiRead {
public:
  BlockingRead(const ReadRequest &R, OpenFile &File, MPI_Status *Status,
               PlainRead Plain)
      : MpiRead(R, File, ReadKind::Alone, Status), PlainCall(Plain) {}
  uint64_t plain(bool Wanted) override { return readBy(PlainCall, Wanted); }

private:
  PlainRead PlainCall;
};

class CollectiveRead final : public VotedRead {
public:
  CollectiveRead(const ReadRequest &R, OpenFile &File, MPI_Status *Status,
                 PlainRead Plain, PlainRead Alone)
      : VotedRead(R, File, ReadKind::Collective, Status, Alone),
        OwnRead(Plain) {}
  uint64_t plain(bool Wanted) override { return readBy(OwnRead, Wanted); }

private:
  PlainRead OwnRead;
};

} // namespace

int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain) {
  OpenFile *File = mpi().files().lookUp(R.Handle);
  if (!File || !File->Cached)
    return Plain(Status);
  std::unique_lock<std::mutex> Turn = takeTurn(R.From, *File);
  BlockingRead Read(R, *File, Status, Plain);
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
  CollectiveRead Read(R, *File, Status, Plain, Alone);
  RecordedCall Call(R, File, RecordedCall::Operation::Read,
                    RecordedCall::Layer::MpiIoCollective);
  meetByPlace(R, *File);
  MpiFrontend::read(Read, mayServeAll(R, *File));
  Call.ended(Read.Bytes);
  return Read.Error;
}

} // namespace foreslice
