//===- SliceSearch.h - which slice of a region waits least ----------------===//
//
// A region has several slices. They differ in three things. The copy of the
// code is true to the program, or guesses what the program calls. Loops end
// where the program may end them, or always go on. The slice opens files
// itself, or waits for the program to do so. The search plans the slices in
// turn, and keeps the slice that waits least often for the main thread and for
// data.
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

  /// The best slice, if there is one. Shows each copy as it is before loops are
  /// taken to go on.
  std::optional<SlicePlan> run(llvm::function_ref<void(WorkingCopy &)> Show);
  /// Where run() has found none: a slice that only says which files the region
  /// opens, if there is one.
  std::optional<SlicePlan> runFiles();
  /// Why run() has found none; RemarkId::None where the region is never
  /// reached.
  const Refusal &refusal() const { return Reason; }
  /// What the slice is of.
  WorkingCopy &copy() { return *Copy; }

private:
  bool makeCopy(bool Guess,
                std::optional<InlinedFunctions> Only = std::nullopt);
  std::optional<SlicePlan> planCopy();
  std::optional<SlicePlan> planWaits();
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
  /// The one that guesses is made where the other has no slice.
  std::unique_ptr<WorkingCopy> Copy;
  std::unique_ptr<MemoryModel> Memory; ///< Of Copy.
  SlicerOptions OwnOptions;
  llvm::SmallVector<llvm::CallBase *> Files; ///< Those of OwnOptions.
  bool Stays = false; ///< Loops of Copy cannot be left any more.
  Refusal Reason;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_SLICESEARCH_H
