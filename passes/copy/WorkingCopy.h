//===- WorkingCopy.h - the canonicalised copy that slices are cut from ----===//
//
// The program's own code is never canonicalised: it may be at -O0, and it must
// not change. AnalysisModule is a copy of the whole module in which calls
// cannot fail or throw; WorkingCopy is one function of it with one region
// marked, callees inlined and variables in registers, whatever the -O level.
//
// Before (C):                        In the working copy:
//   for (i = 0; i < n; i++)            call foreslice.begin(n, rank, &fh, buf)
//     if (read_at(fh, off(i), ..))     loop: read_at(fh, i * 65536, ...)
//       MPI_Abort(...);                call foreslice.end()
//
// The arguments of foreslice.begin are the region's live-ins: each stands for
// a value of the original function that the launch point can hand over.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_WORKINGCOPY_H
#define FORESLICE_PASSES_COPY_WORKINGCOPY_H

#include "copy/AnalysisModule.h"
#include "copy/NearestOpens.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace foreslice {

/// One value of the original function that the launch point can hand over.
struct LiveInSource {
  enum KindTy {
    Value,           ///< An SSA value or argument.
    LoadOfAlloca,    ///< What a scalar local variable holds at the launch.
    AddressOfAlloca, ///< The address of a local aggregate or escaped variable.
  } Kind;
  llvm::Value *Original;
  /// A variable that has no content at launch.
  bool Empty = false;
};

class WorkingCopy {
public:
  /// Marks R in a copy of its function and canonicalises. Calls through
  /// pointers become direct calls where they may read. With Guess, they do
  /// wherever their targets are known, and containers already have the elements
  /// that the region would insert. With Only, other functions are not inlined
  /// in the region. Functions that access no files bring no more instructions
  /// than MostOthers.
  WorkingCopy(AnalysisModule &AM, const Region &R, bool Guess,
              uint64_t MostOthers,
              std::optional<InlinedFunctions> Only = std::nullopt);
  ~WorkingCopy();
  WorkingCopy(const WorkingCopy &) = delete;

  llvm::Function &function() { return *W; }
  AnalysisModule &analysisModule() { return AM; }
  /// The call of foreslice.begin; it stands alone before the region's first
  /// block. Null if the region turned out to be unreachable.
  llvm::CallInst *begin() const { return Begin; }
  llvm::ArrayRef<LiveInSource> sources() const { return Sources; }
  /// The blocks of the region: from begin() to the calls of foreslice.end.
  llvm::ArrayRef<llvm::BasicBlock *> region() const { return Blocks; }
  /// The region is the rest of a function.
  bool isRest() const { return Rest; }
  /// The copy is of the program's main.
  bool isOfMain() const { return IsOfMain; }
  /// True for an alloca of the original function itself, false for one that
  /// came with an inlined callee and has no content before the region.
  static bool isOriginalAlloca(const llvm::AllocaInst &A);
  /// Where the function asks for the count of an access, the answer decides a
  /// branch, and it is taken for granted what the access delivers.
  llvm::ArrayRef<llvm::DebugLoc> decidingCounts() const {
    return DecidingCounts;
  }
  /// Another thread than the region's may make the call, in a task.
  bool isOfOtherThread(const llvm::CallBase &Original) const {
    return !InTask && AM.isInTask(*Original.getFunction());
  }
  /// True if Guess would make a difference.
  bool couldGuess() const { return CouldGuess; }

  /// A call of the region that accesses files and is too large to look into:
  /// there is no slice, and the copy is not finished. Null if there is none.
  const llvm::CallBase *hopelessCall() const { return Hopeless; }

  /// Leaves out the reads by mappings, if there are others.
  bool dropMappedReads();
  /// Takes for granted that these exits of loops are never taken. Where a loop
  /// has no other exits, and none of the calls Wanted but a loop around has,
  /// they are taken at once. Gives where those are that are never taken.
  llvm::SmallVector<llvm::DebugLoc, 2>
  assumeStays(llvm::ArrayRef<llvm::Instruction *> Exits,
              llvm::ArrayRef<llvm::CallBase *> Wanted);

private:
  llvm::Value *copyOf(const llvm::Value *Original) const;
  llvm::Instruction *copyFrom(llvm::Instruction &I) const;
  void insertMarkers(const Region &R);
  llvm::Instruction *findEnds(const Region &R,
                              llvm::SmallVectorImpl<llvm::Instruction *> &Ends);
  llvm::SmallVector<llvm::Value *>
  collectLiveIns(const Region &R, llvm::Instruction &Begin,
                 llvm::SmallPtrSetImpl<llvm::Value *> &Descriptions);
  void endAt(llvm::Instruction &I);
  bool isLeftOut(const llvm::Function &Callee) const;
  llvm::Function *inlinableCallee(llvm::CallBase &CB, bool InRegion);
  bool inlineCalls();
  bool stayInParent();
  bool foldInsertions();
  llvm::SmallVector<llvm::CallBase *> makeDirect(llvm::CallBase &CB);
  void canonicalise();
  void dropSwitchesOfScopes();
  void expandConstants();
  void openEndlessLoops();
  void splitAtMarkers();
  llvm::SmallVector<llvm::CallBase *> callsInRegion() const;
  llvm::SmallVector<llvm::BasicBlock *> blocksInRegion() const;

  AnalysisModule &AM;
  llvm::ValueToValueMapTy FromModule;
  llvm::Function *W = nullptr;
  llvm::Function *BeginMarker = nullptr, *EndMarker = nullptr;
  llvm::CallInst *Begin = nullptr;
  llvm::SmallVector<LiveInSource> Sources;
  llvm::SmallVector<llvm::BasicBlock *> Blocks;
  llvm::SmallVector<llvm::DebugLoc, 2> DecidingCounts;
  const llvm::CallBase *Hopeless = nullptr;
  unsigned InlinedInRegion = 0, InlinedOutside = 0, Followed = 0;
  std::optional<InlinedFunctions> Only;
  bool Rest;
  bool IsOfMain = false;
  /// Instructions that functions without accesses to files may bring.
  uint64_t MostOthers;
  uint64_t InlinedOthers = 0;
  bool InTask, Guess, CouldGuess = false;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_WORKINGCOPY_H
