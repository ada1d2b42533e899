//===- Frontend.cpp - calls through which a program reads -----------------===//
//
// See Frontend.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/Frontend.h"

namespace foreslice {

/// The cache had nothing of the read: whether a source had brought all of it
/// into the operating system's memory.
static void noteLeftToSystem(const ReadPlan &Plan, CachedFile &File,
                             ReadOutcome &Outcome) {
  if (runtime().counting() && !Outcome.Served)
    Outcome.OfSystem = Outcome.ForStorage =
        runtime().demand().wereLeftToSystem(File, Plan.pages());
}

/// Tells sources where the read is. False if the read is not to be looked up.
static bool plan(ProgramRead &R, ReadPlan &Plan) {
  if (!R.plan(Plan) || Plan.length() == 0)
    return false;
  sources().reads(R.File, Plan.access(), [&] { return R.fileSize(); });
  delayPoint();
  return true;
}

/// The pages that are there or on their way, or the program's own read while
/// the engine holds back.
static void lookUp(ProgramRead &R, ReadPlan &Plan, ReadOutcome &Outcome) {
  Demand Pins;
  bool Served = attempt([&] {
    R.trim(Plan);
    Pins = runtime().demand().pin(*R.File, Plan.pages());
    return Pins.any() && serve(R, Plan, Pins);
  });
  if (Served) {
    R.File->Stats->add(Counter::CacheReads, Pins.hits() != 0);
    Outcome = servedFrom(Pins, Plan, *R.File);
  } else {
    Outcome.Bytes = R.plain();
  }
  noteLeftToSystem(Plan, *R.File, Outcome);
}

void Frontend::read(ProgramRead &R, bool MayServe) {
  sources().callBegins(*R.File);
  bool Look = MayServe && isWorthALook(*R.File);
  ReadTimer Timer(*R.File->Stats);
  ReadOutcome Outcome;
  ReadPlan Plan;
  bool Planned =
      (Look || sources().listen()) && attempt([&] { return plan(R, Plan); });
  if (!Look || !Planned)
    Outcome.Bytes = R.plain(Timer.runs());
  else if (isDeliveredByKernel(*R.File))
    readThroughSystem(*R.File, Plan.pages(), Outcome, false,
                      [&] { Outcome.Bytes = R.plain(); });
  else
    lookUp(R, Plan, Outcome);
  Timer.finished(Outcome);
}

} // namespace foreslice
