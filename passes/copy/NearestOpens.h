//===- NearestOpens.h - the way from a loop to file opens -----------------===//
//
// A slice that only says which files a loop opens need not look into all
// callees: the functions on the shortest way to an open are enough to tell the
// name.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_NEARESTOPENS_H
#define FORESLICE_PASSES_COPY_NEARESTOPENS_H

#include "copy/AnalysisModule.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

namespace foreslice {

/// Functions of the copy to inline into working copies; beside these, only
/// small functions without accesses to files are inlined.
using InlinedFunctions = llvm::SmallPtrSet<const llvm::Function *, 4>;

/// The functions on the shortest ways from R to calls that open files by POSIX
/// or stdio. None if R opens no file, or only far away.
std::optional<InlinedFunctions> waysToOpens(AnalysisModule &AM,
                                            const Region &R);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_NEARESTOPENS_H
