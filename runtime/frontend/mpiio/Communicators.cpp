//===- Communicators.cpp - ranks and sizes that slices may ask for --------===//
//
// See Communicators.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Communicators.h"
#include "frontend/mpiio/Process.h"
#include "source/slice/SliceExecution.h"

#include <cerrno>

namespace foreslice {

static bool isPredefined(foreslice_handle Comm) {
  return Comm == toHandle(MPI_COMM_WORLD) || Comm == toHandle(MPI_COMM_SELF);
}

void Communicators::addPredefined(int WorldRank, int WorldSize) {
  MutexLock G(Lock);
  Known[toHandle(MPI_COMM_WORLD)] = {WorldRank, WorldSize};
  Known[toHandle(MPI_COMM_SELF)] = {0, 1};
}

void Communicators::note(MPI_Comm Comm, Numbers N) {
  if (isPredefined(toHandle(Comm)) || !World.active())
    return;
  {
    MutexLock G(Lock);
    Numbers &Entry = Known[toHandle(Comm)];
    if (N.Rank)
      Entry.Rank = N.Rank;
    if (N.Size)
      Entry.Size = N.Size;
  }
  wake();
}

void Communicators::forget(MPI_Comm Comm) {
  if (isPredefined(toHandle(Comm)) || !World.active())
    return;
  MutexLock G(Lock);
  Known.erase(toHandle(Comm));
}

void Communicators::wake() {
  if (Waiting.load())
    sem_post(&Noted);
}

std::optional<int> Communicators::find(foreslice_handle Comm, Field Which) {
  MutexLock G(Lock);
  auto Entry = Known.find(Comm);
  return Entry == Known.end() ? std::nullopt : Entry->second.*Which;
}

SliceEnd Communicators::wait(foreslice_handle Comm, Field Which, int32_t &Out) {
  if (execution::runner() != 0 && !find(normalized(Comm), Which))
    return SliceEnd::UnknownHandle; // scouts do not wait
  // Before it looks: what is noted from here on wakes it.
  Waiting.store(true);
  std::optional<int> Value;
  while (!(Value = find(normalized(Comm), Which)) &&
         !execution::cancelFlag().load())
    while (sem_wait(&Noted) != 0 && errno == EINTR)
      ;
  Waiting.store(false);
  if (!Value)
    return SliceEnd::Cancelled;
  Out = *Value;
  return SliceEnd::Completed;
}

} // namespace foreslice
