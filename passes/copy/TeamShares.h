//===- TeamShares.h - OpenMP's shares of iterations in a working copy -----===//
//
// A thread of a team asks for iterations until there are none. The thread's
// share depends on the speed of the threads. The copy of a module expects the
// threads to take turns: the slices of all threads of the team together come to
// all iterations, about when the threads do.
//
//   schedule(dynamic, n)      schedule(static, n)
//
// Of schedule(guided), schedule(runtime) and schedule(auto), the run time knows
// the shares.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_TEAMSHARES_H
#define FORESLICE_PASSES_COPY_TEAMSHARES_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

void takeTurns(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_TEAMSHARES_H
