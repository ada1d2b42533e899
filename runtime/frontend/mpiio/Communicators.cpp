//===- Communicators.cpp - ranks and sizes for slices ---------------------===//
//
// See Communicators.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Communicators.h"
#include "frontend/mpiio/Process.h"
#include "source/slice/SliceExecution.h"

namespace foreslice {

/// Freed communicators of which the numbers are kept.
static constexpr size_t MostFreed = 256;

static bool isPredefined(foreslice_handle Comm) {
  return Comm == toHandle(MPI_COMM_WORLD) || Comm == toHandle(MPI_COMM_SELF);
}

void Communicators::expectPredefined(int WorldRank, int WorldSize) {
  MutexLock G(Lock);
  Known[toHandle(MPI_COMM_WORLD)] = {WorldRank, WorldSize};
  Known[toHandle(MPI_COMM_SELF)] = {0, 1};
  // As Open MPI's mpif.h has them.
  constexpr MPI_Fint InWorld = 0, InSelf = 1;
  if constexpr (std::is_pointer_v<MPI_Comm>) {
    InFortran.note(InWorld, toHandle(MPI_COMM_WORLD));
    InFortran.note(InSelf, toHandle(MPI_COMM_SELF));
  }
}

void Communicators::addPredefined(int WorldRank, int WorldSize) {
  expectPredefined(WorldRank, WorldSize);
  MutexLock G(Lock);
  noteInFortran(MPI_COMM_WORLD);
  noteInFortran(MPI_COMM_SELF);
}

void Communicators::note(MPI_Comm Comm, Numbers N) {
  if (isPredefined(toHandle(Comm)) || !World.active())
    return;
  {
    MutexLock G(Lock);
    Numbers &Entry = Known[toHandle(Comm)];
    if (Entry.FreedAt) {
      Entry = {};
      --Freed;
    }
    ++Told;
    noteInFortran(Comm);
    if (N.Rank)
      Entry.Rank = N.Rank;
    if (N.Size)
      Entry.Size = N.Size;
  }
  wake();
}

void Communicators::noteInFortran(MPI_Comm Comm) {
  if constexpr (std::is_pointer_v<MPI_Comm>)
    InFortran.note(PMPI_Comm_c2f(Comm), toHandle(Comm));
}

void Communicators::forget(MPI_Comm Comm) {
  if (isPredefined(toHandle(Comm)) || !World.active())
    return;
  MutexLock G(Lock);
  auto Entry = Known.find(toHandle(Comm));
  if (Entry == Known.end() || Entry->second.FreedAt)
    return;
  Entry->second.FreedAt = Told;
  if (++Freed > MostFreed)
    Freed -=
        std::erase_if(Known, [](const auto &E) { return E.second.FreedAt; });
}

void Communicators::wake() {
  {
    MutexLock G(Lock); // a slice between look and wait holds the lock
  }
  Noted.notifyAll();
}

/// The numbers of a freed communicator are given once the program has asked for
/// those of another one. Until then a new communicator may have the freed
/// handle, and the program has not asked for its numbers yet.
std::optional<int> Communicators::find(foreslice_handle Comm, Field Which) {
  auto Entry = Known.find(normalized(InFortran.inC(Comm)));
  if (Entry == Known.end() || Entry->second.FreedAt == Told)
    return std::nullopt;
  return Entry->second.*Which;
}

SliceEnd Communicators::wait(foreslice_handle Comm, Field Which, int32_t &Out) {
  MutexLock G(Lock);
  std::optional<int> Value = find(Comm, Which);
  if (!Value && execution::isScout())
    return SliceEnd::UnknownHandle; // scouts do not wait
  while (!Value && !execution::cancelFlag().load()) {
    Noted.wait(Lock);
    Value = find(Comm, Which);
  }
  if (!Value)
    return SliceEnd::Cancelled;
  Out = *Value;
  return SliceEnd::Completed;
}

} // namespace foreslice
