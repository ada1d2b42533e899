//===- Regions.h - the candidates for slices ------------------------------===//
//
// A region is a loop nest with a read inside or in a called function, the rest
// of a function from the first file access on, or a part of that rest. Regions
// are found on the program's own, unchanged code.
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

/// A candidate for a slice.
class Region {
public:
  explicit Region(const llvm::Loop &L);
  /// All code of the function from Start, outside of loops, to the returns, or
  /// to Stop, reached only from Start.
  explicit Region(llvm::Instruction &Start, llvm::Instruction *Stop = nullptr);

  llvm::Function &function() const { return *Blocks.front()->getParent(); }
  bool isLoop() const { return !Start; }
  /// The loop's header, or the block of the start.
  llvm::BasicBlock &first() const { return *Blocks.front(); }
  /// The first instruction; null for a loop.
  llvm::Instruction *start() const { return Start; }
  /// The end of the region, beside returns; null for a loop and the rest of a
  /// function.
  llvm::Instruction *stop() const { return Stop; }
  llvm::DebugLoc location() const { return Location; }
  /// The first block and the block of stop() may belong to the region in part
  /// only.
  llvm::ArrayRef<llvm::BasicBlock *> blocks() const {
    return Blocks.getArrayRef();
  }
  bool contains(const llvm::Instruction &I) const;

private:
  llvm::SetVector<llvm::BasicBlock *> Blocks;
  llvm::Instruction *Start = nullptr, *Stop = nullptr;
  llvm::DebugLoc Location;
};

/// True for a coroutine, also for a part split off by another pass.
bool isCoroutine(const llvm::Function &F);

/// True if F, or a function of one block around F, is handed to functions
/// without a body, and nobody else calls F.
bool isCalledBack(const llvm::Function &F);

/// The functions of a module that may come to a read, callers before callees.
/// Calls of coroutines do not count.
class ReaderFunctions {
public:
  explicit ReaderFunctions(llvm::Module &M);
  llvm::ArrayRef<llvm::Function *> topDown() const { return Order; }
  bool reads(const llvm::Loop &L) const;
  bool reads(const llvm::Function &F) const { return Readers.contains(&F); }
  /// Whether CB may read, directly or in a callee.
  bool reads(const llvm::CallBase &CB) const;
  /// Whether CB reads a few characters of a stream, directly or in a callee. A
  /// slice of such reads alone is never ahead of the program, which may come to
  /// them for each character of a file.
  bool readsCharacters(const llvm::CallBase &CB, unsigned Depth = 2) const;
  /// Whether CB makes a task that reads outside of loops: the start of the task
  /// counts as a read.
  bool makesReadingTask(const llvm::CallBase &CB) const;
  /// Whether R makes reading tasks, directly or in a callee.
  bool makesReadingTasks(const Region &R) const;
  /// Whether F may open, close, read, write or position files, directly or in a
  /// callee.
  bool accessesFiles(const llvm::Function &F) const {
    return Accessors.contains(&F);
  }
  /// Whether F may start or end MPI.
  bool changesMPI(const llvm::Function &F) const {
    return Initialisers.contains(&F);
  }
  /// Whether F, or a callee of F, may change the environment; any function
  /// without a body may.
  bool mayChangeEnvironment(const llvm::Function &F) const {
    return EnvironmentChangers.contains(&F);
  }
  /// F, or the function with F's name in this module: F may be of another
  /// module.
  const llvm::Function *seen(const llvm::Function &F) const;
  /// Whether a visible call starts or ends MPI.
  bool seesMPIChange() const { return !Initialisers.empty(); }
  const CallTargets &targets() const { return Targets; }
  /// Whether calls through pointers may lead to F.
  bool isTarget(const llvm::Function &F) const { return Pointed.contains(&F); }
  /// Reads of F outside of loops of F.
  llvm::SmallVector<llvm::CallBase *>
  readsOutsideLoops(llvm::Function &F, const llvm::LoopInfo &LI) const;
  /// The rest of F from the first file access on, if the rest promises more
  /// than the loops of F and of callees: several reading statements in a row
  /// that read more than characters, or one reading statement outside of loops
  /// on a file opened before in F.
  /// With From and To, the part of F from one cut to another.
  std::optional<Region> restOf(llvm::Function &F, const llvm::LoopInfo &LI,
                               const llvm::DominatorTree &DT,
                               llvm::Instruction *From = nullptr,
                               llvm::Instruction *To = nullptr) const;
  /// The earliest begin of a region with the rest of F, the program's main: the
  /// begin of F, or behind all calls that work on files, or start MPI, before
  /// the reads. None for other functions, and if not all ways to reads lead
  /// through one place. With Start, a call in no loop of F, the earliest begin
  /// of a region whose launch is before this call starts MPI: behind all calls
  /// that may change the settings of the run time, too.
  std::optional<llvm::Instruction *>
  beginOfMain(llvm::Function &F, const llvm::LoopInfo &LI,
              const llvm::DominatorTree &DT,
              const llvm::CallBase *Start = nullptr) const;
  /// Whether CB calls a function in sight that may start MPI.
  bool startsMPIWithin(const llvm::CallBase &CB) const;
  /// Whether R may compute for a while before the first read.
  bool computesFirst(const Region &R) const;
  /// Whether R may compute for a while before some read.
  bool computesBeforeReads(const Region &R) const;
  /// The cuts of F: behind each reading loop and each reading call outside of
  /// loops, except the last. Each cut is reached only through the cuts before.
  llvm::SmallVector<llvm::Instruction *>
  cuts(llvm::Function &F, const llvm::LoopInfo &LI,
       const llvm::DominatorTree &DT) const;
  /// True if IsCovered holds for every call of F, except recursive calls: F
  /// runs inside regions only. If main is visible, no other source is assumed
  /// to call F.
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
  llvm::DenseSet<const llvm::Function *> MappedReaders; ///< With mapped reads.
  llvm::SmallVector<llvm::Function *> Order;
  /// Sets of functions that may reach a kind of call, functions of the kind
  /// included: Readers has MPI's reads, too.
  FunctionSet Readers, Openers, Accessors, Initialisers, Starters, Pointed,
      EnvironmentChangers;
  /// Functions that access files by front ends of data only, and functions that
  /// read by other front ends.
  FunctionSet DataAccessors, OtherReaders;
  /// Functions that read in a loop, also in a callee's loop.
  FunctionSet Looping;
  /// Functions that change files, directly or in a callee.
  FunctionSet FileMakers;
  /// Functions of tasks with a read in a loop. These functions have slices of
  /// their own, and making such a task is no read.
  FunctionSet TasksApart;
  /// Functions that make reading tasks.
  FunctionSet TaskMakers;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_REGIONS_H
