//===- Futex.h - waiting on a word, in the simulation ---------------------===//
//
// In place of runtime/share/node/Futex.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_FUTEX_H
#define FORESLICE_SHARE_NODE_FUTEX_H

#include <atomic>
#include <cstdint>

namespace foreslice {

/// Returns when Word is no longer Value, after Ns, or for no reason.
void futexWait(std::atomic<uint32_t> &Word, uint32_t Value, uint64_t Ns);
void futexWakeAll(std::atomic<uint32_t> &Word);

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_FUTEX_H
