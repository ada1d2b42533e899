//===- Observers.h - code that only watches the program -------------------===//
//
// Debuggers, profilers and sanitizers put instructions and records into a
// program that compute no result of the program. Slices must not depend on
// observers.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_OBSERVERS_H
#define FORESLICE_PASSES_MODEL_OBSERVERS_H

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace foreslice {

/// True for an instruction without influence on the program's results: a count
/// of a profile, a use that keeps a variable alive for debuggers, a report of a
/// sanitizer after which the program goes on.
bool isObserver(const llvm::Instruction &I);

/// True for a function that cannot run unnoticed in a slice: a profiler counts
/// each call, or a sanitizer checks each load.
bool isWatched(const llvm::Function &F);

/// Removes observers that become no code from Copy, and turns tracked
/// assignments to a variable into one record of the variable's place. Tracking
/// links stores with records by metadata, and slices have stores without
/// records. Names of variables stay.
void dropDebugAids(llvm::Module &Copy);

/// Removes the other observers of Copy, after effects of functions are
/// inferred: a slice calls the program's functions, observers included.
void dropObservers(llvm::Module &Copy);

/// Makes arithmetic plain again where an overflow check lost the branch to an
/// error. True if there was any.
bool dropOverflowChecks(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_OBSERVERS_H
