//===- OtherReadRemarks.h - what users are told of other reads ------------===//
//
// Slices are made of MPI-IO reads. Of a program that reads otherwise, or out of
// sight, the user shall not hear nothing: -Rpass-missed names the first call of
// each kind in each function.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REMARKS_OTHERREADREMARKS_H
#define FORESLICE_PASSES_REMARKS_OTHERREADREMARKS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace foreslice {

/// Tells of the reads in wanted functions. Where MPI-IO reads, too, only those
/// count that read blocks in loops.
void remarkOtherReads(
    llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> IsWanted);

} // namespace foreslice

#endif // FORESLICE_PASSES_REMARKS_OTHERREADREMARKS_H
