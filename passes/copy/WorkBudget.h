//===- WorkBudget.h - the amount of code that the pass looks at -----------===//
//
// Slices are cut from copies of functions with callees inlined. If each of many
// regions takes a copy of a large function, or each function calls another
// function several times, the copies would be larger than the source by any
// factor. The pass takes on a part of the plain compiler's work on the source,
// counted in instructions and comparisons: the same source gets the same slices
// on any machine.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_WORKBUDGET_H
#define FORESLICE_PASSES_COPY_WORKBUDGET_H

#include "copy/NearestOpens.h"
#include "remarks/Remarks.h"

#include <optional>

namespace foreslice {

class WorkBudget {
public:
  /// Regions: most regions to be tried.
  WorkBudget(AnalysisModule &AM, uint64_t Regions)
      : AM(AM), Regions(std::max<uint64_t>(Regions, 1)) {}

  /// Begins the next region. Fewer regions left have more work each.
  void next() { Regions -= Regions > 1; }
  /// Most instructions that functions without accesses to files may add to the
  /// next copy, the smallest functions first.
  uint64_t others() const;

  /// Why R gets no working copy, or, with Only, no copy with these functions
  /// inlined. The copy's work is counted when the copy is made.
  std::optional<Refusal>
  take(const Region &R,
       const std::optional<InlinedFunctions> &Only = std::nullopt);
  /// Whether a copy for R leaves most of the work left.
  bool isAmple(const Region &R);

private:
  /// Instructions inlined: in total, and by the largest call, with the call.
  struct Inlined {
    uint64_t All = 0, Largest = 0;
    const llvm::CallBase *LargestCall = nullptr;
  };
  Inlined inlinedIn(const Region &R);
  Inlined inlinedOf(const InlinedFunctions &Only);
  const llvm::CallBase *hopelessCall(const Region &R);
  uint64_t copySize(const Region &R, const Inlined &I);
  uint64_t sizeOf(const llvm::Function &F);
  uint64_t inlinedSize(const llvm::CallBase &CB);

  AnalysisModule &AM;
  uint64_t Regions;
  llvm::DenseMap<const llvm::Function *, uint64_t> Sizes, WithCallees;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_WORKBUDGET_H
