//===- ForkGuard.h - whether this is a forked child -----------------------===//
//
// A forked child has none of the run time's threads, and nobody finishes the
// work of these threads. So front ends ask here at their boundary, and leave
// all calls of the child to the program's own functions. Code behind the
// boundary need not ask. The forked child of an MPI process is no rank. Other
// children may begin anew where fork() reported the child: _Fork() and the bare
// system call report nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_FORKGUARD_H
#define FORESLICE_SUPPORT_FORKGUARD_H

#include <atomic>
#include <sys/single_threaded.h>

namespace foreslice::fork_guard {

namespace detail {
/// Zero in each child of the process, in memory that the kernel wipes at the
/// fork. Null before watch().
extern std::atomic<std::atomic<unsigned> *> Mark;
} // namespace detail

/// Notices all forks from here on, by any call. Any thread, any number of
/// times.
void watch();
/// watch() where the program has several threads: in a child, locks may be
/// held by the other threads.
inline void watchThreads() {
  if (!__libc_single_threaded && !detail::Mark.load(std::memory_order_relaxed))
    watch();
}
/// From here on watch() notices forks before fork handlers that are registered
/// later. Any number of times.
void comeFirst();
/// The child begins anew: from here on isChild() is false.
void renew();
/// True in a child that was forked since watch(). Any thread.
inline bool isChild() {
  const std::atomic<unsigned> *M = detail::Mark.load(std::memory_order_relaxed);
  return M && M->load(std::memory_order_relaxed) == 0;
}

} // namespace foreslice::fork_guard

#endif // FORESLICE_SUPPORT_FORKGUARD_H
