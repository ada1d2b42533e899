//===- WrittenRead.cpp - reads of what the program has written ------------===//
//
// Served from WrittenPages: no frame of the pool, and no read of storage, is
// needed.
//
//===----------------------------------------------------------------------===//

#include "cache/Deliveries.h"
#include "cache/DemandReads.h"
#include "cache/ReadPlan.h"
#include "layout/PieceWalk.h"

using namespace foreslice;

DemandReads::DemandReads(Deliveries &All)
    : All(All), WrittenCount(All.pool().State.Written.count()) {}

bool DemandReads::keepsWritten(const CachedFile &File) {
  return File.WrittenPages.load(std::memory_order_relaxed) != 0;
}

bool DemandReads::areWritten(CachedFile &File, const ReadPlan &Plan,
                             WrittenPages::For Who) {
  DeliveryCache &C = All.pool();
  if (Plan.length() == 0 || C.State.Limits.isOff())
    return false;
  C.dropWrittenByOthers(File);
  const auto IsKept = [&](uint64_t Offset, const std::byte *, uint64_t Length) {
    return C.State.Written.has(File, {Offset, Offset + Length}, Who);
  };
  if (!walkPieces(Plan.access(), Plan.memory(), nullptr, C.State.Grid, IsKept))
    return false;
  MutexLock L(C.State.M); // a started write may fail
  return File.isQuiet(Plan.access().range());
}

bool DemandReads::copyWritten(CachedFile &File, const ReadPlan &Plan,
                              void *Buffer, WrittenPages::For Who) {
  CacheState &S = All.pool().State;
  return walkPieces(Plan.access(), Plan.memory(), Buffer, S.Grid,
                    [&](uint64_t Offset, std::byte *To, uint64_t Length) {
                      return S.Written.copy(File, Offset, {To, Length}, Who);
                    });
}

void DemandReads::writtenRead(CachedFile &File, const ReadPlan &Plan) {
  All.pool().State.Written.used();
  File.Stats->add(Counter::CacheReads);
  File.Stats->add(Counter::WrittenReads);
  File.Stats->add(Counter::ReadyHits, Plan.pages().size());
}
