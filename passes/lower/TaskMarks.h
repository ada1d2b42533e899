//===- TaskMarks.h - begin and end of OpenMP's tasks ----------------------===//
//
// Any thread of a team runs tasks. The work of a task counts for the region
// that makes the task, so the run time is told when a thread runs a task.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_TASKMARKS_H
#define FORESLICE_PASSES_LOWER_TASKMARKS_H

#include "regions/Regions.h"

namespace foreslice {

/// Marks functions of M's tasks that may read, each once for all calls.
void markTasks(llvm::Module &M, const ReaderFunctions &Readers);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_TASKMARKS_H
