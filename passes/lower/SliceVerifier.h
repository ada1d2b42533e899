//===- SliceVerifier.h - proof that a slice is harmless -------------------===//
//
// Runs on every slice. A slice that fails is not emitted: the last line of
// defence for rule 2, whatever the code before did.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_SLICEVERIFIER_H
#define FORESLICE_PASSES_LOWER_SLICEVERIFIER_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace foreslice {

/// Empty if Slice stores to private memory only, calls only the run time and
/// functions without effects, and cannot run off the end; else the defect.
std::string verifySlice(llvm::Function &Slice);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_SLICEVERIFIER_H
