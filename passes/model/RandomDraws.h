//===- RandomDraws.h - random numbers of the C library --------------------===//
//
// Calls that draw from or seed the generators of the process. A slice can copy
// these generators. The table is in LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_RANDOMDRAWS_H
#define FORESLICE_PASSES_MODEL_RANDOMDRAWS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace foreslice {

/// The draw made by CB, of foreslice_draw; none if CB does not draw.
std::optional<int32_t> drawnBy(const llvm::CallBase &CB);
/// The generator seeded by CB, of foreslice_generator; none if CB does not
/// seed.
std::optional<int32_t> seededBy(const llvm::CallBase &CB);

/// Whether F is a known declared function of C, of C++, of MPI or of the
/// compiler, as opposed to the program.
bool isOfLibraries(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

/// Finds calls that may draw or seed in code without a visible body.
class HiddenDraws {
public:
  explicit HiddenDraws(const llvm::TargetLibraryInfo &TLI) : TLI(TLI) {}
  /// A function of the program without a visible body may draw; functions of
  /// libraries may not. For a function with a body, the calls inside decide.
  bool mayDraw(const llvm::CallBase &CB);

private:
  bool mayDraw(const llvm::Function &F);

  const llvm::TargetLibraryInfo &TLI;
  llvm::DenseMap<const llvm::Function *, bool> Known;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_RANDOMDRAWS_H
