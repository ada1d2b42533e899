//===- WorkBudget.h - how much code the pass looks at ---------------------===//
//
// Slices are cut from copies of functions into which what they call is inlined.
// Where each of many regions takes a copy of a large function, or each function
// calls another one several times, the copies would be larger than the source
// by any factor. What the pass takes on is a part of what the plain compiler
// does with the source, counted in instructions and comparisons: the same
// source gets the same slices on any machine.
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
  /// At most so many regions will be tried.
  WorkBudget(AnalysisModule &AM, uint64_t Regions)
      : AM(AM), Regions(std::max<uint64_t>(Regions, 1)) {}

  /// A region is to be tried. What the others may take goes by their number.
  void next() { Regions -= Regions > 1; }
  /// Instructions that functions which access no files may bring into the next
  /// copy, the smallest first.
  uint64_t others() const;

  /// Why R gets no working copy, or none in which only some functions are
  /// inlined. What the copy takes is counted when it is made.
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
