//===- MpiRead.cpp - a read by MPI, as served by the cache ----------------===//
//
// See MpiRead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiRead.h"

#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/QuietErrors.h"
#include "support/Delay.h"

namespace foreslice {

bool MpiRead::commit(const ReadPlan &Plan) {
  if (!movePointer(R, Short.movesBy(Plan)))
    return false;
  setStatus(Status, Plan.length());
  Bytes = Plan.length();
  return true;
}

uint64_t MpiRead::readBy(PlainRead Plain, bool Wanted) {
  MPI_Status Ignored;
  const bool Teaches = Short.teaches();
  Wanted |= Teaches;
  if (Teaches)
    Short.begins();
  MPI_Status *S = Status == MPI_STATUS_IGNORE && Wanted ? &Ignored : Status;
  Error = Plain(S);
  Bytes = Wanted && Error == MPI_SUCCESS ? bytesOf(*S) : 0;
  if (Teaches && Error == MPI_SUCCESS)
    Short.ended(Bytes);
  return Bytes;
}

namespace {

/// The ranks' sum before a collective read.
struct Vote {
  int64_t Cached = 0, Pages = 0, Against = 0;
  int64_t Hopes = sources().listen(); ///< A source learns from the reads.
};

/// True, on all ranks alike, if the caches are to serve the read.
bool passes(OpenFile &File, Vote Mine) {
  Vote All = Mine;
  if (File.VoteComm != MPI_COMM_NULL &&
      PMPI_Allreduce(&Mine, &All, 4, MPI_INT64_T, MPI_SUM, File.VoteComm) !=
          MPI_SUCCESS)
    return false;
  File.voted();
  File.Votes.voted(All.Cached > 0, All.Hopes > 0);
  if (File.Votes.isGivenUp()) {
    File.Collective = File.MayVote = false;
    --mpi().files().Voting;
  }
  return All.Against == 0 && All.Cached > 0 && All.Cached * 2 >= All.Pages;
}

} // namespace

/// MPI_Comm_create_group tells by it what else the ranks agree on meanwhile.
static constexpr int VoteTag = 0x4653;

void OpenFile::collectiveReadBegins() {
  if (!MayVote || CollectiveReads == FirstVoted ||
      ++CollectiveReads != FirstVoted)
    return;
  // A job has a communicator already.
  QuietComm Quiet(MPI_COMM_WORLD);
  MPI_Group Ranks;
  if (VoteComm == MPI_COMM_NULL &&
      PMPI_File_get_group(Handle, &Ranks) == MPI_SUCCESS) {
    if (PMPI_Comm_create_group(MPI_COMM_WORLD, Ranks, VoteTag, &VoteComm) ==
        MPI_SUCCESS)
      PMPI_Comm_set_errhandler(VoteComm, MPI_ERRORS_RETURN);
    PMPI_Group_free(&Ranks);
  }
  Collective = VoteComm != MPI_COMM_NULL;
  Votes.beRare();
}

bool VotedRead::votes() {
  Of.collectiveReadBegins();
  const bool Votes = Of.Collective && !Of.Votes.skips();
  File->Stats->add(Counter::CollectivePlainReads, !Votes);
  return Votes;
}

bool VotedRead::passesVote(const ReadPlan *Plan) {
  Vote Mine{0, 0, 1};
  // Beyond the end, counts of collective reads depend on the MPI library.
  attempt([&] {
    if (!Plan || !Of.Shared->reachesTo(Plan->fileEnd(), *File))
      return false;
    Vote Known{.Pages = static_cast<int64_t>(Plan->pages().size())};
    if (sources().mayHaveAsked())
      Known.Cached =
          static_cast<int64_t>(runtime().demand().probe(*File, Plan->pages()));
    Mine = Known;
    return true;
  });
  HasPassed = passes(Of, Mine);
  File->Stats->add(HasPassed ? Counter::CollectiveCacheReads
                             : Counter::CollectivePlainReads);
  delayPoint();
  return HasPassed;
}

} // namespace foreslice
