//===- NearestOpens.h - the way from a loop to where it opens files -------===//
//
// A slice that only says which files a loop opens need not look into all that
// the loop calls: the functions on the shortest way to a call that opens a file
// are enough to tell its name.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_NEARESTOPENS_H
#define FORESLICE_PASSES_COPY_NEARESTOPENS_H

#include "copy/AnalysisModule.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

namespace foreslice {

/// Functions of the copy that working copies inline, and no others but small
/// ones that access no files.
using InlinedFunctions = llvm::SmallPtrSet<const llvm::Function *, 4>;

/// Those on the shortest ways from R to calls that open files by POSIX or
/// stdio. None if R opens none, or only far away.
std::optional<InlinedFunctions> waysToOpens(AnalysisModule &AM,
                                            const Region &R);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_NEARESTOPENS_H
