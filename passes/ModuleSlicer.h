//===- ModuleSlicer.h - the slices of a module ----------------------------===//
//
// Goes through the regions of a module and cuts a slice of each. The slices are
// in the module then, and the program is as it was; launches come last, into
// the same module or into others that it was made of.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODULESLICER_H
#define FORESLICE_PASSES_MODULESLICER_H

#include "LinkTime.h"
#include "copy/AnalysisModule.h"
#include "copy/WorkBudget.h"
#include "lower/Lowering.h"
#include "record/ReadReport.h"
#include "record/SliceRecord.h"
#include "regions/Regions.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace foreslice {

class SliceSearch;

/// A region and the slice that was cut of it.
struct SlicedRegion {
  Region Where;
  LoweredSlice Slice;
  std::string Name;
  SliceRecord::Map Recorded;
};

class ModuleSlicer {
public:
  /// Slices functions of Marks only, if there are any; the others are followed
  /// where those call them. Of a function without a mark, slices ask for
  /// Scheme.
  ModuleSlicer(llvm::Module &M, LinkMarks Marks, llvm::StringRef Scheme)
      : M(M), Marks(std::move(Marks)), Scheme(Scheme), Readers(M),
        Report(M, Readers.targets()), Record(M) {}

  /// Puts the slices into the module.
  void cut();
  llvm::ArrayRef<SlicedRegion> slices() const { return Slices; }
  llvm::MutableArrayRef<SlicedRegion> mutableSlices() { return Slices; }
  const ReaderFunctions &readers() const { return Readers; }
  /// BB is in a region that has a slice, if only in part, or in a function that
  /// runs in such regions only.
  bool covers(const llvm::BasicBlock &BB) const {
    return Covered.contains(&BB) || Partly.contains(&BB);
  }
  /// Takes out all slices but those that Wanted holds for, and the record.
  void keepOnly(llvm::function_ref<bool(const SlicedRegion &)> Wanted);

  /// What the run time has to know of a slice.
  llvm::GlobalVariable *describe(SlicedRegion &S);
  /// Notes where the launch of S was put.
  void noteLaunch(SlicedRegion &S, const llvm::DebugLoc &Loc);
  /// Registers what was described, and adds the record.
  void finish();
  /// Launches all slices in the module itself. True if anything was added to
  /// the module.
  bool launch();

private:
  bool isWanted(const llvm::Function &F) const {
    return Marks.empty() || Marks.contains(&F);
  }
  llvm::StringRef schemeOf(const SlicedRegion &S) const;
  bool isCovered(const llvm::CallBase &CB) const {
    return Covered.contains(CB.getParent()) || CoveredCalls.contains(&CB);
  }
  uint64_t countRegions() const;
  void cover(const Region &R);
  void sliceFunction(llvm::Function &F);
  void sliceLoop(llvm::Loop &L);
  void sliceChildren(llvm::Function &F);
  void sliceParts(llvm::Function &F, const llvm::LoopInfo &LI,
                  const llvm::DominatorTree &DT);
  bool trySlice(const Region &R, bool Tell = true,
                llvm::SmallVector<llvm::CallBase *> *Awaited = nullptr);
  bool sliceMain(llvm::Function &F, const llvm::LoopInfo &LI,
                 const llvm::DominatorTree &DT);
  void sliceFiles(const Region &R, SliceSearch &Search);
  void add(const Region &R, WorkingCopy &Working, const SlicePlan &Plan,
           LoweredSlice Slice);
  Refusal lower(WorkingCopy &Working, SlicePlan &Plan, LoweredSlice &Slice);
  void remarkNotInLoops(llvm::Function &F, const llvm::LoopInfo &LI);
  void remarkReadsByPointer();
  /// Tells of reads in no loop of a coroutine.
  void refuseCoroutines();

  llvm::Module &M;
  LinkMarks Marks;
  std::string Scheme;
  bool Records = true;
  ReaderFunctions Readers;
  ReadReport Report;
  SliceRecord Record;
  std::unique_ptr<AnalysisModule> Copy;
  std::unique_ptr<WorkBudget> Budget;
  std::vector<SlicedRegion> Slices;
  llvm::SmallVector<llvm::GlobalVariable *> Descriptors;
  /// Blocks of regions that have a slice, and calls in blocks that are so in
  /// part.
  llvm::DenseSet<const llvm::BasicBlock *> Covered, Partly;
  llvm::DenseSet<const llvm::Instruction *> CoveredCalls;
  /// Blocks of loops that have a slice of their files only.
  llvm::DenseSet<const llvm::BasicBlock *> FilesTold;
  /// Blocks that no region around them covers: see ForkedParts.h.
  llvm::DenseSet<const llvm::BasicBlock *> InChildren;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODULESLICER_H
