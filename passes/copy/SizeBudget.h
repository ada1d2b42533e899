//===- SizeBudget.h - how much code the pass looks at ---------------------===//
//
// Slices are cut from copies of functions into which what they call is inlined.
// Where each of many regions takes a copy of a large function, or each function
// calls another one several times, the copies would be larger than the source
// by any factor. What the pass takes on grows with the source and no faster.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_SIZEBUDGET_H
#define FORESLICE_PASSES_COPY_SIZEBUDGET_H

#include "copy/NearestOpens.h"
#include "remarks/Remarks.h"

#include <optional>

namespace foreslice {

class SizeBudget {
public:
  explicit SizeBudget(AnalysisModule &AM);

  /// Why R gets no working copy, or none in which only some functions are
  /// inlined; if it gets one, that is accounted for.
  std::optional<Refusal>
  take(const Region &R,
       const std::optional<InlinedFunctions> &Only = std::nullopt);
  /// Whether a copy for R leaves most of what there is.
  bool isAmple(const Region &R);

private:
  /// Of what is inlined, that of the largest call, and the call.
  struct Inlined {
    uint64_t All = 0, Largest = 0;
    const llvm::CallBase *LargestCall = nullptr;
  };
  Inlined inlinedIn(const Region &R);
  Inlined inlinedOf(const InlinedFunctions &Only);
  uint64_t copySize(const Region &R, const Inlined &I);
  uint64_t sizeOf(const llvm::Function &F);
  uint64_t inlinedSize(const llvm::CallBase &CB);

  AnalysisModule &AM;
  uint64_t Left;
  llvm::DenseMap<const llvm::Function *, uint64_t> Sizes, WithCallees;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_SIZEBUDGET_H
