//===- OtherReadRemarks.h - remarks on reads without a slice --------------===//
//
// Tells the user of reads in calls outside the front ends' tables, or in
// unknown functions: -Rpass-missed names the first call of each kind in each
// function.
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

/// Reports other reads in wanted functions. If MPI-IO reads, too, only reads of
/// blocks in loops count.
void remarkOtherReads(
    llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> IsWanted);

} // namespace foreslice

#endif // FORESLICE_PASSES_REMARKS_OTHERREADREMARKS_H
