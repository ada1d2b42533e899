//===- Frontend.cpp - calls through which a program reads -----------------===//
//
// See Frontend.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/Frontend.h"

#include "support/Delay.h"

#include <exception>

namespace foreslice {

/// The cache had nothing of the read: whether a source had brought all of it
/// into the operating system's memory.
static void noteLeftToSystem(const ReadPlan &Plan, CachedFile &File,
                             ReadOutcome &Outcome) {
  if (runtime().counting() && !Outcome.Served)
    Outcome.OfSystem = Outcome.ForStorage =
        runtime().cache().wereLeftToSystem(File, Plan.pages());
}

/// Tells sources where the read is. Then the pages that are there or on their
/// way, if Look, or the program's own read while the engine holds back.
static void lookUp(ProgramRead &R, bool Look, ReadOutcome &Outcome) try {
  ReadPlan Plan;
  if (!R.prepare(Plan) || Plan.length() == 0) {
    Outcome.Bytes = R.plain();
    return;
  }
  sources().reads(R.File, Plan.access());
  if (!Look) {
    Outcome.Bytes = R.plain();
    return;
  }
  delayPoint();
  if (isDeliveredByKernel(*R.File)) {
    PageCache::Passage Passed = runtime().cache().pass(*R.File, Plan.pages());
    Outcome.Bytes = R.plain();
    noteOver(Passed, Outcome);
    return;
  }
  PinnedPages Pinned(runtime().cache(), *R.File, Plan.pages());
  if (Pinned.Present && serve(R, Plan, Pinned.Pins)) {
    R.File->Stats->add(Counter::CacheReads, Pinned.Pins.hits() != 0);
    Outcome = servedFrom(Pinned.Pins, Plan, *R.File);
  } else {
    Outcome.Bytes = R.plain();
  }
  noteLeftToSystem(Plan, *R.File, Outcome);
} catch (const std::exception &) {
  Outcome.Bytes = R.plain(); // no memory for the plan
}

void Frontend::read(ProgramRead &R, bool MayServe) {
  sources().callBegins(*R.File);
  bool Look = MayServe && isWorthALook(*R.File);
  ReadTimer Timer(*R.File->Stats);
  ReadOutcome Outcome;
  if (Look || sources().listen())
    lookUp(R, Look, Outcome);
  else
    Outcome.Bytes = R.plain(Timer.runs());
  Timer.finished(Outcome);
}

} // namespace foreslice
