//===- TaskMarks.h - where tasks of OpenMP begin and end ------------------===//
//
// Any thread of a team runs tasks. What a task does counts for the region that
// makes the tasks, so the run time is told when a thread runs one.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_TASKMARKS_H
#define FORESLICE_PASSES_LOWER_TASKMARKS_H

#include "regions/Regions.h"

namespace foreslice {

/// Marks what the tasks of M run, if it may read. Once for each function,
/// however often it is called.
void markTasks(llvm::Module &M, const ReaderFunctions &Readers);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_TASKMARKS_H
