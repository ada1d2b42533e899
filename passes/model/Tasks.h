//===- Tasks.h - tasks of OpenMP ------------------------------------------===//
//
// The calls of LLVM's OpenMP library (kmp.h) by which a program makes tasks,
// starts them, and waits for them:
//
//   task = __kmpc_omp_task_alloc(place, thread, flags, size, size of shareds,
//                                function)
//   __kmpc_omp_task(place, thread, task)
//   __kmpc_omp_taskwait(place, thread)
//
// A task runs on any thread of the team, now or later.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_TASKS_H
#define FORESLICE_PASSES_MODEL_TASKS_H

#include <cstdint>

namespace llvm {
class CallBase;
class Function;
class Value;
} // namespace llvm

namespace foreslice {

/// The function run by the task that CB makes; null if CB makes no task.
llvm::Function *taskOf(const llvm::CallBase &CB);
/// Bytes of the task that CB makes, and of the task's shared variables; 0 if
/// unknown.
uint64_t sizeOfTask(const llvm::CallBase &CB);
uint64_t sizeOfShareds(const llvm::CallBase &CB);

/// The task handed to the team by CB; null if CB does something else.
llvm::Value *startedTask(const llvm::CallBase &CB);
/// True if CB only announces to the library a task that the thread runs at
/// once, by the task's if clause.
bool announcesTask(const llvm::CallBase &CB);
/// The number of the thread that starts the task.
llvm::Value *startingThread(const llvm::CallBase &CB);

/// True if CB returns after tasks started before have run.
bool awaitsTasks(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_TASKS_H
