//===- SourceNames.h - what the author called a value ---------------------===//
//
// Names of variables and members, as far as debug info has them; of values that
// were never in a variable, what they were loaded from.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_SOURCENAMES_H
#define FORESLICE_PASSES_COPY_SOURCENAMES_H

#include "llvm/IR/Value.h"

#include <string>

namespace foreslice {

class WorkingCopy;

/// "n", "o->record_size", "table[3]", "rand()"; empty if nothing is known.
/// With Copy, V may be of a working copy, whose live-ins have the names of what
/// they stand for.
std::string sourceName(llvm::Value &V, WorkingCopy *Copy = nullptr);
/// Of what lies Offset bytes behind the pointer V.
std::string sourceNameOfPlace(llvm::Value &V, int64_t Offset,
                              WorkingCopy *Copy = nullptr);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_SOURCENAMES_H
