//===- LoopFlags.h - flags that only end a loop ---------------------------===//
//
//   while (!Stop && read(...) > 0)
//
// A handler of a signal or another thread sets such a flag, volatile or atomic,
// once at most. A slice takes it that the flag is not set: the slice may read
// on where the program ends, and does no more than that.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LOOPFLAGS_H
#define FORESLICE_PASSES_COPY_LOOPFLAGS_H

namespace llvm {
class Function;
} // namespace llvm

namespace foreslice {

/// Loops of F that have another end as well are not left for such a flag. True
/// if that changes F.
bool assumeFlagsUnset(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_LOOPFLAGS_H
