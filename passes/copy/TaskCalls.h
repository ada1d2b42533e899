//===- TaskCalls.h - tasks of OpenMP in a working copy --------------------===//
//
// A loop makes tasks, and each task makes a read. In the copy of a module, the
// loop calls the task's function in place of starting the task:
//
//   task = __kmpc_omp_task_alloc(.., f)      task = an own variable
//   task->i = i                              task->i = i
//   __kmpc_omp_task(.., task)                f(thread, task)
//
// The threads of the team begin tasks in the order of making, or nearly so. A
// task that reads in a loop has a slice, and stays a task.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_TASKCALLS_H
#define FORESLICE_PASSES_COPY_TASKCALLS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace foreslice {

/// The functions of tasks that Copy now calls, and all callees.
llvm::SmallPtrSet<const llvm::Function *, 4> callTasks(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_TASKCALLS_H
