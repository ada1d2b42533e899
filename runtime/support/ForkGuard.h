//===- ForkGuard.h - whether this is a forked child -----------------------===//
//
// A forked child has none of the run time's threads, and nobody finishes the
// work of these threads. So front ends ask here at their boundary, and leave
// all calls of the child's to the program's own functions. What lies behind the
// boundary need not ask. A child that a process of MPI has forked is no rank.
// Other children may begin anew, where fork() told of them: _Fork() and the
// bare system call tell nobody.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_FORKGUARD_H
#define FORESLICE_SUPPORT_FORKGUARD_H

#include <atomic>

namespace foreslice::fork_guard {

namespace detail {
/// Zero in each child of the process, in memory that the kernel wipes there.
/// Null before watch().
extern std::atomic<std::atomic<unsigned> *> Mark;
} // namespace detail

/// From here on forks are noticed, however they are made. Any thread, any
/// number of times.
void watch();
/// The child begins anew: from here on it is none.
void renew();
/// True in a child that was forked since watch(). Any thread.
inline bool isChild() {
  const std::atomic<unsigned> *M = detail::Mark.load(std::memory_order_relaxed);
  return M && M->load(std::memory_order_relaxed) == 0;
}

} // namespace foreslice::fork_guard

#endif // FORESLICE_SUPPORT_FORKGUARD_H
