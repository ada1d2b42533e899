//===- ModuleSlicer.h - the slices of a module ----------------------------===//
//
// Goes through the regions of a module and cuts a slice of each. Slices are
// added to the module while the program stays unchanged; launches come last,
// into the module or into the modules that the module was linked of.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODULESLICER_H
#define FORESLICE_PASSES_MODULESLICER_H

#include "LinkTime.h"
#include "copy/AnalysisModule.h"
#include "copy/WorkBudget.h"
#include "lower/Lowering.h"
#include "program/SourceTies.h"
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

/// A region with the slice of the region.
struct SlicedRegion {
  Region Where;
  LoweredSlice Slice;
  std::string Name;
  SliceRecord::Map Recorded;
};

class ModuleSlicer {
public:
  /// Slices functions of Marks only, if Marks is not empty; other functions are
  /// followed from there. Slices of unmarked functions ask for Scheme.
  ModuleSlicer(llvm::Module &M, LinkMarks Marks, llvm::StringRef Scheme)
      : M(M), Marks(std::move(Marks)), Scheme(Scheme), Readers(M),
        Report(M, Readers.targets()), Record(M) {}

  /// Adds the slices to the module.
  void cut();
  llvm::ArrayRef<SlicedRegion> slices() const { return Slices; }
  llvm::MutableArrayRef<SlicedRegion> mutableSlices() { return Slices; }
  const ReaderFunctions &readers() const { return Readers; }
  SourceTies ties() const { return tiesOf(M, Notes); }
  /// Whether BB is in a region with a slice, wholly or in part, or in a
  /// function that runs in such regions only.
  bool covers(const llvm::BasicBlock &BB) const {
    return Covered.contains(&BB) || Partly.contains(&BB);
  }
  /// Removes all slices except wanted slices. The record stays.
  void keepOnly(llvm::function_ref<bool(const SlicedRegion &)> Wanted);
  void dropRecord() { Records = false; }
  /// See SliceRecord::standFor().
  void recordInstead(llvm::ArrayRef<std::string> Modules) {
    Record.standFor(Modules);
  }

  /// The descriptor of a slice for the run time.
  llvm::GlobalVariable *describe(SlicedRegion &S);
  /// Records the place of S's launch.
  void noteLaunch(SlicedRegion &S, const llvm::DebugLoc &Loc);
  /// Registers the descriptors, and adds the record.
  void finish();
  /// Launches all slices in the module. True if the module changed.
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
  void sliceLoop(llvm::Loop &L, bool Tell = true);
  void sliceChildren(llvm::Function &F);
  void sliceParts(llvm::Function &F, const llvm::LoopInfo &LI,
                  const llvm::DominatorTree &DT);
  bool trySlice(const Region &R, bool Tell = true,
                llvm::SmallVector<llvm::CallBase *> *Awaited = nullptr);
  bool sliceMain(llvm::Function &F, const llvm::LoopInfo &LI,
                 const llvm::DominatorTree &DT);
  void sliceBeforeStart(const Region &Rest, const llvm::LoopInfo &LI,
                        const llvm::DominatorTree &DT);
  void sliceFiles(const Region &R, SliceSearch &Search);
  void add(const Region &R, WorkingCopy &Working, const SlicePlan &Plan,
           LoweredSlice Slice);
  Refusal lower(WorkingCopy &Working, SlicePlan &Plan, LoweredSlice &Slice);
  void remarkNotInLoops(llvm::Function &F, const llvm::LoopInfo &LI);
  void note(const SlicedRegion &S);
  void remarkReadsByPointer();
  /// Reports reads of a coroutine outside of loops.
  void remarkMappings();
  void refuseCoroutines();

  llvm::Module &M;
  LinkMarks Marks;
  std::string Scheme;
  bool Records = true;
  /// The process beside the program is to fetch in place of some slice.
  bool LeftToCompanion = false;
  ReaderFunctions Readers;
  ReadReport Report;
  SliceRecord Record;
  std::unique_ptr<AnalysisModule> Copy;
  std::unique_ptr<WorkBudget> Budget;
  std::vector<SlicedRegion> Slices;
  SlicingNotes Notes;
  llvm::SmallVector<llvm::GlobalVariable *> Descriptors;
  /// Blocks of sliced regions, blocks partly in such regions, and covered calls
  /// in partly covered blocks.
  llvm::DenseSet<const llvm::BasicBlock *> Covered, Partly;
  llvm::DenseSet<const llvm::Instruction *> CoveredCalls;
  /// Blocks of loops with a slice of the files only.
  llvm::DenseSet<const llvm::BasicBlock *> FilesTold;
  /// The last slice made may lack data: then those of regions inside run.
  bool LeavesInside = false;
  /// Blocks not covered by regions around: see ForkedParts.h.
  llvm::DenseSet<const llvm::BasicBlock *> InChildren;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODULESLICER_H
