//===- ModuleSlicer.cpp - the slices of a module --------------------------===//
//
// See ModuleSlicer.h. The order of work: all slices are cut while the program
// is untouched; only then are launches added.
//
//===----------------------------------------------------------------------===//

#include "ModuleSlicer.h"
#include "lower/ForwardPoints.h"
#include "lower/LaunchPoint.h"
#include "lower/Registration.h"
#include "lower/SliceVerifier.h"
#include "model/LibraryAttributes.h"
#include "model/LibraryCalls.h"
#include "model/LocalNames.h"
#include "model/OtherReads.h"
#include "record/RegionRecord.h"
#include "regions/ForkedParts.h"
#include "remarks/OtherReadRemarks.h"
#include "slice/SliceSearch.h"
#include "summary/Disjointness.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace foreslice {

static cl::opt<bool>
    PrintWork("prefetch-slice-print-work", cl::Hidden,
              cl::desc("Print how much the pass has looked at"));

static std::string regionName(const Region &R) {
  std::string Path = describeLocation(R.location());
  Function &F = R.function();
  if (Path.empty())
    Path = F.hasFnAttribute(SourceAttribute)
               ? F.getFnAttribute(SourceAttribute).getValueAsString().str()
               : F.getParent()->getSourceFileName();
  return Path + " in " + nameInSource(F.getName()).str();
}

/// Adds the slice of Plan, and the scouts, to the module. Returns the reason
/// for a failure, if any.
Refusal ModuleSlicer::lower(WorkingCopy &Working, SlicePlan &Plan,
                            LoweredSlice &Slice) {
  Slice = lowerSlice(Working, Plan, M);
  Refusal Why;
  if (std::string Wrong = verifySlice(*Slice.Slice); !Wrong.empty())
    Why = Refusal(RemarkId::Unverified, {}, {Wrong});
  else if (Slice.PacketSize > FORESLICE_MAX_PACKET)
    Why = Refusal(RemarkId::LargePacket, {},
                  {std::to_string(Slice.PacketSize),
                   std::to_string(FORESLICE_MAX_PACKET)});
  if (Why.Id != RemarkId::None) {
    Slice.Slice->eraseFromParent();
    return Why;
  }
  for (const ScoutPlan &Scout : Plan.Scouts) {
    Function *F = lowerScout(Working, Plan, Scout, M);
    if (!verifySlice(*F).empty()) {
      F->eraseFromParent();
      break;
    }
    Slice.Scouts.push_back(F);
  }
  Plan.Summary.HasScout = !Slice.Scouts.empty();
  return Why;
}

/// Marks the calls of partly covered blocks as covered. Code of forked children
/// only is not covered.
void ModuleSlicer::cover(const Region &R) {
  bool IsOfChild = InChildren.contains(&R.first());
  for (BasicBlock *BB : R.blocks()) {
    if (!IsOfChild && InChildren.contains(BB))
      continue;
    if (R.contains(BB->front()) && R.contains(BB->back())) {
      Covered.insert(BB);
      continue;
    }
    Partly.insert(BB);
    for (Instruction &I : *BB)
      if (isa<CallBase>(I) && R.contains(I))
        CoveredCalls.insert(&I);
  }
}

/// The calls that the slice waits for, except opens made ahead by the slice.
static SmallVector<CallBase *> awaitedBy(WorkingCopy &Working,
                                         const SlicePlan &Plan) {
  SmallVector<CallBase *> Calls;
  for (auto &[Call, Parts] : Plan.Forwarded)
    if (!Plan.OpensAhead.contains(Call))
      Calls.push_back(Working.analysisModule().originalOf(*Call));
  return Calls;
}

/// Calls of F, outside of loops of F, on a way to Awaited.
static SmallPtrSet<Instruction *, 4> callsThatReach(Function &F,
                                                    const CallBase &Awaited) {
  SmallPtrSet<Instruction *, 4> Result;
  SmallPtrSet<const Function *, 8> Seen;
  SmallVector<const CallBase *> Worklist = {&Awaited};
  while (!Worklist.empty()) {
    const CallBase *Call = Worklist.pop_back_val();
    const Function *Caller = Call->getFunction();
    if (Caller == &F) {
      Result.insert(const_cast<CallBase *>(Call));
      continue;
    }
    if (!Seen.insert(Caller).second)
      continue;
    for (const User *U : Caller->users())
      if (auto *CB = dyn_cast<CallBase>(U))
        Worklist.push_back(CB);
  }
  return Result;
}

/// The place of F behind all of Awaited; null if no place is on all ways.
static Instruction *behind(Function &F, ArrayRef<CallBase *> Awaited,
                           const LoopInfo &LI, const DominatorTree &DT) {
  Instruction *Last = nullptr;
  for (const CallBase *Call : Awaited)
    for (Instruction *I : callsThatReach(F, *Call)) {
      if (LI.getLoopFor(I->getParent()) || I->isTerminator())
        return nullptr;
      if (!Last || DT.dominates(Last, I))
        Last = I;
      else if (Last != I && !DT.dominates(I, Last))
        return nullptr;
    }
  return Last ? Last->getNextNode() : nullptr;
}

static void erase(LoweredSlice &Slice) {
  for (Function *Scout : Slice.Scouts)
    Scout->eraseFromParent();
  Slice.Slice->eraseFromParent();
}

/// Why a slice would cost more than it brings, if so. In a process with a
/// second thread, glibc locks the stream for each character: where the region
/// only reads mappings, the process beside the program fetches the pages, too.
static Refusal harmOf(WorkingCopy &Copy) {
  constexpr StringRef Locking[] = {"putc", "fputc", "putchar", "_IO_putc",
                                   "getc", "fgetc", "getchar", "_IO_getc"};
  DominatorTree DT(Copy.function());
  LoopInfo LI(DT);
  const CallBase *Locks = nullptr;
  bool ReadsMappings = false;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (Call && Call->Kind == IOKind::Mapped)
        ReadsMappings = true;
      else if (Call && Call->isRead())
        return {};
      else if (CB && LI.getLoopFor(BB) &&
               is_contained(Locking, calleeName(*CB)))
        Locks = CB;
    }
  return Locks && ReadsMappings
             ? Refusal(RemarkId::LocksCharacters, Locks->getDebugLoc(),
                       {calleeName(*Locks)})
             : Refusal();
}

/// Whether the slice needs data that only the library may be able to read, as
/// the run time sees in the file.
static bool mayLackData(const SlicePlan &Plan) {
  return any_of(Plan.DataReads, [](const CallBase *Read) {
    return lookupIOCall(*Read)->has(Role::MemoryType);
  });
}

/// With Tell, reports refusals to the user. With Awaited, R gets a slice only
/// if the slice waits for no call; else Awaited gets the calls.
bool ModuleSlicer::trySlice(const Region &R, bool Tell,
                            SmallVector<CallBase *> *Awaited) {
  if (Tell)
    Budget->next();
  SliceSearch Search(*Copy, *Budget, R);
  SmallVector<unsigned> Reads = ReadReport::readsIn(R.blocks());
  std::optional<SlicePlan> Plan = Search.run([&](WorkingCopy &Working) {
    Reads = ReadReport::readsIn(Working.region());
  });
  Refusal Why = Search.refusal();
  if (!Plan && Why.Id == RemarkId::None)
    return false; // The region is never reached.
  LoweredSlice Slice;
  if (Plan) {
    findUnreadWrites(Search.copy(), *Plan);
    Why = lower(Search.copy(), *Plan, Slice);
    if (Why.Id == RemarkId::None &&
        (Why = harmOf(Search.copy())).Id != RemarkId::None) {
      erase(Slice);
      LeftToCompanion = true;
    }
  }
  if (Awaited && Plan && Why.Id == RemarkId::None) {
    *Awaited = awaitedBy(Search.copy(), *Plan);
    if (!Awaited->empty()) {
      erase(Slice);
      return false;
    }
  }
  if (!Plan || Why.Id != RemarkId::None) {
    if (!Tell)
      return false;
    if (!Why.Unseen.empty())
      Notes.Unseen.insert(Why.Unseen);
    remarkRefused(R, Why);
    Report.refused(Reads, Why);
    Record.addRefused(R, Why);
    sliceFiles(R, Search);
    return false;
  }
  for (const ReadBehind &Later : Plan->Summary.Behind)
    remarkReadBehind(R, Later);
  Report.sliced(Reads, R.location());
  Plan->Summary.Objects = Report.objectsOf(Reads);
  LeavesInside = mayLackData(*Plan);
  if (!LeavesInside)
    cover(R);
  add(R, Search.copy(), *Plan, std::move(Slice));
  return true;
}

/// Whether I comes right behind MPI_Init, a slow call.
static bool isBehindStart(const Instruction &I) {
  auto *CB = dyn_cast_or_null<CallBase>(I.getPrevNode());
  const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
  return Callee && startsMPI(*Callee);
}

/// The call before I, which ends a block where it is an invoke.
static CallBase *callBefore(const Instruction &I) {
  const Instruction *Before = I.getPrevNode();
  const BasicBlock *Way = I.getParent()->getSinglePredecessor();
  if (!Before && Way)
    Before = Way->getTerminator();
  return dyn_cast_or_null<CallBase>(const_cast<Instruction *>(Before));
}

/// Main calls a function that starts MPI, and Rest, a region that has a slice,
/// begins behind: as much of the slice as needs no MPI is launched before.
void ModuleSlicer::sliceBeforeStart(const Region &Rest, const LoopInfo &LI,
                                    const DominatorTree &DT) {
  const CallBase *Start = callBefore(*Rest.start());
  if (!Start || !Readers.startsMPIWithin(*Start))
    return;
  std::optional<Instruction *> Begin =
      Readers.beginOfMain(Rest.function(), LI, DT, Start);
  if (!Begin || !(*Begin == Start || DT.dominates(*Begin, Start)))
    return;
  const Region R(**Begin);
  if (!Budget->isAmple(R))
    return;
  SliceSearch Search(*Copy, *Budget, R);
  std::optional<SlicePlan> Plan = Search.run([](WorkingCopy &) {});
  LoweredSlice Slice;
  if (!Plan || lower(Search.copy(), *Plan, Slice).Id != RemarkId::None)
    return;
  if (!awaitedBy(Search.copy(), *Plan).empty()) {
    erase(Slice);
    return;
  }
  // What is read before Rest has slices of its own, which follow.
  Partly.insert_range(R.blocks());
  Slice.BeforeStart = true;
  add(R, Search.copy(), *Plan, std::move(Slice));
}

void ModuleSlicer::add(const Region &R, WorkingCopy &Working,
                       const SlicePlan &Plan, LoweredSlice Slice) {
  remarkSliced(R, Plan.Summary, Slice.PacketSize);
  Slice.CalledBack = isCalledBack(R.function());
  Slice.Tasks = Readers.makesReadingTasks(R);
  Slice.Early = !R.isLoop() && Readers.computesBeforeReads(R);
  Slice.BehindStart = R.start() && isBehindStart(*R.start());
  SliceRecord::Map Recorded = Record.addSliced(R);
  recordSlice(Record, Recorded, Working, Plan, Slice);
  Slices.push_back({R, std::move(Slice), regionName(R), Recorded});
  note(Slices.back());
}

/// Notes what other sources may mean to S, and S to other sources.
void ModuleSlicer::note(const SlicedRegion &S) {
  Notes.Reading.insert(&S.Where.function());
  for (const ForwardSite &Site : S.Slice.Forwards)
    if (const Function *Callee = Site.Call->getCalledFunction();
        Callee && Callee->isDeclaration() && !lookupIOCall(*Site.Call))
      Notes.Unseen.insert(Callee->getName());
}

/// For a loop without a slice of the reads: a slice of the opened files, unless
/// a loop around has one. Inner loops may still get slices of reads.
void ModuleSlicer::sliceFiles(const Region &R, SliceSearch &Search) {
  if (FilesTold.contains(&R.first()))
    return;
  std::optional<SlicePlan> Plan = Search.runFiles();
  LoweredSlice Slice;
  if (!Plan || lower(Search.copy(), *Plan, Slice).Id != RemarkId::None)
    return;
  FilesTold.insert_range(R.blocks());
  add(R, Search.copy(), *Plan, std::move(Slice));
}

/// Slices the outermost loops possible: after a failure, inner loops are tried,
/// and where a slice may lack data.
void ModuleSlicer::sliceLoop(Loop &L, bool Tell) {
  if (!Readers.reads(L) || Covered.contains(L.getHeader()))
    return;
  const bool Is = trySlice(Region(L), Tell);
  if (Is && !LeavesInside)
    return;
  for (Loop *Inner : L)
    sliceLoop(*Inner, Tell && !Is);
}

/// Most phases of the rest of a function tried together.
static constexpr size_t MostPhases = 5;

/// Slices phases of F that read one after the other, if the rest of F has no
/// slice: from each cut on, the longest part with a slice.
void ModuleSlicer::sliceParts(Function &F, const LoopInfo &LI,
                              const DominatorTree &DT) {
  SmallVector<Instruction *> Cuts = Readers.cuts(F, LI, DT);
  size_t Phases = Cuts.size() + 1;
  auto Part = [&](size_t First, size_t End) {
    return Readers.restOf(F, LI, DT, First == 0 ? nullptr : Cuts[First - 1],
                          End == Phases ? nullptr : Cuts[End - 1]);
  };
  for (size_t First = 0, Next; First < Phases; First = Next) {
    Next = First + 1;
    size_t Last = std::min(First + MostPhases, Phases);
    if (First == 0 && Last == Phases)
      --Last; // The whole has been tried.
    for (size_t End = Last; End > First; --End)
      if (std::optional<Region> R = Part(First, End);
          R && Budget->isAmple(*R) && trySlice(*R, /*Tell=*/false)) {
        Next = End;
        break;
      }
  }
}

void ModuleSlicer::remarkNotInLoops(Function &F, const LoopInfo &LI) {
  for (const User *U : F.users())
    if (auto *CB = dyn_cast<CallBase>(U))
      if (isCovered(*CB))
        return;
  for (CallBase *Read : Readers.readsOutsideLoops(F, LI))
    if (!Report.isSliced(*Read)) { // by a loop that calls F through a pointer
      remarkNotInLoop(F, *Read);
      Notes.Reading.insert(&F);
    }
}

/// Slices the loops of F in forked children only, outside of covering regions.
void ModuleSlicer::sliceChildren(Function &F) {
  if (none_of(F, [&](BasicBlock &BB) { return InChildren.contains(&BB); }))
    return;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  auto IsOfChild = [&](const Loop *L) {
    return L && InChildren.contains(L->getHeader());
  };
  for (Loop *L : LI.getLoopsInPreorder())
    if (IsOfChild(L) && !IsOfChild(L->getParentLoop()))
      sliceLoop(*L);
}

/// So many places of main are tried as the begin of a region.
static constexpr unsigned MostBegins = 3;

/// Slices the rest of main, from the earliest begin without waits, if main
/// starts MPI or computes before the reads.
bool ModuleSlicer::sliceMain(Function &F, const LoopInfo &LI,
                             const DominatorTree &DT) {
  std::optional<Instruction *> Known = Readers.beginOfMain(F, LI, DT);
  Instruction *Begin = Known.value_or(nullptr);
  for (unsigned Try = 0; Begin && Try < MostBegins; ++Try) {
    Region Rest(*Begin);
    SmallVector<CallBase *> Awaited;
    const CallBase *Above = callBefore(*Begin);
    bool Starts =
        isBehindStart(*Begin) || (Above && Readers.startsMPIWithin(*Above));
    if (!(Starts || Readers.computesFirst(Rest)) || !Budget->isAmple(Rest))
      return false;
    if (trySlice(Rest, /*Tell=*/false, &Awaited)) {
      sliceBeforeStart(Rest, LI, DT);
      return true;
    }
    Instruction *Next = behind(F, Awaited, LI, DT);
    Begin = Next && DT.dominates(Begin, Next) ? Next : nullptr;
  }
  return false;
}

void ModuleSlicer::sliceFunction(Function &F) {
  if (Readers.onlyCalledFrom(
          F, [this](const CallBase &CB) { return isCovered(CB); })) {
    // All of F runs inside regions.
    for (BasicBlock &BB : F)
      if (!InChildren.contains(&BB))
        Covered.insert(&BB);
    sliceChildren(F);
    return;
  }
  DominatorTree DT(F);
  LoopInfo LI(DT);
  if (sliceMain(F, LI, DT)) {
    sliceChildren(F);
    return;
  }
  std::optional<Region> Rest = Readers.restOf(F, LI, DT);
  if (Rest && trySlice(*Rest)) {
    if (LeavesInside)
      for (Loop *L : LI)
        sliceLoop(*L, /*Tell=*/false);
    sliceChildren(F);
    return;
  }
  if (Rest)
    sliceParts(F, LI, DT);
  for (Loop *L : LI)
    sliceLoop(*L);
  sliceChildren(F);
  if (!Rest && !F.isPresplitCoroutine())
    remarkNotInLoops(F, LI);
}

StringRef ModuleSlicer::schemeOf(const SlicedRegion &S) const {
  auto Mark = Marks.find(&S.Where.function());
  return Mark != Marks.end() ? Mark->second : Scheme;
}

GlobalVariable *ModuleSlicer::describe(SlicedRegion &S) {
  Descriptors.push_back(emitRegion(M, S.Slice, S.Name, schemeOf(S)));
  return Descriptors.back();
}

void ModuleSlicer::keepOnly(function_ref<bool(const SlicedRegion &)> Wanted) {
  erase_if(Slices, [&](SlicedRegion &S) {
    if (Wanted(S))
      return false;
    erase(S.Slice);
    return true;
  });
}

void ModuleSlicer::noteLaunch(SlicedRegion &S, const DebugLoc &Loc) {
  Record.setLaunch(S.Recorded, Loc, schemeOf(S));
}

/// Whether the module reads by MPI: the run time learns the patterns of reads
/// that have no slice.
static bool readsByMpi(const Module &M) {
  return any_of(M, [](const Function &F) {
    const IOCall *Call = F.use_empty() ? nullptr : lookupIOFunction(F);
    return Call && Call->isRead() && Call->has(Role::Datatype);
  });
}

void ModuleSlicer::finish() {
  if (!Descriptors.empty() || LeftToCompanion || readsByMpi(M))
    emitRegistration(M, Descriptors);
  if (Records && !Record.isEmpty())
    Record.emit(M);
}

bool ModuleSlicer::launch() {
  {
    ScopedLibraryAttributes Annotated(M); // where launches go
    SmallVector<GlobalVariable *> Of;
    for (SlicedRegion &S : Slices) {
      Of.push_back(describe(S));
      noteLaunch(S, emitLaunch(S.Where, S.Slice, *Of.back(), Readers));
    }
    // Forwards split blocks in loops, which launches no longer look at.
    for (auto [S, Descriptor] : zip_equal(Slices, Of))
      emitForwards(S.Slice, *Descriptor);
  }
  if (!Slices.empty())
    alignFunctions(M);
  finish();
  return !Record.isEmpty();
}

/// Reports reads through function pointers where the read's address is taken:
/// more is unknown.
void ModuleSlicer::remarkReadsByPointer() {
  for (Function &Read : M) {
    const IOCall *Call = lookupIOFunction(Read);
    if (!Call || !Call->isRead() || Readers.isTarget(Read))
      continue;
    for (Use &U : Read.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      auto *CB = dyn_cast_or_null<CallBase>(I);
      if (!I || (CB && CB->isCallee(&U)) || !isWanted(*I->getFunction()))
        continue;
      remarkByPointer(*I, Call->Name);
      Record.addByPointer(*I, Call->Name);
    }
  }
}

/// Reports mappings of files, if no slice knows what is read there.
void ModuleSlicer::remarkMappings() {
  if (any_of(Slices, [](const SlicedRegion &S) { return S.Slice.Mapped; }))
    return;
  for (Function &F : M) {
    if (F.isDeclaration() || !isWanted(F))
      continue;
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (!Call || !Call->isMap() || !Call->has(Role::File))
        continue;
      auto *File = dyn_cast<ConstantInt>(Call->argument(*CB, Role::File));
      if (!File || !File->isNegative())
        remarkOtherRead(
            *CB,
            {.Call = Call->Name.str(), .Way = "maps a file", .Library = {}});
    }
  }
}

void ModuleSlicer::refuseCoroutines() {
  const Refusal Why(RemarkId::Coroutine, {});
  for (Function &F : M) {
    if (!F.isPresplitCoroutine() || !isWanted(F) || !Readers.reads(F))
      continue;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    auto Read = find_if(instructions(F), [&](Instruction &I) {
      auto *CB = dyn_cast<CallBase>(&I);
      return CB && Readers.reads(*CB) && !LI.getLoopFor(CB->getParent());
    });
    if (Read == inst_end(F))
      continue;
    Region Rest(*Read);
    remarkRefused(Rest, Why);
    Record.addRefused(Rest, Why);
  }
}

/// The number of reading loops and of rests of functions.
uint64_t ModuleSlicer::countRegions() const {
  uint64_t Regions = 0;
  for (Function *F : Readers.topDown()) {
    if (!isWanted(*F))
      continue;
    DominatorTree DT(*F);
    LoopInfo LI(DT);
    Regions += 1 + count_if(LI.getLoopsInPreorder(),
                            [&](const Loop *L) { return Readers.reads(*L); });
  }
  return Regions;
}

void ModuleSlicer::cut() {
  remarkReadsByPointer();
  refuseCoroutines();
  remarkOtherReads(M, [this](const Function &F) { return isWanted(F); });
  if (!Readers.topDown().empty()) {
    Copy = std::make_unique<AnalysisModule>(M);
    Budget = std::make_unique<WorkBudget>(*Copy, countRegions());
    InChildren = forkedParts(M);
    for (Function *F : Readers.topDown())
      if (isWanted(*F))
        sliceFunction(*F);
    if (PrintWork)
      errs() << "instructions copied: " << Copy->work().Copied
             << "\ninstructions canonicalised: " << Copy->work().Canonicalised
             << "\npairs compared: " << Copy->work().Compared
             << "\nunits of work: " << Copy->work().units() << " of "
             << Copy->budget() << "\n";
  }
  remarkMappings();
  Report.emit([this](const Function &F) { return isWanted(F); }, Record);
}

} // namespace foreslice
