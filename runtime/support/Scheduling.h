//===- Scheduling.h - how helper threads share cores ----------------------===//
//
// A helper thread starts soon after its wake-up even where the main threads
// keep all cores busy, but gets the smaller share of the cores. Both need
// settings: a short time slice lets the thread preempt at the wake-up (Linux
// 6.12), and a low weight keeps its share small. A low weight also counts for
// the kernel's balance of load: a new thread counts as busy until asleep for a
// tenth of a second or so, and main threads pile up on the cores that seem less
// loaded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_SCHEDULING_H
#define FORESLICE_SUPPORT_SCHEDULING_H

namespace foreslice::scheduling {

/// Gives the calling thread a short time slice. False if the kernel does not
/// support short slices, or if the program runs under another policy than the
/// usual policy.
bool shortenSlice();
/// Gives the calling thread a third of its weight. Needs no privilege.
void lowerWeight();
/// How often the calling thread has given up its core to wait. A system call.
long timesBlocked();

} // namespace foreslice::scheduling

#endif // FORESLICE_SUPPORT_SCHEDULING_H
