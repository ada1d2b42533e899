//===- InlineCost.h - calls in the program, as the inliner sees them ------===//
//
// Functions that launch slices are inlined as without the flag: a region may be
// in a small function that the program calls for each byte.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LOWER_INLINECOST_H
#define FORESLICE_LOWER_INLINECOST_H

#include "llvm/IR/InstrTypes.h"

#include <string>

namespace foreslice {

/// The inliner counts neither Call nor Others more instructions beside.
/// SplitsOnlyBlock: nor that the function has had one block, and has more now.
inline void hideFromInliner(llvm::CallBase &Call, unsigned Others = 0,
                            bool SplitsOnlyBlock = false) {
  constexpr unsigned OfInstruction = 5; // llvm::InlineConstants
  constexpr unsigned OfOneBlock = 112;  // half of the threshold at -O2
  const unsigned Bonus =
      OfInstruction * Others + (SplitsOnlyBlock ? OfOneBlock : 0);
  llvm::LLVMContext &Ctx = Call.getContext();
  Call.addFnAttr(llvm::Attribute::get(Ctx, "call-inline-cost", "0"));
  if (Bonus != 0)
    Call.addFnAttr(llvm::Attribute::get(Ctx, "call-threshold-bonus",
                                        std::to_string(Bonus)));
}

} // namespace foreslice

#endif // FORESLICE_LOWER_INLINECOST_H
