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

/// The ranks' sum before a collective read.
struct VotedRead::Vote {
  int64_t Cached = 0, Pages = 0, Against = 0;
  int64_t Unplanned = 0; ///< Ranks without a page that have not planned.
  int64_t Hopes = sources().listen(); ///< A source learns from the reads.
  /// Ranks that have copies of what they wrote, and ranks whose writes failed.
  int64_t Written = 0, Failed = 0;

  /// Nothing if the ranks cannot vote.
  std::optional<Vote> ofAll(MPI_Comm Ranks) const {
    Vote All = *this;
    constexpr int Count = sizeof(Vote) / sizeof(int64_t);
    if (Ranks != MPI_COMM_NULL && PMPI_Allreduce(this, &All, Count, MPI_INT64_T,
                                                 MPI_SUM, Ranks) != MPI_SUCCESS)
      return std::nullopt;
    return All;
  }
};

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

VotedRead::Vote VotedRead::voteBy(const ReadPlan *Plan) const {
  Vote Mine{.Against = 1, .Failed = Of.WriteHasFailed};
  // Beyond the end, counts of collective reads depend on the MPI library.
  attempt([&] {
    if (!Plan)
      return false;
    Vote Known{.Pages = static_cast<int64_t>(Plan->pages().size()),
               .Failed = Mine.Failed};
    if (IsWritten) {
      Known.Written = 1;
      Known.Cached = Known.Pages;
    } else if (isHeld() || !Of.Shared->reachesTo(Plan->fileEnd(), *File)) {
      return false;
    } else if (sources().mayHaveAsked()) {
      Known.Cached =
          static_cast<int64_t>(runtime().demand().probe(*File, Plan->pages()));
    }
    Mine = Known;
    return true;
  });
  return Mine;
}

/// A plan costs much by a view of many parts: a rank without a page plans only
/// if other ranks have pages. The ranks then vote once more.
bool VotedRead::passesVote(FunctionRef<const ReadPlan *()> Plans) {
  const Vote First = sources().mayHaveAsked() || looksForWritten()
                         ? voteBy(Plans())
                         : Vote{.Unplanned = 1};
  std::optional<Vote> All = First.ofAll(Of.VoteComm);
  if (All && All->Unplanned > 0 && All->Cached > 0 && All->Against == 0)
    All = (First.Unplanned ? voteBy(Plans()) : First).ofAll(Of.VoteComm);
  if (All) {
    Of.voted();
    Of.Votes.voted(All->Cached > 0, All->Hopes > 0);
    if (Of.Votes.isGivenUp()) {
      Of.Collective = Of.MayVote = false;
      --mpi().files().Voting;
    }
  }
  HasPassed = All && All->Against == 0 && All->Cached > 0 &&
              All->Cached * 2 >= All->Pages &&
              (All->Written == 0 || All->Failed == 0);
  File->Stats->add(HasPassed ? Counter::CollectiveCacheReads
                             : Counter::CollectivePlainReads);
  delayPoint();
  return HasPassed;
}

} // namespace foreslice
