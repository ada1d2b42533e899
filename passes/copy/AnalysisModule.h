//===- AnalysisModule.h - a copy of the module with successful calls ------===//
//
// All analysis happens on a copy of the module: exceptional paths count as not
// taken, calls of MPI as successful, and paths that end the program in an error
// as never entered. The copy has separate analyses, and is thrown away.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_ANALYSISMODULE_H
#define FORESLICE_PASSES_COPY_ANALYSISMODULE_H

#include "copy/NamedGlobals.h"
#include "regions/Regions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>

namespace foreslice {

/// Metadata of calls: the call's number in the original module.
inline constexpr char CallMD[] = "foreslice.call";

class AnalysisModule {
public:
  explicit AnalysisModule(llvm::Module &M);
  AnalysisModule(const AnalysisModule &) = delete;

  llvm::Module &module() { return *Copy; }
  llvm::FunctionAnalysisManager &analyses() { return FAM; }
  /// The copy of a value of the original module.
  llvm::Value *copyOf(const llvm::Value *Original) {
    return FromOriginal.lookup(Original);
  }
  /// The original of a global value of the copy; null for a value of the copy
  /// only.
  llvm::GlobalValue *originalOf(const llvm::GlobalValue *GV) const {
    return ToOriginal.lookup(GV);
  }
  /// The call of the original module behind CB, through any number of
  /// inlinings; null if unknown.
  llvm::CallBase *originalOf(const llvm::CallBase &CB) const;
  /// Makes Step, of a body of the pass, stand for Original. If Step opens a
  /// file, Step belongs to the main thread.
  static void standFor(llvm::CallBase &Step, llvm::MDNode *Original,
                       const llvm::DebugLoc &Loc);
  /// Whether F, of the original module, runs in a task that the copy calls
  /// where the task is made.
  bool isInTask(const llvm::Function &F) {
    return !InTasks.empty() &&
           InTasks.contains(cast_or_null<llvm::Function>(copyOf(&F)));
  }
  bool isRecursive(const llvm::Function &F) const {
    return Recursive.contains(&F);
  }
  /// The version of a recursive function with accesses to files that working
  /// copies inline: tail calls of the function are a loop. Null for other
  /// functions.
  llvm::Function *loopedVersionOf(const llvm::Function &F) const {
    return Looped.lookup(&F);
  }
  bool isLoopedVersion(const llvm::Function &F) const {
    return LoopedVersions.contains(&F);
  }
  /// The version of F that working copies inline: variables are in registers.
  /// Made once for all calls of F.
  llvm::Function &inlinableVersionOf(llvm::Function &F);
  const ReaderFunctions &readers() const { return *Readers; }
  NamedGlobals &namedGlobals() { return Named; }
  /// Whether calls have Fortran's handles.
  bool hasFortran() const { return Fortran; }
  /// Whether F is too large to look into, callees included: a region that calls
  /// F has no slice.
  bool isHopeless(const llvm::Function *F) const {
    return Hopeless.contains(F);
  }
  /// Adds F and all callers of F to the hopeless functions.
  void addHopeless(llvm::Function &F);
  /// Instructions of the module.
  uint64_t size() const { return Size; }
  /// Work done by the pass for all regions so far, independent of the machine.
  struct Work {
    uint64_t Copied = 0;        ///< Instructions copied.
    uint64_t Canonicalised = 0; ///< Instructions canonicalised, each time.
    uint64_t Compared = 0;      ///< Pairs, as counted by MemoryModel.
    /// All work, in units of a canonicalised instruction.
    uint64_t units() const;
  };
  Work &work() { return Done; }
  /// Units of work for the module, and units left.
  uint64_t budget() const;
  uint64_t left() const;
  /// Most comparisons in one search.
  uint64_t comparisonsLeft() const;
  /// Most instructions that callees may add to a region.
  uint64_t inlineLimit() const;

private:
  void numberCalls();
  void makeCallsSucceed();
  void findRecursion();
  void loopTailCalls();
  void inferAttributes();

  llvm::ValueToValueMapTy FromOriginal;
  std::unique_ptr<llvm::Module> Copy;
  uint64_t Size = 0;
  bool Fortran = false;
  Work Done;
  std::unique_ptr<ReaderFunctions> Readers;
  NamedGlobals Named;
  llvm::DenseMap<const llvm::GlobalValue *, llvm::GlobalValue *> ToOriginal;
  std::vector<llvm::CallBase *> OriginalCalls;
  llvm::SmallPtrSet<const llvm::Function *, 4> InTasks;
  llvm::DenseSet<const llvm::Function *> Recursive, Hopeless;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> Looped;
  llvm::DenseSet<const llvm::Function *> LoopedVersions;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> Inlinable;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
};

/// Makes CB return MPI_SUCCESS, if CB calls MPI.
void assumeSuccess(llvm::CallBase &CB);

/// Removes the edges of F to paths that end the program in an error. True if
/// there were any.
bool foldErrorPaths(llvm::Function &F);

/// Metadata with the number of a read of the program.
inline constexpr char ReadMD[] = "foreslice.read";

/// The calls that mark a region in a WorkingCopy.
inline constexpr char BeginMarkerName[] = "foreslice.begin";
inline constexpr char EndMarkerName[] = "foreslice.end";
/// True for the marker calls, which no analysis of the region should see.
bool isMarker(const llvm::Instruction &I);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_ANALYSISMODULE_H
