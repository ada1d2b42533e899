//===- SliceSearch.h - the search for the slice that waits least ----------===//
//
// A region has several slices, with three differences. The copy of the code is
// true to the program, or guesses the program's calls. Loops end where the
// program may end the loop, or always go on. The slice opens files, or waits
// for the program to open files. The search plans the slices in turn, and keeps
// the slice with the fewest waits for the main thread and for data.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_SLICESEARCH_H
#define FORESLICE_PASSES_SLICE_SLICESEARCH_H

#include "copy/WorkBudget.h"
#include "slice/Slicing.h"

#include <memory>
#include <optional>

namespace foreslice {

class SliceSearch {
public:
  SliceSearch(AnalysisModule &AM, WorkBudget &Budget, const Region &R)
      : AM(AM), Budget(Budget), R(R) {}

  /// The best slice, if any. Shows each copy before loops are assumed to go on.
  std::optional<SlicePlan> run(llvm::function_ref<void(WorkingCopy &)> Show);
  /// After run() found no slice: a slice that only says which files the region
  /// opens, if any.
  std::optional<SlicePlan> runFiles();
  /// Why run() found no slice; RemarkId::None if the region is never reached.
  const Refusal &refusal() const { return Reason; }
  /// The copy that the slice is cut from.
  WorkingCopy &copy() { return *Copy; }

private:
  bool makeCopy(bool Guess,
                std::optional<InlinedFunctions> Only = std::nullopt);
  void look(bool OnlySeen = false);
  std::optional<SlicePlan> planCopy();
  std::optional<SlicePlan> planWaits();
  std::optional<SlicePlan>
  planWithout(llvm::SmallVectorImpl<llvm::Instruction *> &Exits);
  std::optional<SlicePlan>
  planStaying(llvm::ArrayRef<llvm::Instruction *> Exits);
  std::optional<SlicePlan> planFiles();
  std::optional<SlicePlan> planFilesOf(SlicerOptions Options);
  void openAhead(SlicePlan &Best);
  void addFilesScout(SlicePlan &Best);
  bool isInRegion(const llvm::DebugLoc &Loc) const;

  AnalysisModule &AM;
  WorkBudget &Budget;
  const Region &R;
  /// The guessing copy is made if the true copy has no slice.
  std::unique_ptr<WorkingCopy> Copy;
  std::unique_ptr<ControlFlow> Flow; ///< Of Copy, as is Memory.
  std::unique_ptr<MemoryModel> Memory;
  SlicerOptions OwnOptions;
  llvm::SmallVector<llvm::CallBase *> Files; ///< The files of OwnOptions.
  bool Stays = false; ///< The exits of Copy's loops are gone.
  /// Copy has all of the region, without guesses.
  bool IsWhole = false;
  uint64_t CopyWork = 0; ///< To make Copy, in units of AnalysisModule::Work.
  Refusal Reason;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_SLICESEARCH_H
