//===- ForkGuard.h - whether this is a forked child -----------------------===//
//
// A child that a process of MPI has forked is no rank: front ends ask here at
// their boundary, and leave all calls of the child's to the program's own
// functions. What lies behind the boundary need not ask.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_FORKGUARD_H
#define FORESLICE_SUPPORT_FORKGUARD_H

namespace foreslice::fork_guard {

/// From here on forks are noticed. Any thread, any number of times.
void watch();
/// True in a child that was forked since watch(). Any thread.
bool isChild();

} // namespace foreslice::fork_guard

#endif // FORESLICE_SUPPORT_FORKGUARD_H
