//===- PrefetchSlice.h - the pass -----------------------------------------===//
//
// `prefetch-slice`: finds regions, cuts a slice of each on a canonicalised copy
// of the module, and adds the slice functions, launches and descriptors to the
// program. Runs before all other passes, so the result does not depend on the
// -O level.
//
//   opt-22 -load-pass-plugin=ForeslicePass.so -passes=prefetch-slice -S in.ll
//
// With -flto the compiles only run `prefetch-slice-mark`, and the linker runs
// `prefetch-slice-at-link` on the whole program, see LinkTime.h. Without, the
// driver runs the pass on an empty module at the link, see WholeProgram.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PREFETCHSLICE_H
#define FORESLICE_PASSES_PREFETCHSLICE_H

#include "llvm/IR/PassManager.h"

namespace foreslice {

enum class Stage {
  Compile, ///< Slices a source file.
  Mark,    ///< Leaves a source file to the linker.
  Link,    ///< Slices sources left to the linker.
  Program, ///< Slices the sources in the objects of a link.
};

class PrefetchSlicePass : public llvm::PassInfoMixin<PrefetchSlicePass> {
public:
  explicit PrefetchSlicePass(Stage Current) : Current(Current) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  Stage Current;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_PREFETCHSLICE_H
