//===- SliceVerifier.h - proof that a slice is harmless -------------------===//
//
// Runs on every slice that is emitted. A slice that fails is not emitted: this
// is the last line of defence for rule 2, whatever the code before it did.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_SLICEVERIFIER_H
#define FORESLICE_PASSES_LOWER_SLICEVERIFIER_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace foreslice {

/// Empty if Slice stores to memory of its own only, calls nothing but the run
/// time and functions without effects, and cannot run off its end; else what is
/// wrong with it.
std::string verifySlice(llvm::Function &Slice);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_SLICEVERIFIER_H
