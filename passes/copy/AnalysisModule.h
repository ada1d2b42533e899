//===- AnalysisModule.h - a copy in which calls succeed -------------------===//
//
// All analysis happens on a copy of the module: exceptional paths count as not
// taken, calls of MPI as successful, and paths that end the program in an error
// as never entered. The copy has its own analyses, and is thrown away.
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

/// Of calls: their number in the original module.
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
  /// The original of a global value of the copy; null for one that only the
  /// copy has.
  llvm::GlobalValue *originalOf(const llvm::GlobalValue *GV) const {
    return ToOriginal.lookup(GV);
  }
  /// The call of the original module that CB was copied from, however often it
  /// was inlined since; null if that is lost.
  llvm::CallBase *originalOf(const llvm::CallBase &CB) const;
  /// Step, which a body of the pass's own brought, stands for Original, and is
  /// the main thread's if it opens a file.
  static void standFor(llvm::CallBase &Step, llvm::MDNode *Original,
                       const llvm::DebugLoc &Loc);
  /// F, of the original module, runs as a part of a task that who makes the
  /// task calls in the copy.
  bool isInTask(const llvm::Function &F) {
    return !InTasks.empty() &&
           InTasks.contains(cast_or_null<llvm::Function>(copyOf(&F)));
  }
  bool isRecursive(const llvm::Function &F) const {
    return Recursive.contains(&F);
  }
  /// For a recursive function that accesses files, what working copies inline
  /// in its place: the same, with calls of itself that come last as a loop.
  /// Null for others.
  llvm::Function *loopedVersionOf(const llvm::Function &F) const {
    return Looped.lookup(&F);
  }
  bool isLoopedVersion(const llvm::Function &F) const {
    return LoopedVersions.contains(&F);
  }
  /// What working copies inline in place of F: the same with variables in
  /// registers, made once however often F is called.
  llvm::Function &inlinableVersionOf(llvm::Function &F);
  const ReaderFunctions &readers() const { return *Readers; }
  NamedGlobals &namedGlobals() { return Named; }
  /// Calls have handles of Fortran's.
  bool hasFortran() const { return Fortran; }
  /// Functions that are too large to look into, with what they call: a region
  /// that calls one of them has no slice.
  bool isHopeless(const llvm::Function *F) const {
    return Hopeless.contains(F);
  }
  /// F is one, and so is what calls it.
  void addHopeless(llvm::Function &F);
  /// Instructions of the module.
  uint64_t size() const { return Size; }
  /// What the pass has done for all regions so far, whatever the machine.
  struct Work {
    uint64_t Copied = 0;        ///< Instructions of which copies were made.
    uint64_t Canonicalised = 0; ///< Instructions, as often as they were.
    uint64_t Compared = 0;      ///< As MemoryModel counts.
    /// All of it, as instructions that are canonicalised once.
    uint64_t units() const;
  };
  Work &work() { return Done; }
  /// Units of work that the module is worth, and how many are left of them.
  uint64_t budget() const;
  uint64_t left() const;
  /// Comparisons that one search may make.
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

/// If CB calls MPI, it returns MPI_SUCCESS.
void assumeSuccess(llvm::CallBase &CB);

/// Removes the edges of F to paths that end the program in an error. True if
/// there were any.
bool foldErrorPaths(llvm::Function &F);

/// Metadata of the program's reads, which number them.
inline constexpr char ReadMD[] = "foreslice.read";

/// The calls that mark a region in a WorkingCopy.
inline constexpr char BeginMarkerName[] = "foreslice.begin";
inline constexpr char EndMarkerName[] = "foreslice.end";
/// True for the marker calls, which no analysis of the region should see.
bool isMarker(const llvm::Instruction &I);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_ANALYSISMODULE_H
