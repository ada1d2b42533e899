//===- MpiRead.h - a read by MPI, as served by the cache ------------------===//
//
// The common part of blocking, collective and nonblocking reads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_MPIREAD_H
#define FORESLICE_FRONTEND_MPIIO_MPIREAD_H

#include "frontend/mpiio/ServedRead.h"
#include "frontend/mpiio/ShortRead.h"

namespace foreslice {

class MpiRead : public ProgramRead {
public:
  MpiRead(const ReadRequest &R, OpenFile &File, ReadKind Kind,
          MPI_Status *Status)
      : ProgramRead(File.Cached, R.Buffer, Kind), R(R), Of(File),
        Status(Status), Short(R, File) {
    Order =
        runtime().signatures() && File.Shared ? &File.Shared->Order : nullptr;
  }

  bool plan(ReadPlan &Plan) override { return planFor(R, Of, Plan); }
  bool isHeld() const override { return Of.Shared->suspended(); }
  void trim(ReadPlan &Plan) override { Short.trim(Plan); }
  bool commit(const ReadPlan &Plan) override;

  int Error = MPI_SUCCESS;
  uint64_t Bytes = 0; ///< Bytes read, if wanted.

protected:
  /// Makes the read by the MPI library.
  uint64_t readBy(PlainRead Plain, bool Wanted);

  const ReadRequest &R;
  OpenFile &Of;

private:
  MPI_Status *const Status;
  ShortRead Short;
};

/// A collective read. Alone reads blocking, without the other ranks.
class VotedRead : public MpiRead {
public:
  VotedRead(const ReadRequest &R, OpenFile &File, ReadKind Kind,
            MPI_Status *Status, PlainRead Alone)
      : MpiRead(R, File, Kind, Status), Alone(Alone) {}

  bool votes() override;
  bool passesVote(FunctionRef<const ReadPlan *()> Plans) override;
  uint64_t plainAlone() override { return readBy(Alone, /*Wanted=*/true); }

  bool HasPassed = false; ///< The vote.

private:
  struct Vote;
  Vote voteBy(const ReadPlan *Plan) const;

  PlainRead Alone;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_MPIREAD_H
