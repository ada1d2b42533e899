//===- WorkingCopy.h - the canonicalised copy to cut slices from ----------===//
//
// The program's own code is never canonicalised: the code may be at -O0, and
// must not change. AnalysisModule is a copy of the whole module with calls that
// cannot fail or throw; WorkingCopy is one function of AnalysisModule with one
// region marked, callees inlined and variables in registers, whatever the -O
// level.
//
// Before (C):                        In the working copy:
//   for (i = 0; i < n; i++)            call foreslice.begin(n, rank, &fh, buf)
//     if (read_at(fh, off(i), ..))     loop: read_at(fh, i * 65536, ...)
//       MPI_Abort(...);                call foreslice.end()
//
// The arguments of foreslice.begin are the region's live-ins: each stands for a
// value of the original function known to the launch point.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_WORKINGCOPY_H
#define FORESLICE_PASSES_COPY_WORKINGCOPY_H

#include "copy/AnalysisModule.h"
#include "copy/NearestOpens.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace foreslice {

/// A value of the original function that the launch point can hand over.
struct LiveInSource {
  enum KindTy {
    Value,           ///< An SSA value or argument.
    LoadOfAlloca,    ///< Content of a scalar local variable at launch.
    AddressOfAlloca, ///< The address of a local aggregate or escaped variable.
  } Kind;
  llvm::Value *Original;
  /// The variable has no content at launch.
  bool Empty = false;
};

class WorkingCopy {
public:
  /// Marks R in a copy of the function and canonicalises. Calls through
  /// pointers become direct calls where the call may read. With Guess, calls
  /// become direct wherever the targets are known, and containers already have
  /// the elements that the region would insert. With Only, no other functions
  /// are inlined in the region. Functions without accesses to files bring at
  /// most MostOthers instructions.
  WorkingCopy(AnalysisModule &AM, const Region &R, bool Guess,
              uint64_t MostOthers,
              std::optional<InlinedFunctions> Only = std::nullopt);
  ~WorkingCopy();
  WorkingCopy(const WorkingCopy &) = delete;

  llvm::Function &function() { return *W; }
  AnalysisModule &analysisModule() { return AM; }
  /// The call of foreslice.begin, alone before the region's first block. Null
  /// if the region turned out to be unreachable.
  llvm::CallInst *begin() const { return Begin; }
  llvm::ArrayRef<LiveInSource> sources() const { return Sources; }
  /// The blocks of the region: from begin() to the calls of foreslice.end.
  llvm::ArrayRef<llvm::BasicBlock *> region() const { return Blocks; }
  /// The region is the rest of a function.
  bool isRest() const { return Rest; }
  /// The copy is of the program's main.
  bool isOfMain() const { return IsOfMain; }
  /// True for an alloca of the original function, false for an alloca of an
  /// inlined callee, without content before the region.
  static bool isOriginalAlloca(const llvm::AllocaInst &A);
  /// The questions for the count of an access that decide a branch; the answer
  /// is assumed.
  llvm::ArrayRef<llvm::DebugLoc> decidingCounts() const {
    return DecidingCounts;
  }
  /// Whether a thread other than the region's may make the call, in a task.
  bool isOfOtherThread(const llvm::CallBase &Original) const {
    return !InTask && AM.isInTask(*Original.getFunction());
  }
  /// True if Guess would make a difference.
  bool couldGuess() const { return CouldGuess; }

  /// A call of the region that accesses files and is too large to look into;
  /// null if there is none. With such a call there is no slice, and the copy is
  /// unfinished.
  const llvm::CallBase *hopelessCall() const { return Hopeless; }

  /// Removes the reads by mappings, if there are other reads.
  bool dropMappedReads();
  /// Whether Exits, exits of loops with other exits and branches of which one
  /// way comes to no I/O, end the function without I/O: as where data are not
  /// as expected.
  bool giveUp(llvm::ArrayRef<llvm::Instruction *> Exits) const;
  /// Assumes that Exits, as for giveUp(), are never taken. If a loop has no
  /// other exits, and a loop around has a call of Wanted missing in the loop,
  /// the exit is taken at once. Returns the places of those never taken.
  SliceSummary::WaysNotTaken
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
  void separateExits();
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
  /// Most instructions from functions without accesses to files.
  uint64_t MostOthers;
  uint64_t InlinedOthers = 0;
  bool InTask, Guess, CouldGuess = false;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_WORKINGCOPY_H
