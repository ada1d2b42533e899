//===- Scheduling.h - how helper threads share cores ----------------------===//
//
// A helper thread starts soon after it is woken even where the main threads
// keep all cores busy, but gets the smaller share of them. That needs both: a
// short time slice lets it preempt at its wake-up (Linux 6.12), and a low
// weight keeps what it takes small, and what the kernel takes it for: a new
// thread counts as busy until it has slept for a tenth of a second or so, and
// main threads pile up on the cores that seem to have less of them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_SCHEDULING_H
#define FORESLICE_SUPPORT_SCHEDULING_H

namespace foreslice::scheduling {

/// Gives the calling thread a short time slice. False if the kernel knows none,
/// or if the program runs under another policy than the usual one.
bool shortenSlice();
/// Gives the calling thread a third of its weight. Needs no privilege.
void lowerWeight();
/// So often the calling thread has given up its core to wait. A system call.
long timesBlocked();

} // namespace foreslice::scheduling

#endif // FORESLICE_SUPPORT_SCHEDULING_H
