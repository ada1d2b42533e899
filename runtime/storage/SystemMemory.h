//===- SystemMemory.h - what the operating system may cache ---------------===//
//
// Kernel delivery keeps what it has fetched in the operating system's memory.
// More than fits there would push itself out, or what others need.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_SYSTEMMEMORY_H
#define FORESLICE_STORAGE_SYSTEMMEMORY_H

#include <atomic>
#include <cstdint>
#include <string>

namespace foreslice {

/// Bytes that files may take in the operating system's memory without any that
/// processes need: what the machine has available (MemAvailable), and what the
/// limits of this process's memory cgroups leave, of version 1 or 2. Looks
/// below Root. UINT64_MAX where nothing is known.
uint64_t availableMemory(const std::string &Root = "");

/// What one process may have fetched ahead of its reads.
class FetchAllowance {
public:
  /// Among so many processes of the machine.
  explicit FetchAllowance(unsigned Processes) : Processes(Processes) {}
  FetchAllowance(const FetchAllowance &) = delete;
  FetchAllowance &operator=(const FetchAllowance &) = delete;

  /// Never so little that a read cannot be on its way while another is used.
  static constexpr uint64_t LeastBytes = 1u << 20;
  /// More is of no use: it takes storage seconds to deliver that.
  static constexpr uint64_t MostBytes = uint64_t(1) << 30;

  /// As of the last look.
  uint64_t bytes() const { return Bytes.load(std::memory_order_relaxed); }
  /// Looks anew, but at most ten times a second. Only from one thread.
  void look(uint64_t NowNs) {
    if (LookedNs != 0 && NowNs - LookedNs < LookEveryNs)
      return;
    LookedNs = NowNs;
    Bytes.store(share(availableMemory(), Processes), std::memory_order_relaxed);
  }
  /// Of so much available memory.
  static uint64_t share(uint64_t Available, unsigned Processes);

private:
  static constexpr uint64_t LookEveryNs = 100'000'000;

  const unsigned Processes;
  uint64_t LookedNs = 0;
  std::atomic<uint64_t> Bytes{LeastBytes};
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_SYSTEMMEMORY_H
