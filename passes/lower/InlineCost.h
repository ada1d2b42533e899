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
inline void hideFromInliner(llvm::CallBase &Call, unsigned Others = 0) {
  constexpr unsigned OfInstruction = 5; // llvm::InlineConstants
  llvm::LLVMContext &Ctx = Call.getContext();
  Call.addFnAttr(llvm::Attribute::get(Ctx, "call-inline-cost", "0"));
  if (Others != 0)
    Call.addFnAttr(llvm::Attribute::get(
        Ctx, "call-threshold-bonus", std::to_string(OfInstruction * Others)));
}

} // namespace foreslice

#endif // FORESLICE_LOWER_INLINECOST_H
