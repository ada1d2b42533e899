//===- Tasks.cpp - tasks of OpenMP ----------------------------------------===//
//
// See Tasks.h.
//
//===----------------------------------------------------------------------===//

#include "model/Tasks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace foreslice {

/// __kmpc_omp_task_alloc(place, thread, flags, size, size of shareds, function)
namespace alloc {
enum { Size = 3, Shareds, Runs, Count };
} // namespace alloc

/// __kmpc_omp_task(place, thread, task), and with dependences behind.
namespace start {
enum { Thread = 1, Task };
} // namespace start

static StringRef calleeName(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F ? F->getName() : "";
}

static bool makesTask(const CallBase &CB) {
  return calleeName(CB) == "__kmpc_omp_task_alloc" &&
         CB.arg_size() == alloc::Count;
}

Function *taskOf(const CallBase &CB) {
  return makesTask(CB) ? dyn_cast<Function>(CB.getArgOperand(alloc::Runs))
                       : nullptr;
}

static uint64_t sizeIn(const CallBase &CB, unsigned Arg) {
  auto *Size =
      makesTask(CB) ? dyn_cast<ConstantInt>(CB.getArgOperand(Arg)) : nullptr;
  return Size ? Size->getZExtValue() : 0;
}

uint64_t sizeOfTask(const CallBase &CB) { return sizeIn(CB, alloc::Size); }

uint64_t sizeOfShareds(const CallBase &CB) {
  return sizeIn(CB, alloc::Shareds);
}

Value *startedTask(const CallBase &CB) {
  StringRef Name = calleeName(CB);
  bool Starts =
      Name == "__kmpc_omp_task" || Name == "__kmpc_omp_task_with_deps";
  return Starts && CB.arg_size() > start::Task ? CB.getArgOperand(start::Task)
                                               : nullptr;
}

bool announcesTask(const CallBase &CB) {
  StringRef Name = calleeName(CB);
  return Name == "__kmpc_omp_task_begin_if0" ||
         Name == "__kmpc_omp_task_complete_if0";
}

Value *startingThread(const CallBase &CB) {
  return CB.getArgOperand(start::Thread);
}

bool awaitsTasks(const CallBase &CB) {
  static constexpr StringRef Names[] = {
      "__kmpc_barrier", "__kmpc_cancel_barrier", "__kmpc_omp_taskwait",
      "__kmpc_end_taskgroup"};
  return is_contained(Names, calleeName(CB));
}

} // namespace foreslice
