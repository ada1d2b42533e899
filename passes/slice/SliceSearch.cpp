//===- SliceSearch.cpp - the search for the slice that waits least --------===//
//
// See SliceSearch.h.
//
//===----------------------------------------------------------------------===//

#include "slice/SliceSearch.h"
#include "model/RandomDraws.h"

#include "llvm/ADT/SetOperations.h"

#include <map>

using namespace llvm;

namespace foreslice {

/// Number of reads that the slice waits for, except reads of text: the slice
/// reads text ahead anyway.
static size_t dataWaits(const SlicePlan &Plan) {
  return count_if(Plan.DataReads, [](const CallBase *Read) {
    return !lookupIOCall(*Read)->isText();
  });
}
/// Number of waits of a slice: for anything, and for anything but handles of
/// files.
static size_t waits(const SlicePlan &Plan) {
  return Plan.Forwarded.size() + dataWaits(Plan);
}
static size_t otherWaits(const SlicePlan &Plan) {
  return waits(Plan) - count_if(Plan.Forwarded, [](const auto &Entry) {
           const IOCall *Call = lookupIOCall(*Entry.first);
           return Call && Call->changesHandle();
         });
}

std::optional<SlicePlan>
SliceSearch::run(function_ref<void(WorkingCopy &)> Show) {
  std::optional<SlicePlan> Best;
  for (bool Guess : {false, true}) {
    if (!makeCopy(Guess))
      break;
    look();
    Show(*Copy);
    Best = planCopy();
    // A mapping that cannot be followed is no reason to give up files.
    if (!Best && Copy->dropMappedReads()) {
      IsWhole = false;
      look();
      Best = planCopy();
    }
    if (Best || !Copy->couldGuess())
      break;
  }
  Memory.reset();
  Flow.reset();
  return Best;
}

/// The region's calls that open files by POSIX or stdio, in the fewest loops
/// first.
static SmallVector<CallBase *> opensOf(WorkingCopy &Copy) {
  DominatorTree DT(Copy.function());
  LoopInfo LI(DT);
  std::map<unsigned, SmallVector<CallBase *>> ByDepth;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (Call && Call->isOpen() && Call->returnsHandle())
        ByDepth[LI.getLoopDepth(BB)].push_back(CB);
    }
  SmallVector<CallBase *> Opens;
  for (auto &[Depth, Calls] : ByDepth)
    Opens.append(Calls);
  return Opens;
}

/// A slice that says which files the opens of Options are of, with the copy
/// unchanged.
std::optional<SlicePlan> SliceSearch::planFilesOf(SlicerOptions Options) {
  Slicer Cautious(*Copy, *Flow, *Memory, Options);
  std::optional<SlicePlan> Plan = Cautious.run();
  ArrayRef<Instruction *> Exits = Cautious.waitingExits();
  if (Plan || Exits.empty())
    return Plan;
  Slicer Bold(*Copy, *Flow, *Memory, Options, Exits);
  Plan = Bold.run();
  if (Plan)
    for (Instruction *Exit : Exits)
      Plan->Stays[Exit] = Bold.withinLoop(*Exit);
  return Plan;
}

/// For all opens, or else for the first opens with a file known to the slice.
std::optional<SlicePlan> SliceSearch::planFiles() {
  constexpr size_t MostAlone = 4;
  SmallVector<CallBase *> Opens = opensOf(*Copy);
  Files = Opens;
  OwnOptions = {.OpenAhead = true, .FilesOnly = true, .Files = Files};
  // A wrong file or a file too many does no harm.
  look(/*OnlySeen=*/true);
  std::optional<SlicePlan> Plan = planWaits();
  if (Plan || Stays || Reason.Id == RemarkId::ManyWriters || Opens.size() < 2)
    return Plan;
  Files.clear();
  for (CallBase *&Open : MutableArrayRef(Opens).take_front(MostAlone)) {
    OwnOptions.Files = Open;
    if (planFilesOf(OwnOptions))
      Files.push_back(Open);
  }
  OwnOptions.Files = Files;
  return Files.empty() ? std::nullopt : planWaits();
}

/// With a copy of the ways to the opens only, or else with the whole copy.
/// Whether the whole copy has a slice of the files is asked while the copy of
/// run() is there: to copy a large region again takes much longer. A copy saved
/// still counts as work, so that what is left for other regions does not
/// change.
std::optional<SlicePlan> SliceSearch::runFiles() {
  if (!R.isLoop())
    return std::nullopt;
  const Refusal Why = Reason;
  const bool Opens = Copy && Copy->begin() && !opensOf(*Copy).empty();
  const uint64_t Saved = CopyWork;
  const AnalysisModule::Work Before = AM.work();
  const bool IsHopeless = Opens && IsWhole && !planFiles();
  Memory.reset(); // Which counts the work.
  const AnalysisModule::Work Looked = std::exchange(AM.work(), Before);
  std::optional<SlicePlan> Plan;
  if (std::optional<InlinedFunctions> Ways = waysToOpens(AM, R);
      Ways && makeCopy(/*Guess=*/false, std::move(Ways)))
    Plan = planFiles();
  if (!Plan && IsHopeless) {
    if (!Budget.take(R, std::nullopt)) {
      AM.work().Compared += Looked.Compared - Before.Compared;
      AM.work().Canonicalised += Saved;
    }
  } else if (!Plan && Opens && makeCopy(/*Guess=*/false)) {
    Plan = planFiles();
  }
  Memory.reset();
  Flow.reset();
  Reason = Why;
  return Plan;
}

/// What slicers need to know of the copy, anew after each change.
void SliceSearch::look(bool OnlySeen) {
  Flow = std::make_unique<ControlFlow>(*Copy);
  Memory = std::make_unique<MemoryModel>(*Copy, OnlySeen);
}

/// False if there is no room for a copy, or the region is never reached.
bool SliceSearch::makeCopy(bool Guess, std::optional<InlinedFunctions> Only) {
  Memory.reset();
  Flow.reset();
  Copy.reset();
  Reason = Refusal();
  Stays = false;
  IsWhole = !Guess && !Only;
  if (std::optional<Refusal> Why = Budget.take(R, Only)) {
    Reason = *Why;
    return false;
  }
  const uint64_t Before = AM.work().units();
  Copy = std::make_unique<WorkingCopy>(AM, R, Guess, Budget.others(),
                                       std::move(Only));
  CopyWork = AM.work().units() - Before;
  if (const CallBase *CB = Copy->hopelessCall()) {
    Reason = Refusal(RemarkId::TooLarge, CB->getDebugLoc(), {calleeName(*CB)});
    Copy.reset();
    return false;
  }
  return Copy->begin();
}

/// Whether Loc is in code of the region, or in code of the copy only, behind an
/// inlined callee.
bool SliceSearch::isInRegion(const DebugLoc &Loc) const {
  if (!Loc || Loc.getInlinedAt())
    return true;
  // The copy has metadata of its own, so texts are compared.
  std::string Place = describeLocation(Loc);
  return any_of(R.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      return R.contains(I) && describeLocation(I.getDebugLoc()) == Place;
    });
  });
}

/// True if the region draws random numbers by known calls only: the slice can
/// draw equal numbers from a copy of the generators.
static bool canDrawItself(WorkingCopy &Copy) {
  AnalysisModule &AM = Copy.analysisModule();
  HiddenDraws Hidden(
      AM.analyses().getResult<TargetLibraryAnalysis>(Copy.function()));
  bool Draws = false;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || isMarker(I))
        continue;
      if (!drawnBy(*CB) && !seededBy(*CB)) {
        if (Hidden.mayDraw(*CB))
          return false;
        continue;
      }
      CallBase *Original = AM.originalOf(*CB);
      if (!Original || Original->isMustTailCall())
        return false;
      Draws = true;
    }
  return Draws;
}

/// The best slice of one copy: preferably a slice that draws random numbers.
std::optional<SlicePlan> SliceSearch::planCopy() {
  if ((OwnOptions.OwnDraws = canDrawItself(*Copy))) {
    std::optional<SlicePlan> Plan = planWaits();
    if (Plan || Stays)
      return Plan;
    OwnOptions.OwnDraws = false;
  }
  return planWaits();
}

/// The slice of the copy that takes none of Exits. Adds to Exits those that
/// such a slice is refused or waits for: a slicer finds one after the other.
std::optional<SlicePlan>
SliceSearch::planWithout(SmallVectorImpl<Instruction *> &Exits) {
  constexpr size_t MostExits = 16;
  std::optional<SlicePlan> Best;
  SmallVector<Instruction *> Tried(Exits.begin(), Exits.end());
  while (true) {
    Slicer Bold(*Copy, *Flow, *Memory, OwnOptions, Tried);
    std::optional<SlicePlan> Plan = Bold.run();
    if (Plan && (!Best || waits(*Plan) < waits(*Best))) {
      Best = std::move(Plan);
      Exits.assign(Tried.begin(), Tried.end());
    } else if (Best) {
      return Best;
    }
    ArrayRef<Instruction *> More = Bold.waitingExits();
    if (More.empty() || Tried.size() + More.size() > MostExits)
      return Best;
    Tried.append(More.begin(), More.end());
  }
}

/// The best slice with one way to draw. If only data or the main thread can
/// tell whether an exit is taken, if the loop has other exits, and if the slice
/// has no other reason to wait, the slice assumes that the loop goes on, and
/// may run beyond the program's reads.
std::optional<SlicePlan> SliceSearch::planWaits() {
  Slicer Cautious(*Copy, *Flow, *Memory, OwnOptions);
  std::optional<SlicePlan> Best = Cautious.run();
  Reason = Cautious.refusal();
  SmallVector<Instruction *, 4> Exits(Cautious.waitingExits());
  if (!Exits.empty()) {
    std::optional<SlicePlan> Bold = planWithout(Exits);
    if (Bold && (!Best || waits(*Bold) < waits(*Best)))
      Best = planStaying(Exits);
  }
  if (!Best)
    return Best;
  if (!OwnOptions.FilesOnly) {
    openAhead(*Best);
    addFilesScout(*Best);
  }
  for (const DebugLoc &Loc : Copy->decidingCounts())
    if (isInRegion(Loc))
      Best->Summary.Counts.push_back(Loc);
  return Best;
}

/// The slice of a copy without Exits, and without those that only then decide.
/// Code behind a loop without Exits needs a slice of its own, unless Exits end
/// the function.
std::optional<SlicePlan>
SliceSearch::planStaying(ArrayRef<Instruction *> Exits) {
  constexpr unsigned MostTurns = 8;
  SmallVector<Instruction *, 4> Next(Exits);
  SliceSummary::WaysNotTaken Guesses;
  for (unsigned Turn = 1;; ++Turn) {
    if (Copy->isRest() && !Copy->giveUp(Next)) {
      Reason = Refusal(RemarkId::LoopGoesOn, Next.front()->getDebugLoc());
      return std::nullopt;
    }
    // Code reached only by Exits goes with Exits.
    SmallVector<WeakVH> Opens(Files.begin(), Files.end());
    SliceSummary::WaysNotTaken More = Copy->assumeStays(Next, Files);
    Guesses.OfLoops.append(More.OfLoops);
    Guesses.Others.append(More.Others);
    Files.clear();
    for (Value *Open : Opens)
      if (Open)
        Files.push_back(cast<CallBase>(Open));
    OwnOptions.Files = Files;
    Stays = true;
    IsWhole = false;
    look(OwnOptions.FilesOnly);
    Slicer Final(*Copy, *Flow, *Memory, OwnOptions);
    std::optional<SlicePlan> Plan = Final.run();
    Reason = Final.refusal();
    if (Plan)
      Plan->Summary.Guesses = Guesses;
    if (Plan || Turn == MostTurns || Final.waitingExits().empty())
      return Plan;
    Next.assign(Final.waitingExits().begin(), Final.waitingExits().end());
  }
}

/// Whether opening files ahead adds other waits to the slice.
static bool waitsMore(const SlicePlan &Ahead, const SlicePlan &Best) {
  bool ReadsNames = all_of(Ahead.OpensAhead, [](const CallBase *CB) {
    return lookupIOCall(*CB)->Family.readsNamesItself();
  });
  size_t Data = ReadsNames ? dataWaits(Ahead) : dataWaits(Best);
  return otherWaits(Ahead) + dataWaits(Best) > otherWaits(Best) + Data;
}

/// Opens files ahead unless the slice would have to wait for file names.
void SliceSearch::openAhead(SlicePlan &Best) {
  if (otherWaits(Best) == waits(Best))
    return; // The slice opens and closes no files.
  SlicerOptions Opening = OwnOptions;
  Opening.OpenAhead = true;
  std::optional<SlicePlan> Ahead = Slicer(*Copy, *Flow, *Memory, Opening).run();
  if (!Ahead || waitsMore(*Ahead, Best))
    return;
  Ahead->Summary.Guesses = Best.Summary.Guesses;
  Best = std::move(*Ahead);
}

/// If the slice waits for the data of all reads of a file before the next file,
/// adds a scout that goes from file to file.
void SliceSearch::addFilesScout(SlicePlan &Best) {
  if (!Best.Scouts.empty() || Best.DataReads.empty() || Best.OpensAhead.empty())
    return;
  SmallVector<CallBase *> Opens = opensOf(*Copy);
  auto Waiting = std::exchange(
      Memory, std::make_unique<MemoryModel>(*Copy, /*OnlySeen=*/true));
  std::optional<SlicePlan> Files =
      planFilesOf({.OpenAhead = true, .FilesOnly = true, .Files = Opens});
  Memory = std::move(Waiting);
  if (!Files || !set_is_subset(Files->Needed, Best.Needed) ||
      !set_is_subset(Files->Prologue, Best.Prologue) ||
      !set_is_subset(Files->LiveIns, Best.LiveIns))
    return;
  ScoutPlan Scout;
  Scout.Needed = std::move(Files->Needed);
  Scout.Stays = std::move(Files->Stays);
  Scout.Ends = std::move(Files->Ends);
  Scout.FilesOnly = true;
  Best.Scouts.push_back(std::move(Scout));
}

} // namespace foreslice
