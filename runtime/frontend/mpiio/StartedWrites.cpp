//===- StartedWrites.cpp - writes whose end is another call ---------------===//
//
// See StartedWrites.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/StartedWrites.h"

#include "frontend/ProgramRead.h"

namespace foreslice {

void StartedWrites::add(MPI_Request Request,
                        std::shared_ptr<StartedWrite> Write) {
  const bool IsKnown = attempt([&] {
    MutexLock L(Lock);
    Writes.push_back({Request, Write});
    Count.store(Writes.size());
    return true;
  });
  if (!IsKnown) {
    Write->abandon();
    Write->ended(nullptr);
  }
}

std::shared_ptr<StartedWrite> StartedWrites::find(MPI_Request Request) const {
  MutexLock L(Lock);
  auto Found = std::find_if(Writes.rbegin(), Writes.rend(),
                            [&](auto &E) { return E.Request == Request; });
  return Found == Writes.rend() ? nullptr : Found->Write;
}

void StartedWrites::ended(const std::shared_ptr<StartedWrite> &Write,
                          MPI_Status *Status) {
  {
    MutexLock L(Lock);
    if (std::erase_if(Writes, [&](auto &E) { return E.Write == Write; }) == 0)
      return;
    Count.store(Writes.size());
  }
  Write->ended(Status);
}

void StartedWrites::endAll(const OpenFile &File) {
  if (none())
    return;
  std::vector<std::shared_ptr<StartedWrite>> Over;
  attempt([&] {
    MutexLock L(Lock);
    for (const Entry &E : Writes)
      if (&E.Write->file() == &File)
        Over.push_back(E.Write);
    return true;
  });
  for (const auto &Write : Over)
    ended(Write, nullptr);
}

} // namespace foreslice
