//===- Futex.h - waiting on a word that processes share -------------------===//
//
// std::atomic::wait and condition variables of the C++ library do not work
// across processes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_FUTEX_H
#define FORESLICE_SHARE_NODE_FUTEX_H

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace foreslice {

/// Returns when Word is no longer Value, after Ns, or for no reason.
inline void futexWait(std::atomic<uint32_t> &Word, uint32_t Value,
                      uint64_t Ns) {
  timespec Duration{static_cast<time_t>(Ns / 1'000'000'000),
                    static_cast<long>(Ns % 1'000'000'000)};
  syscall(SYS_futex, &Word, FUTEX_WAIT, Value, &Duration, nullptr, 0);
}

inline void futexWakeAll(std::atomic<uint32_t> &Word) {
  syscall(SYS_futex, &Word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_FUTEX_H
