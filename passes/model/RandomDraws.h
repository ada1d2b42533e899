//===- RandomDraws.h - random numbers of the C library --------------------===//
//
// The calls that draw from the generators of the process, of which a slice can
// take a copy, and those that seed them. The table is in LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_RANDOMDRAWS_H
#define FORESLICE_PASSES_MODEL_RANDOMDRAWS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace foreslice {

/// What CB draws, one of foreslice_draw; none if CB does not draw.
std::optional<int32_t> drawnBy(const llvm::CallBase &CB);
/// Which generator CB seeds, one of foreslice_generator; none if CB does not.
std::optional<int32_t> seededBy(const llvm::CallBase &CB);

/// Whether F is a declared function of C, of C++, of MPI or of the compiler's,
/// as far as they are known, and not one of the program's.
bool isOfLibraries(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

/// Which calls may draw, or seed, in code that is not in sight.
class HiddenDraws {
public:
  explicit HiddenDraws(const llvm::TargetLibraryInfo &TLI) : TLI(TLI) {}
  /// A function of the program's that is not in sight may, and functions of
  /// libraries may not. Of a function in sight, its calls decide.
  bool mayDraw(const llvm::CallBase &CB);

private:
  bool mayDraw(const llvm::Function &F);

  const llvm::TargetLibraryInfo &TLI;
  llvm::DenseMap<const llvm::Function *, bool> Known;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_RANDOMDRAWS_H
