//===- Observers.h - what only watches the program ------------------------===//
//
// Debuggers, profilers and sanitizers put instructions and records into a
// program that compute nothing of it. What is sliced must not depend on them.
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

/// True for an instruction without which the program computes the same: a
/// count of a profile, a use that keeps a variable alive for debuggers, a
/// report of a sanitizer after which the program goes on.
bool isObserver(const llvm::Instruction &I);

/// True for a function of which somebody notices that a slice calls it: a
/// profiler that is told of each call, a sanitizer that looks at what it loads.
bool isWatched(const llvm::Function &F);

/// Removes the observers of Copy that do not become code, and turns what tracks
/// assignments to a variable into one record that says where the variable lies:
/// assignments are tracked by metadata that links stores with records, and
/// slices have stores without the records. The names of variables stay.
void dropDebugAids(llvm::Module &Copy);

/// Removes the other observers of Copy. They count as effects of the functions
/// that have them: a slice that calls a function calls the program's own.
void dropObservers(llvm::Module &Copy);

/// Makes arithmetic plain again where a check for overflow lost its branch, as
/// that led to an error. True if there was any.
bool dropOverflowChecks(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_OBSERVERS_H
