//===- Regions.h - what may get a slice -----------------------------------===//
//
// A region is a loop nest that reads, itself or in a function that it calls,
// the rest of a function from its first file access on, or a part of that.
// Regions are found on the program's own code, which stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REGIONS_REGIONS_H
#define FORESLICE_PASSES_REGIONS_REGIONS_H

#include "regions/CallTargets.h"
#include "regions/MappedMemory.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Dominators.h"

#include <optional>

namespace llvm {
class Module;
class TargetLibraryInfo;
} // namespace llvm

namespace foreslice {

/// What may get a slice.
class Region {
public:
  explicit Region(const llvm::Loop &L);
  /// All that the function does from Start, which is in no loop, to its
  /// returns, or to Stop, which no way leads to but from Start.
  explicit Region(llvm::Instruction &Start, llvm::Instruction *Stop = nullptr);

  llvm::Function &function() const { return *Blocks.front()->getParent(); }
  bool isLoop() const { return !Start; }
  /// The loop's header, or the block of the start.
  llvm::BasicBlock &first() const { return *Blocks.front(); }
  /// The first instruction; null for a loop.
  llvm::Instruction *start() const { return Start; }
  /// What the region ends before, beside returns; null for a loop and the rest
  /// of a function.
  llvm::Instruction *stop() const { return Stop; }
  llvm::DebugLoc location() const { return Location; }
  /// The first of them and that of the stop may lie in the region in part only.
  llvm::ArrayRef<llvm::BasicBlock *> blocks() const {
    return Blocks.getArrayRef();
  }
  bool contains(const llvm::Instruction &I) const;

private:
  llvm::SetVector<llvm::BasicBlock *> Blocks;
  llvm::Instruction *Start = nullptr, *Stop = nullptr;
  llvm::DebugLoc Location;
};

/// True for a coroutine, also for the part of it that goes on where another
/// pass has cut it into pieces.
bool isCoroutine(const llvm::Function &F);

/// True if F is handed to functions out of sight, itself or in a function of
/// one block, and nobody else calls it.
bool isCalledBack(const llvm::Function &F);

/// The functions of a module from which a read can be reached, callers before
/// callees. Calls of coroutines count for nothing.
class ReaderFunctions {
public:
  explicit ReaderFunctions(llvm::Module &M);
  llvm::ArrayRef<llvm::Function *> topDown() const { return Order; }
  bool reads(const llvm::Loop &L) const;
  bool reads(const llvm::Function &F) const { return Readers.contains(&F); }
  /// CB may read, itself or by what it calls.
  bool reads(const llvm::CallBase &CB) const;
  /// CB makes a task that reads, and not in a loop: who starts the task counts
  /// as who reads.
  bool makesReadingTask(const llvm::CallBase &CB) const;
  /// R makes such tasks, itself or in what it calls.
  bool makesReadingTasks(const Region &R) const;
  /// F may open, close, read, write or position files, itself or by what it
  /// calls.
  bool accessesFiles(const llvm::Function &F) const {
    return Accessors.contains(&F);
  }
  /// F may start or end MPI.
  bool changesMPI(const llvm::Function &F) const {
    return Initialisers.contains(&F);
  }
  /// F, or what F calls, may change the environment; anything out of sight may.
  bool mayChangeEnvironment(const llvm::Function &F) const {
    return EnvironmentChangers.contains(&F);
  }
  /// F, or what has its name in this module: F may be a copy in another one.
  const llvm::Function *seen(const llvm::Function &F) const;
  /// MPI is started or ended in sight.
  bool seesMPIChange() const { return !Initialisers.empty(); }
  const CallTargets &targets() const { return Targets; }
  /// Calls through pointers are known to lead to F.
  bool isTarget(const llvm::Function &F) const { return Pointed.contains(&F); }
  /// Reads of F that stand in no loop of F.
  llvm::SmallVector<llvm::CallBase *>
  readsOutsideLoops(llvm::Function &F, const llvm::LoopInfo &LI) const;
  /// The rest of F from its first file access on, if that promises more than
  /// the loops of F and its callees: statements that follow each other read, or
  /// one that comes to no loop reads from a file that F opens before.
  /// The same for a part of F, from one cut to another.
  std::optional<Region> restOf(llvm::Function &F, const llvm::LoopInfo &LI,
                               const llvm::DominatorTree &DT,
                               llvm::Instruction *From = nullptr,
                               llvm::Instruction *To = nullptr) const;
  /// Where a region may begin that is the rest of F, the program's main: at the
  /// begin of F, or behind all calls that work on files before F reads. None of
  /// other functions, and if not all ways to reads lead through one place.
  std::optional<llvm::Instruction *>
  beginOfMain(llvm::Function &F, const llvm::LoopInfo &LI,
              const llvm::DominatorTree &DT) const;
  /// R may compute for a while before it reads at all.
  bool computesFirst(const Region &R) const;
  /// R may compute for a while before some of its reads.
  bool computesBeforeReads(const Region &R) const;
  /// Where F can be cut: behind each loop and each call outside of loops that
  /// reads, but for the last. Each cut is only reached through those before it.
  llvm::SmallVector<llvm::Instruction *>
  cuts(llvm::Function &F, const llvm::LoopInfo &LI,
       const llvm::DominatorTree &DT) const;
  /// True if IsCovered holds for every call of F, but for F's own: F runs
  /// inside regions only. Where main is in sight, no other source is taken to
  /// call F.
  bool onlyCalledFrom(
      const llvm::Function &F,
      llvm::function_ref<bool(const llvm::CallBase &)> IsCovered) const;

private:
  using FunctionSet = llvm::DenseSet<const llvm::Function *>;
  using CallerMap =
      llvm::DenseMap<llvm::Function *, llvm::SmallVector<llvm::Function *, 4>>;

  llvm::SmallVector<llvm::Function *> callees(const llvm::CallBase &CB) const;
  bool calls(const llvm::CallBase &CB, const FunctionSet &Some) const;
  struct BlockWork;
  BlockWork workOf(llvm::BasicBlock &BB, const Region &R,
                   const llvm::LoopInfo &LI,
                   const llvm::TargetLibraryInfo &TLI) const;
  void findFileMakers();
  bool worksOnFiles(const llvm::CallBase &CB) const;
  void findReaders();
  void orderReaders();
  void findReadingLoops();
  bool setTasksApart();
  void findTaskMakers();

  llvm::Module &M;
  bool HasMain = false;
  CallTargets Targets;
  MappedMemory Mapped;
  llvm::DenseSet<const llvm::Function *> MappedReaders; ///< By themselves.
  llvm::SmallVector<llvm::Function *> Order;
  /// With what they are about: Readers has the reads of MPI, too.
  FunctionSet Readers, Openers, Accessors, Initialisers, Pointed,
      EnvironmentChangers;
  /// Those that access files by front ends of data only, and those that read by
  /// others.
  FunctionSet DataAccessors, OtherReaders;
  /// Functions that read in a loop, their own or a callee's.
  FunctionSet Looping;
  /// Functions that change files, or come to functions that do.
  FunctionSet FileMakers;
  /// What tasks run that read in a loop: they have slices of their own, and who
  /// makes them does not read by that.
  FunctionSet TasksApart;
  /// Functions that make tasks which read.
  FunctionSet TaskMakers;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_REGIONS_H
