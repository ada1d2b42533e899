//===- Waits.cpp - calls that complete requests ---------------------------===//
//
// The MPI library makes these calls. While nonblocking writes are under way,
// the requests of the call are looked up, and the writes among them that are
// complete have ended. MPI sets the handle of a completed request to
// MPI_REQUEST_NULL. The status tells whether all bytes were written: libraries
// report short writes as successes. MPI_Request_get_status completes nothing:
// the write then ends later than the program knows.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;

namespace {

/// The started writes among the requests of a call.
class WaitedWrites {
public:
  WaitedWrites(int Count, MPI_Request *Requests) : Requests(Requests) {
    if (!Requests)
      return;
    attempt([&] {
      for (int I = 0; I < Count; ++I)
        if (auto Write = mpi().startedWrites().find(Requests[I]))
          Found.push_back({I, std::move(Write)});
      return true;
    });
  }

  /// The program's statuses, or Count others where the program ignores them.
  MPI_Status *statuses(MPI_Status *OfProgram, MPI_Status *Ignored, int Count) {
    if (OfProgram == Ignored && !Found.empty())
      attempt([&] {
        Own.resize(static_cast<size_t>(Count));
        return true;
      });
    Statuses = Own.empty() ? OfProgram : Own.data();
    AreKnown = Statuses != Ignored;
    return Statuses;
  }

  /// The call has given Error, and Status(I) as the number of the status of
  /// request I.
  template <class StatusFn> int over(int Error, StatusFn Status) {
    for (auto &[I, Write] : Found)
      if (Requests[I] == MPI_REQUEST_NULL)
        mpi().startedWrites().ended(Write, Error == MPI_SUCCESS && AreKnown
                                               ? Statuses + Status(I)
                                               : nullptr);
    return Error;
  }

private:
  struct Waited {
    int Number;
    std::shared_ptr<StartedWrite> Write;
  };

  MPI_Request *const Requests;
  std::vector<Waited> Found;
  std::vector<MPI_Status> Own;
  MPI_Status *Statuses = nullptr;
  bool AreKnown = false;
};

bool isNoneStarted() { return StartedWrites::none(); }

/// The number of the only status.
int theOnly(int) { return 0; }
int ofRequest(int I) { return I; }

/// A call that tells which Completed requests have completed.
template <class CallFn>
int some(int Count, MPI_Request *Requests, const int *Completed,
         const int *Indices, MPI_Status *S, CallFn Call) {
  WaitedWrites Writes(Count, Requests);
  const int Error = Call(Writes.statuses(S, MPI_STATUSES_IGNORE, Count));
  return Writes.over(Error, [&](int I) {
    return static_cast<int>(std::find(Indices, Indices + *Completed, I) -
                            Indices);
  });
}

} // namespace

extern "C" {

int MPI_Wait(MPI_Request *R, MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Wait(R, S);
  WaitedWrites Writes(1, R);
  return Writes.over(PMPI_Wait(R, Writes.statuses(S, MPI_STATUS_IGNORE, 1)),
                     theOnly);
}

int MPI_Test(MPI_Request *R, int *Flag, MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Test(R, Flag, S);
  WaitedWrites Writes(1, R);
  return Writes.over(
      PMPI_Test(R, Flag, Writes.statuses(S, MPI_STATUS_IGNORE, 1)), theOnly);
}

int MPI_Waitall(int N, MPI_Request *R, MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Waitall(N, R, S);
  WaitedWrites Writes(N, R);
  return Writes.over(
      PMPI_Waitall(N, R, Writes.statuses(S, MPI_STATUSES_IGNORE, N)),
      ofRequest);
}

int MPI_Testall(int N, MPI_Request *R, int *Flag, MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Testall(N, R, Flag, S);
  WaitedWrites Writes(N, R);
  return Writes.over(
      PMPI_Testall(N, R, Flag, Writes.statuses(S, MPI_STATUSES_IGNORE, N)),
      ofRequest);
}

int MPI_Waitany(int N, MPI_Request *R, int *Index, MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Waitany(N, R, Index, S);
  WaitedWrites Writes(N, R);
  return Writes.over(
      PMPI_Waitany(N, R, Index, Writes.statuses(S, MPI_STATUS_IGNORE, 1)),
      theOnly);
}

int MPI_Testany(int N, MPI_Request *R, int *Index, int *Flag, MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Testany(N, R, Index, Flag, S);
  WaitedWrites Writes(N, R);
  return Writes.over(
      PMPI_Testany(N, R, Index, Flag, Writes.statuses(S, MPI_STATUS_IGNORE, 1)),
      theOnly);
}

int MPI_Waitsome(int N, MPI_Request *R, int *Completed, int *Indices,
                 MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Waitsome(N, R, Completed, Indices, S);
  return some(N, R, Completed, Indices, S, [&](MPI_Status *Statuses) {
    return PMPI_Waitsome(N, R, Completed, Indices, Statuses);
  });
}

int MPI_Testsome(int N, MPI_Request *R, int *Completed, int *Indices,
                 MPI_Status *S) {
  if (isNoneStarted()) [[likely]]
    return PMPI_Testsome(N, R, Completed, Indices, S);
  return some(N, R, Completed, Indices, S, [&](MPI_Status *Statuses) {
    return PMPI_Testsome(N, R, Completed, Indices, Statuses);
  });
}

int MPI_Request_free(MPI_Request *R) {
  if (!isNoneStarted() && R)
    if (auto Write = mpi().startedWrites().find(*R)) {
      Write->abandon();
      mpi().startedWrites().ended(Write, nullptr);
    }
  return PMPI_Request_free(R);
}

} // extern "C"
