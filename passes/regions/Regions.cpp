//===- Regions.cpp - the candidates for slices ----------------------------===//
//
// See Regions.h.
//
//===----------------------------------------------------------------------===//

#include "regions/Regions.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/PureCalls.h"
#include "model/RandomDraws.h"
#include "model/Tasks.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

Region::Region(const Loop &L)
    : Blocks(L.block_begin(), L.block_end()), Location(L.getStartLoc()) {}

/// The location of the first statement from Start on: a jump with a single
/// target is followed.
static DebugLoc locationFrom(Instruction &Start) {
  SmallPtrSet<const BasicBlock *, 4> Seen;
  Instruction *I = &Start;
  while (I && Seen.insert(I->getParent()).second) {
    for (; I && !isa<BranchInst>(I); I = I->getNextNode())
      if (!isa<IntrinsicInst>(I) && I->getDebugLoc())
        return I->getDebugLoc();
    BasicBlock *Next = I ? I->getParent()->getUniqueSuccessor() : nullptr;
    if (!Next)
      break;
    I = &Next->front();
  }
  return I ? I->getDebugLoc() : DebugLoc();
}

Region::Region(Instruction &Start, Instruction *Stop)
    : Start(&Start), Stop(Stop) {
  Blocks.insert(Start.getParent());
  for (size_t I = 0; I < Blocks.size(); ++I)
    if (!Stop || Blocks[I] != Stop->getParent())
      Blocks.insert_range(successors(Blocks[I]));
  Location = locationFrom(Start);
}

bool Region::contains(const Instruction &I) const {
  const BasicBlock *BB = I.getParent();
  if (Start && BB == Start->getParent() && I.comesBefore(Start))
    return false;
  if (Stop && BB == Stop->getParent() && !I.comesBefore(Stop))
    return false;
  return Blocks.contains(const_cast<BasicBlock *>(BB));
}

bool isCoroutine(const Function &F) {
  return F.isPresplitCoroutine() || F.getName().ends_with(".resume");
}

/// Whether Use hands F over to a function out of sight.
static bool handsOver(const Use &U) {
  auto *CB = dyn_cast<CallBase>(U.getUser());
  const Function *To = CB ? CB->getCalledFunction() : nullptr;
  return To && !CB->isCallee(&U) && To->isDeclaration();
}

/// With -g clang wraps the body of a parallel region in another function,
/// called by OpenMP.
static bool isInHandedOver(const Use &U) {
  auto *CB = dyn_cast<CallBase>(U.getUser());
  const Function *Around = CB && CB->isCallee(&U) ? CB->getFunction() : nullptr;
  return Around && Around->size() == 1 && Around->hasLocalLinkage() &&
         !Around->use_empty() && all_of(Around->uses(), handsOver);
}

bool isCalledBack(const Function &F) {
  return F.hasLocalLinkage() && !F.use_empty() &&
         all_of(F.uses(),
                [](const Use &U) { return handsOver(U) || isInHandedOver(U); });
}

static bool isRead(const Function &F) {
  const IOCall *Call = lookupIOFunction(F);
  return Call && Call->isRead();
}

static bool isOpen(const Function &F) {
  const IOCall *Call = lookupIOFunction(F);
  return Call && Call->isOpen();
}

static bool isAccess(const Function &F) {
  const IOCall *Call = lookupIOFunction(F);
  return Call && Call->Family.accesses(*Call);
}

static bool isOfDataOnly(const Function &F) {
  return lookupIOFunction(F)->Family.isOfDataOnly();
}

static bool isDataAccess(const Function &F) {
  return isAccess(F) && isOfDataOnly(F);
}

static bool isOtherRead(const Function &F) {
  return isRead(F) && !isOfDataOnly(F);
}

/// A call of an I/O function that accesses no file, but the program's input.
static bool accessesNoFile(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && lookupIOFunction(*F) && !lookupIOCall(CB);
}

SmallVector<Function *> ReaderFunctions::callees(const CallBase &CB) const {
  // A coroutine reads when resumed, not when called.
  Function *F = CB.getCalledFunction();
  if (F && F->isPresplitCoroutine())
    return {};
  if (Function *Back = calledBack(CB))
    return {F, Back};
  if (Function *Task = taskOf(CB); Task && !TasksApart.contains(Task))
    return {F, Task};
  return F ? SmallVector<Function *>{F} : Targets.of(CB);
}

bool ReaderFunctions::calls(const CallBase &CB, const FunctionSet &Some) const {
  if (accessesNoFile(CB))
    return false;
  return any_of(callees(CB), [&](Function *F) { return Some.contains(F); });
}

bool ReaderFunctions::reads(const CallBase &CB) const {
  return calls(CB, Readers);
}

bool ReaderFunctions::readsCharacters(const CallBase &CB,
                                      unsigned Depth) const {
  if (const IOCall *Call = lookupIOCall(CB))
    return Call->Kind == IOKind::ReadCharacter;
  if (Depth == 0 || calls(CB, Looping))
    return false;
  return all_of(callees(CB), [&](Function *F) {
    return !F->isDeclaration() && !MappedReaders.contains(F) &&
           all_of(instructions(*F), [&](const Instruction &I) {
             const auto *In = dyn_cast<CallBase>(&I);
             return !In || !reads(*In) || readsCharacters(*In, Depth - 1);
           });
  });
}

bool ReaderFunctions::makesReadingTask(const CallBase &CB) const {
  const Function *Task = taskOf(CB);
  return Task && reads(*Task) && !TasksApart.contains(Task);
}

bool ReaderFunctions::makesReadingTasks(const Region &R) const {
  return !TaskMakers.empty() && any_of(R.blocks(), [&](BasicBlock *BB) {
    return any_of(*BB, [&](Instruction &I) {
      auto *CB = dyn_cast<CallBase>(&I);
      return CB && R.contains(I) &&
             (makesReadingTask(*CB) || calls(*CB, TaskMakers));
    });
  });
}

const Function *ReaderFunctions::seen(const Function &F) const {
  const Function *OwnFunction =
      F.getParent() == &M ? nullptr : M.getFunction(F.getName());
  return OwnFunction ? OwnFunction : &F;
}

ReaderFunctions::ReaderFunctions(Module &M) : M(M), Targets(M), Mapped(M) {
  const Function *Main = M.getFunction("main");
  HasMain = Main && !Main->isDeclaration();
  for (Function &F : M)
    if (Mapped.reads(F))
      MappedReaders.insert(&F);
  if (none_of(M, isRead) && MappedReaders.empty())
    return;
  findReaders();
  if (setTasksApart())
    findReaders();
  findTaskMakers();
  findFileMakers();
}

void ReaderFunctions::findReaders() {
  CallerMap Callers;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && !accessesNoFile(*CB))
        for (Function *Callee : callees(*CB)) {
          Callers[Callee].push_back(&F);
          if (CB->isIndirectCall())
            Pointed.insert(Callee);
        }
  // The functions that Is holds for, and all functions from which a call leads
  // there.
  auto Reaching = [&](auto Is) {
    FunctionSet Result;
    SmallVector<Function *> Worklist;
    for (Function &F : M)
      if (Is(F) && Result.insert(&F).second)
        Worklist.push_back(&F);
    while (!Worklist.empty())
      for (Function *F : Callers.lookup(Worklist.pop_back_val()))
        if (Result.insert(F).second)
          Worklist.push_back(F);
    return Result;
  };
  auto OrMapped = [this](bool (*Is)(const Function &)) {
    return
        [this, Is](Function &F) { return Is(F) || MappedReaders.contains(&F); };
  };
  Readers = Reaching(OrMapped(isRead));
  Openers = Reaching(isOpen);
  Accessors = Reaching(OrMapped(isAccess));
  DataAccessors = Reaching(isDataAccess);
  OtherReaders = Reaching(OrMapped(isOtherRead));
  Initialisers = Reaching(foreslice::changesMPI);
  Starters = Reaching(foreslice::startsMPI);
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  EnvironmentChangers = Reaching([&](const Function &F) {
    return changesEnvironment(F) ||
           (F.isDeclaration() && !isOfLibraries(F, TLI) &&
            !lookupIOFunction(F));
  });
  orderReaders();
  findReadingLoops();
}

/// Callers before callees: depth-first from functions without reading callers.
/// The last function to finish comes first, to keep the source's order where
/// possible. Cycles are broken anywhere.
void ReaderFunctions::orderReaders() {
  SmallVector<Function *> PostOrder;
  DenseSet<const Function *> Seen;
  auto Visit = [&](auto &Self, Function *F) -> void {
    // Some functions of the C++ library's streams have a body.
    if (F->isDeclaration() || lookupIOFunction(*F) || !Readers.contains(F) ||
        !Seen.insert(F).second)
      return;
    for (Instruction &I : instructions(*F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        for (Function *Callee : callees(*CB))
          Self(Self, Callee);
    PostOrder.push_back(F);
  };
  for (Function &F : reverse(M))
    Visit(Visit, &F);
  Order.assign(PostOrder.rbegin(), PostOrder.rend());
}

bool ReaderFunctions::setTasksApart() {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (Function *Task = taskOf(*CB); Task && Looping.contains(Task))
          TasksApart.insert(Task);
  return !TasksApart.empty();
}

void ReaderFunctions::findReadingLoops() {
  Looping.clear();
  for (Function *F : reverse(Order)) {
    DominatorTree DT(*F);
    LoopInfo LI(DT);
    for (Instruction &I : instructions(*F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      bool Loops = LI.getLoopFor(I.getParent()) || (CB && calledBack(*CB));
      if ((CB && calls(*CB, Looping)) ||
          (Loops && ((CB && reads(*CB)) || Mapped.readOf(I))))
        Looping.insert(F);
    }
  }
}

void ReaderFunctions::findTaskMakers() {
  for (Function *F : reverse(Order))
    if (any_of(instructions(*F), [&](Instruction &I) {
          auto *CB = dyn_cast<CallBase>(&I);
          return CB && (makesReadingTask(*CB) || calls(*CB, TaskMakers));
        }))
      TaskMakers.insert(F);
}

bool ReaderFunctions::reads(const Loop &L) const {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      if ((CB && reads(*CB)) || Mapped.readOf(I))
        return true;
    }
  return false;
}

SmallVector<CallBase *>
ReaderFunctions::readsOutsideLoops(Function &F, const LoopInfo &LI) const {
  SmallVector<CallBase *> Result;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const IOCall *Call = lookupIOCall(*CB);
          Call && Call->isRead() && !LI.getLoopFor(CB->getParent()))
        Result.push_back(CB);
  return Result;
}

/// The first place reached only after the return of Call; Call if there is no
/// such place.
static Instruction *behind(CallBase &Call) {
  if (const IOCall *IO = lookupIOCall(Call))
    if (Instruction *Place = IO->Family.placeBehind(Call))
      return Place;
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.getNextNode();
  BasicBlock *Normal = Invoke->getNormalDest();
  return Normal->getSinglePredecessor() ? &*Normal->getFirstInsertionPt()
                                        : &Call;
}

/// Whether two of Statements are executed in one run of the function.
static bool followEachOther(ArrayRef<Instruction *> Statements,
                            const LoopInfo &LI, const DominatorTree &DT) {
  return any_of(Statements, [&](Instruction *A) {
    return any_of(Statements, [&](Instruction *B) {
      return A != B && isPotentiallyReachable(A, B, nullptr, &DT, &LI);
    });
  });
}

/// I is From, or behind From on every way, and not behind To.
static bool isBetween(const Instruction *From, const Instruction *To,
                      const Instruction &I, const DominatorTree &DT) {
  return (!From || From == &I || DT.dominates(From, &I)) &&
         !(To && (To == &I || DT.dominates(To, &I)));
}

std::optional<Region> ReaderFunctions::restOf(Function &F, const LoopInfo &LI,
                                              const DominatorTree &DT,
                                              Instruction *From,
                                              Instruction *To) const {
  // A coroutine comes to the first access when resumed, if ever.
  if (F.isPresplitCoroutine())
    return std::nullopt;
  SmallVector<CallBase *> Accesses;
  SmallVector<Instruction *> Reads;
  bool Alone = false, Opens = false, Loops = false;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB || !DT.isReachableFromEntry(CB->getParent()))
      continue;
    if (CB->isMustTailCall())
      return std::nullopt;
    const IOCall *Call = lookupIOCall(*CB);
    // A call that opens files of any kind and reads none does not matter to
    // slices.
    const FunctionSet &Some =
        OtherReaders.contains(&F) ? Accessors : DataAccessors;
    if (!calls(*CB, Some) || (Call && Call->Kind == IOKind::Close) ||
        !isBetween(From, To, *CB, DT))
      continue;
    Accesses.push_back(CB);
    Opens |= calls(*CB, Openers);
    if (!LI.getLoopFor(CB->getParent()) && reads(*CB)) {
      Reads.push_back(CB);
      Alone |= !calls(*CB, Looping);
      Loops |= calledBack(*CB) != nullptr;
    }
  }
  for (const Loop *L : LI)
    if (Instruction *In = L->getHeader()->getTerminator();
        reads(*L) && isBetween(From, To, *In, DT))
      Reads.push_back(In);
  SmallVector<Instruction *> Longer(Reads);
  erase_if(Longer, [&](Instruction *I) {
    const auto *CB = dyn_cast<CallBase>(I);
    return CB && reads(*CB) && readsCharacters(*CB);
  });
  bool Several = followEachOther(Longer, LI, DT);
  if (Reads.empty() || Accesses.empty() ||
      (!Several && !(Alone && Opens) && !Loops))
    return std::nullopt;
  BasicBlock *BB = Accesses.front()->getParent();
  for (CallBase *CB : Accesses)
    BB = DT.findNearestCommonDominator(BB, CB->getParent());
  while (const Loop *L = LI.getLoopFor(BB))
    BB = DT.getNode(L->getOutermostLoop()->getHeader())->getIDom()->getBlock();
  auto First =
      find_if(Accesses, [&](CallBase *CB) { return CB->getParent() == BB; });
  if (First == Accesses.end()) {
    auto *Last = dyn_cast<CallBase>(BB->getTerminator());
    return Region(Last ? *behind(*Last) : *BB->getTerminator(), To);
  }
  // A slice need not wait for a file open at launch.
  bool OnlyOpens = calls(**First, Openers) && !reads(**First);
  if (!Several && !Loops && !OnlyOpens && reads(**First))
    return std::nullopt; // The statement opens the file.
  // A slice may open a file of any kind, before the program is done with the
  // file.
  bool OfData = calls(**First, DataAccessors);
  // The copy of a call that may throw ends no block: the region there begins
  // behind the call, with the call's results.
  bool OfFunction = isa<InvokeInst>(**First) && !lookupIOCall(**First);
  return Region(
      (OnlyOpens && OfData) || OfFunction ? *behind(**First) : **First, To);
}

/// Whether V is the number of the program's arguments, perhaps in a function
/// that main hands it to.
static bool isArgumentCount(const Value *V, unsigned Depth = 3) {
  if (const auto *Cast = dyn_cast<CastInst>(V))
    return isArgumentCount(Cast->getOperand(0), Depth);
  if (const auto *Load = dyn_cast<LoadInst>(V)) // of a variable in memory
    return any_of(Load->getPointerOperand()->users(), [&](const User *U) {
      const auto *Store = dyn_cast<StoreInst>(U);
      return Store && isa<AllocaInst>(Store->getPointerOperand()) &&
             isa<Argument>(Store->getValueOperand()) &&
             isArgumentCount(Store->getValueOperand(), Depth);
    });
  const auto *A = dyn_cast<Argument>(V);
  if (!A || A->getParent()->getName() == "main")
    return A && A->getArgNo() == 0;
  const Function *F = A->getParent();
  return Depth != 0 && !F->use_empty() &&
         all_of(F->users(), [&](const User *U) {
           const auto *CB = dyn_cast<CallBase>(U);
           return CB && CB->getCalledFunction() == F &&
                  isArgumentCount(CB->getArgOperand(A->getArgNo()), Depth - 1);
         });
}

/// Whether L looks at the arguments of the program: soon over.
static bool looksAtArguments(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      if (const auto *CB = dyn_cast<CallBase>(&I)) {
        const Function *Callee = CB->getCalledFunction();
        return Callee && Callee->getName().contains("getopt");
      }
      return isa<ICmpInst>(I) && any_of(I.operands(), [](const Use &Operand) {
               return isArgumentCount(Operand);
             });
    });
  });
}

/// Whether a call of F may take a while: F loops, but not over the program's
/// arguments, or calls unknown functions; the C library's functions are quick.
static bool mayTakeLong(const Function &F, const TargetLibraryInfo &TLI,
                        unsigned Depth = 3) {
  if (isOfLibraries(F, TLI) || lookupIOFunction(F) || isFileFunction(F) ||
      isErrnoAddress(F) || F.doesNotReturn())
    return false;
  if (F.isDeclaration() || Depth == 0)
    return true;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> Back;
  FindFunctionBackedges(F, Back);
  if (!Back.empty()) {
    DominatorTree DT(const_cast<Function &>(F));
    LoopInfo LI(DT);
    if (LI.empty() ||
        !all_of(LI, [](const Loop *L) { return looksAtArguments(*L); }))
      return true;
  }
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *CB = dyn_cast<CallBase>(&I);
    const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
    return Callee && mayTakeLong(*Callee, TLI, Depth - 1);
  });
}

/// The work of a block: reads, and computing for a while.
struct ReaderFunctions::BlockWork {
  bool Computes = false; ///< Anywhere in the block.
  bool Reads = false;
  bool ReadsFirst = false; ///< Before computing, if any.
  bool ComputesFirst = false;
};

ReaderFunctions::BlockWork
ReaderFunctions::workOf(BasicBlock &BB, const Region &R, const LoopInfo &LI,
                        const TargetLibraryInfo &TLI) const {
  BlockWork W;
  const Loop *L = LI.getLoopFor(&BB);
  if (L) {
    W.Reads = W.ReadsFirst = reads(*L->getOutermostLoop());
    W.Computes = !W.Reads && !looksAtArguments(*L->getOutermostLoop());
  }
  for (Instruction &I : BB) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (!R.contains(I))
      continue;
    if ((CB && reads(*CB)) || Mapped.readOf(I)) {
      W.Reads = true;
      (W.Computes ? W.ComputesFirst : W.ReadsFirst) = true;
    } else if (CB && CB->getCalledFunction()) {
      W.Computes |= mayTakeLong(*CB->getCalledFunction(), TLI);
    }
  }
  return W;
}

bool ReaderFunctions::computesFirst(const Region &R) const {
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  DominatorTree DT(R.function());
  LoopInfo LI(DT);
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock *> Worklist = {&R.first()};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    BlockWork W = workOf(*BB, R, LI, TLI);
    if (W.Computes && !W.ReadsFirst)
      return true;
    if (!W.Reads)
      append_range(Worklist, successors(BB));
  }
  return false;
}

bool ReaderFunctions::computesBeforeReads(const Region &R) const {
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  DominatorTree DT(R.function());
  LoopInfo LI(DT);
  SmallPtrSet<BasicBlock *, 16> Computing, Seen;
  SmallVector<BasicBlock *> Worklist; // Blocks before reads.
  for (BasicBlock *BB : R.blocks()) {
    BlockWork W = workOf(*BB, R, LI, TLI);
    if (W.ComputesFirst)
      return true;
    if (W.Computes)
      Computing.insert(BB);
    if (W.Reads)
      append_range(Worklist, predecessors(BB));
  }
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (Computing.contains(BB))
      return true;
    append_range(Worklist, predecessors(BB));
  }
  return false;
}

/// The first place behind a loop on all ways out of the loop; null if unknown.
static Instruction *behind(const Loop &L, const LoopInfo &LI) {
  BasicBlock *Exit = L.getUniqueExitBlock();
  if (!Exit || LI.getLoopFor(Exit) || Exit->isEHPad())
    return nullptr;
  auto It = Exit->getFirstInsertionPt();
  return It == Exit->end() ? nullptr : &*It;
}

/// Functions of libstdc++ and libc++ that make and list files.
static bool isOfCxxFiles(StringRef Name) {
  return Name.contains("basic_ofstream") || Name.contains("basic_fstream") ||
         Name.contains("basic_filebuf") || Name.contains("10filesystem");
}

/// Whether CB directly makes, writes or removes files, or changes the meaning
/// of file names.
static bool makesFiles(const CallBase &CB) {
  const Function *Callee = CB.getCalledFunction();
  const IOCall *Call = lookupIOCall(CB);
  return changesFiles(CB) || opensToWrite(CB) ||
         (Call && Call->isOpen() && Call->Family.mayMakeFile(CB, *Call)) ||
         (Callee &&
          (isOfCxxFiles(Callee->getName()) || Callee->getName() == "chdir" ||
           Callee->getName() == "fchdir"));
}

void ReaderFunctions::findFileMakers() {
  SmallVector<const Function *> Worklist;
  for (const Function &F : M)
    for (const User *U : F.users())
      if (auto *CB = dyn_cast<CallBase>(U);
          CB && CB->getCalledFunction() == &F && makesFiles(*CB))
        Worklist.push_back(CB->getFunction());
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (!FileMakers.insert(F).second)
      continue;
    for (const User *U : F->users())
      if (auto *CB = dyn_cast<CallBase>(U))
        Worklist.push_back(CB->getFunction());
  }
}

/// Whether CB makes files, directly or in a callee.
bool ReaderFunctions::worksOnFiles(const CallBase &CB) const {
  const Function *Callee = CB.getCalledFunction();
  return makesFiles(CB) || (Callee && FileMakers.contains(Callee));
}

/// Whether F lists a folder: the result depends on the files at the time.
static bool listsFolder(const Function &F) {
  static constexpr StringRef Names[] = {
      "opendir", "fdopendir", "scandir", "scandir64", "glob",    "glob64",
      "ftw",     "ftw64",     "nftw",    "nftw64",    "fts_open"};
  return is_contained(Names, F.getName());
}

/// An allocator of the program may have no locks, and libc allocates memory for
/// threads: no thread may start while the program computes.
static bool isOwnAllocator(const Function &F) {
  return F.getName() == "malloc" && !F.isDeclaration();
}

static bool startsThread(const Function &F) {
  return F.getName() == "pthread_create" || F.getName() == "thrd_create" ||
         F.getName().starts_with("_ZNSt6thread");
}

static bool closes(const CallBase &CB) {
  const Function *Callee = CB.getCalledFunction();
  const IOCall *Call = Callee ? lookupIOFunction(*Callee) : nullptr;
  return Call && Call->Kind == IOKind::Close;
}

bool ReaderFunctions::startsMPIWithin(const CallBase &CB) const {
  const Function *Callee = CB.getCalledFunction();
  return Callee && !Callee->isDeclaration() && Starters.contains(Callee);
}

std::optional<Instruction *>
ReaderFunctions::beginOfMain(Function &F, const LoopInfo &LI,
                             const DominatorTree &DT,
                             const CallBase *Start) const {
  if (!isMain(F) || !Readers.contains(&F) || any_of(M, [](const Function &Any) {
        return listsFolder(Any) || isOwnAllocator(Any);
      }))
    return std::nullopt;
  // If no visible call starts MPI, any call may. If another thread opens a file
  // by MPI again, the fetched pages of the file are dropped.
  if (any_of(M, isMPIFunction) && (!seesMPIChange() || any_of(M, startsThread)))
    return std::nullopt;
  SmallVector<Instruction *> Reads;
  SmallPtrSet<BasicBlock *, 16> Leading; // With a read, or before.
  SmallVector<BasicBlock *> Worklist;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if ((CB && reads(*CB)) || Mapped.readOf(I)) {
      Reads.push_back(&I);
      Worklist.push_back(I.getParent());
    }
  }
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (Leading.insert(BB).second)
      append_range(Worklist, predecessors(BB));
  }
  Instruction *Begin = &*find_if(F.getEntryBlock(), [](const Instruction &I) {
    return !isa<AllocaInst>(I) && !isa<DbgInfoIntrinsic>(I);
  });
  bool Writes = false;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    const Loop *L = LI.getLoopFor(BB);
    L = L ? L->getOutermostLoop() : nullptr;
    if (!Leading.contains(BB) || (L && reads(*L)))
      continue;
    bool GoesOn = any_of(successors(BB),
                         [&](BasicBlock *To) { return Leading.contains(To); });
    auto Last = find_if(reverse(*BB), [&](const Instruction &I) {
      return is_contained(Reads, &I);
    });
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!GoesOn && Last != BB->rend() && Last->comesBefore(&I))
        break;
      // Bytes written by main may reach the file at the close.
      if (!CB || !(worksOnFiles(*CB) || (Writes && closes(*CB)) ||
                   calls(*CB, Initialisers) ||
                   (Start && calls(*CB, EnvironmentChangers))))
        continue;
      if (CB == Start && !worksOnFiles(*CB) && !calls(*CB, EnvironmentChangers))
        return Begin;
      Writes |= worksOnFiles(*CB);
      Instruction *Next = L ? behind(*L, LI) : behind(*CB);
      if (!Next || Next == CB)
        return std::nullopt;
      Begin = Next;
    }
  }
  bool Leads = all_of(Reads, [&](const Instruction *Read) {
    return Begin == Read || DT.dominates(Begin, Read);
  });
  return Leads ? std::optional(Begin) : std::nullopt;
}

SmallVector<Instruction *>
ReaderFunctions::cuts(Function &F, const LoopInfo &LI,
                      const DominatorTree &DT) const {
  SmallVector<Instruction *> Cuts;
  auto Add = [&](Instruction *Cut) {
    if (Cut &&
        isBetween(Cuts.empty() ? nullptr : Cuts.back(), nullptr, *Cut, DT))
      Cuts.push_back(Cut);
  };
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    const Loop *L = LI.getLoopFor(BB);
    if (L && L->getHeader() == BB && !L->getParentLoop() && reads(*L))
      Add(behind(*L, LI));
    for (Instruction &I : *BB)
      if (auto *CB = dyn_cast<CallBase>(&I); !L && CB && reads(*CB))
        if (Instruction *Cut = behind(*CB); Cut != CB)
          Add(Cut);
  }
  if (!Cuts.empty())
    Cuts.pop_back();
  return Cuts;
}

bool ReaderFunctions::onlyCalledFrom(
    const Function &F, function_ref<bool(const CallBase &)> IsCovered) const {
  // A program's main is rarely in the source of shared functions. If main is
  // visible, functions called by other sources have no slice outside of
  // regions.
  if (!(F.hasLocalLinkage() || HasMain) || F.use_empty() ||
      F.isPresplitCoroutine())
    return false;
  return all_of(F.users(), [&](const User *U) {
    auto *CB = dyn_cast<CallBase>(U);
    return CB &&
           (CB->getCalledFunction() == &F || calledBack(*CB) == &F ||
            (taskOf(*CB) == &F && makesReadingTask(*CB))) &&
           (CB->getFunction() == &F || lookupIOFunction(*CB->getFunction()) ||
            IsCovered(*CB));
  });
}

} // namespace foreslice
