//===- Frontend.cpp - the calls by which a program reads ------------------===//
//
// The one order in which sources, cache and program come to a read. Pages
// cached or on the way are copied to the program. After any failure, the
// program's own read of all bytes follows.
//
//===----------------------------------------------------------------------===//

#include "frontend/Frontend.h"

#include "frontend/DataOrder.h"
#include "frontend/ReadTimer.h"
#include "scheme/Pace.h"
#include "support/Clock.h"
#include "support/Delay.h"

namespace foreslice {

/// Reads between two looks whether the operating system keeps the file's pages.
static constexpr uint64_t ReadsPerLook = 64;

/// Whether the operating system has the first page of Plan in memory.
static bool isFirstPageInMemory(const ReadPlan &Plan, const CachedFile &File) {
  return File.isResident(
      runtime().demand().grid().bytesOf(Plan.pages().front().Page));
}

/// The time of a start says little: sources are told by where the data are.
static void tellWhereDataAre(const ReadPlan &Plan, const CachedFile &File) {
  if (!isFirstPageInMemory(Plan, File))
    sources().readDone(0, UINT64_MAX);
}

/// The read as sources see it: in the order of the file's data, if known.
static Access toldAs(const ProgramRead &R, const Access &Read) {
  std::shared_ptr<const View> Ordered = R.Order ? R.Order->view() : nullptr;
  const ByteRange Range = Read.range();
  return Ordered && Range.End - Range.Begin == Read.Length
             ? Access{std::move(Ordered), Range.Begin, Read.Length}
             : Read;
}

/// The read of Plan took Ns.
static void noteOrder(const ProgramRead &R, const ReadPlan &Plan,
                      const ReadOutcome &Outcome, uint64_t Ns) {
  const ByteRange Bytes = Plan.access().range();
  R.Order->readDone({Bytes, R.IsExpected, !Pace::isFast(Plan.length(), Ns)},
                    R.File, runtime().signatures());
  if (runtime().counting() && !R.File->Stats->Datasets.areAny())
    R.Order->count(Bytes, Outcome.Served ? Outcome.Ready : Outcome.OfSystem,
                   R.File->Stats->Path);
}

/// Plans the read. True if all of the read is known. Tells: tells sources, too.
/// MayAsk: sources may ask for the next reads.
static bool plan(ProgramRead &R, ReadPlan &Plan, bool Tells, bool MayAsk) {
  if (!R.plan(Plan))
    return false;
  R.IsWritten = R.looksForWritten() &&
                runtime().demand().areWritten(*R.File, Plan, R.whoReads());
  if (Tells && Plan.length() != 0 && !R.isHeld())
    R.IsExpected = sources().reads(
        R.File, toldAs(R, Plan.access()), [&] { return R.fileSize(); },
        MayAsk && !R.IsWritten);
  delayPoint();
  return true;
}

/// Serves what the program has written. False, with nothing committed, if the
/// program's own read is to follow.
static bool serveWritten(ProgramRead &R, const ReadPlan &Plan,
                         ReadOutcome &Outcome) {
  if (!R.IsWritten || !attempt([&] {
        return runtime().demand().copyWritten(*R.File, Plan, R.Buffer,
                                              R.whoReads()) &&
               R.commit(Plan);
      }))
    return false;
  runtime().demand().writtenRead(*R.File, Plan);
  Outcome = {.Bytes = Plan.length(),
             .Served = true,
             .Ready = true,
             .ForStorage = true};
  return true;
}

/// Copies the read out of Pins and commits the read. False, with nothing
/// committed, if the program's own read is to follow.
static bool serve(ProgramRead &R, const ReadPlan &Plan, Demand &Pins) {
  delayPoint();
  if (!Plan.covered(Pins.pages()) ||
      !Plan.copy(Pins.pages(), *R.File, R.Buffer) || !Pins.stillThere() ||
      !R.commit(Plan))
    return false;
  delayPoint();
  attempt([&] {
    Pins.markUsed();
    return true;
  });
  return true;
}

/// A read of Plan has been served from Pins.
static ReadOutcome servedFrom(const Demand &Pins, const ReadPlan &Plan,
                              const CachedFile &File) {
  ReadOutcome R{.Bytes = Plan.length(),
                .Served = Pins.hits() != 0,
                .Ready = Pins.ready()};
  if (!R.Served || !runtime().counting())
    return R;
  // A page read once is in the operating system's memory, unless the file
  // system keeps nothing there.
  FileStatistics &Stats = *File.Stats;
  if (Stats.get(Counter::CacheReads) % ReadsPerLook == 0) {
    Stats.KeptBySystem.store(isFirstPageInMemory(Plan, File),
                             std::memory_order_relaxed);
  }
  R.ForStorage = Pins.fetchedForIt() ||
                 !Stats.KeptBySystem.load(std::memory_order_relaxed);
  return R;
}

/// The cache had nothing of the read: notes whether a source had brought all
/// bytes into the operating system's memory.
static void noteLeftToSystem(const ReadPlan &Plan, CachedFile &File,
                             ReadOutcome &Outcome) {
  if (runtime().counting() && !Outcome.Served)
    Outcome.OfSystem = Outcome.ForStorage =
        runtime().demand().wereLeftToSystem(File, Plan.pages());
}

/// Serves the pages present or on the way; while the engine holds back, makes
/// the program's own read. A read that only starts waits for no page.
static void lookUp(ProgramRead &R, ReadPlan &Plan, ReadOutcome &Outcome) {
  if (R.isCollective() && serveWritten(R, Plan, Outcome))
    return;
  DemandReads &Reads = runtime().demand();
  Demand Pins;
  bool Served = attempt([&] {
    if (R.Kind == ReadKind::Alone)
      R.trim(Plan);
    Pins = R.Kind == ReadKind::Started ? Reads.pinReady(*R.File, Plan.pages())
                                       : Reads.pin(*R.File, Plan.pages());
    return (R.isCollective() || Pins.any()) && serve(R, Plan, Pins);
  });
  if (Served) {
    R.File->Stats->add(Counter::CacheReads,
                       R.isCollective() || Pins.hits() != 0);
    Outcome = servedFrom(Pins, Plan, *R.File);
  } else {
    Outcome.Bytes = R.isCollective() ? R.plainAlone() : R.plain();
  }
  if (R.Kind == ReadKind::Alone)
    noteLeftToSystem(Plan, *R.File, Outcome);
}

/// Makes the program's own read of a file delivered by the kernel.
static void readThroughSystem(ProgramRead &R, const ReadPlan &Plan,
                              ReadOutcome &Outcome) {
  SystemRead Passed;
  attempt([&] {
    Passed = runtime().demand().readsItself(*R.File, Plan.pages());
    return true;
  });
  Outcome.Bytes = R.plain();
  delayPoint();
  Passed.over(R.onlyStarts());
  Outcome.OfSystem = Passed.ready();
  Outcome.Found = Passed.found();
  Outcome.ForStorage = Passed.fetchedForIt();
}

void Frontend::read(ProgramRead &R, bool MayServe) {
  CachedFile &File = *R.File;
  sources().callBegins(File);
  R.MayServe = MayServe;
  const bool Look = MayServe && isWorthALook(File);
  const bool ByKernel = Look && isDeliveredByKernel(File);
  const bool ByPool = Look && !ByKernel && !R.isCollective();
  const bool Tells = ByPool || ByKernel || sources().listen();
  // What cannot be served from the pool is fetched there for nothing.
  const bool MayAsk = MayServe || isDeliveredByKernel(File);
  const bool Votes = R.votes();
  ReadTimer Timer(*File.Stats);
  const bool Locates = trace::isOn() || File.Stats->Datasets.areAny();
  // In a region, the slice knows the reads.
  const bool Orders =
      R.Order && sources().listen() && !slice_runner::inRegion();
  const uint64_t Start = Orders && R.Order->isTimed() ? nowNs() : 0;
  const bool AsksWhere = R.Kind == ReadKind::Started && Timer.isWatched();
  const bool LooksAtPlace = Timer.isWatched() && sources().lookAtPlace();
  ReadOutcome Outcome;
  ReadPlan Plan;
  std::optional<bool> Planned;
  const auto Plans = [&]() -> const ReadPlan * {
    if (!Planned)
      Planned = attempt([&] { return plan(R, Plan, Tells, MayAsk); });
    return *Planned ? &Plan : nullptr;
  };
  const bool IsAsked = Tells || LooksAtPlace || AsksWhere || Locates ||
                       (R.looksForWritten() && !R.isCollective());
  if (IsAsked && Plans() && Plan.length() != 0) {
    if (LooksAtPlace)
      sources().lookAt(File.Id, toldAs(R, Plan.access()),
                       [&] { return File.Stats->Path; });
    if (AsksWhere)
      tellWhereDataAre(Plan, File);
  }
  const bool Passes = Votes && R.passesVote(Plans);
  const bool HasPages =
      Planned.value_or(false) && Plan.length() != 0 && (Passes || !R.isHeld());
  if (!R.isCollective() && serveWritten(R, Plan, Outcome))
    ;
  else if (Passes || (ByPool && HasPages))
    lookUp(R, Plan, Outcome);
  else if (ByKernel && HasPages)
    readThroughSystem(R, Plan, Outcome);
  else
    Outcome.Bytes = R.plain(Timer.runs());
  Outcome.OnlyStarted = R.Kind == ReadKind::Started;
  if (HasPages && Locates)
    Outcome.Offset = static_cast<uint64_t>(Plan.access().range().Begin);
  if (Orders && HasPages)
    attempt([&] {
      noteOrder(R, Plan, Outcome, Start ? nowNs() - Start : 0);
      return true;
    });
  // Where a split read ends the program's own call is timed.
  if (R.Kind != ReadKind::Split || Passes)
    Timer.finished(Outcome);
}

} // namespace foreslice
