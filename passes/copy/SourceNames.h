//===- SourceNames.h - names of values in the source ----------------------===//
//
// Names of variables and members, from debug info; for values never in a
// variable, the place that the value was loaded from.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_SOURCENAMES_H
#define FORESLICE_PASSES_COPY_SOURCENAMES_H

#include "llvm/IR/Value.h"

#include <string>

namespace foreslice {

class WorkingCopy;

/// "n", "o->record_size", "table[3]", "rand()"; empty if unknown. With Copy, V
/// may be of a working copy, and live-ins have the names of the originals.
std::string sourceName(llvm::Value &V, WorkingCopy *Copy = nullptr);
/// The name of the object Offset bytes behind the pointer V.
std::string sourceNameOfPlace(llvm::Value &V, int64_t Offset,
                              WorkingCopy *Copy = nullptr);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_SOURCENAMES_H
