//===- Budget.h - how far ahead of the program pages may be ---------------===//
//
// Every decision about the distance ahead asks the budget: the engine for pages
// to fetch now, a source for pages to ask, the pool for pages to hold. The
// smallest limit holds, and the budget names the limit. Each delivery has a
// budget. Any thread may look.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_BUDGET_H
#define FORESLICE_SCHEME_BUDGET_H

#include "storage/Delivery.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace foreslice {

class Scheme;

/// The limit on fetching.
enum class Limit : uint8_t {
  None,
  Memory,   ///< Memory the operating system may cache.
  Steering, ///< The steering of the process.
  Trial,    ///< Much was wasted: a few pages show whether waste is over.
  Scheme,   ///< Enough content for now.
  Demand,   ///< A demand read misses pages and goes first.
  Calls,    ///< Enough calls are fetched at a time.
  Depth,    ///< Settings::IoDepth reads are in flight.
  Pool      ///< All pages are needed.
};

class Budget {
public:
  /// Storage takes seconds to deliver so many bytes: more bytes ahead in the
  /// operating system's memory are of no use.
  static constexpr uint64_t MostBytes = uint64_t(1) << 30;
  /// Always enough for a read on the way while another read is used.
  static constexpr uint64_t LeastBytes = 1u << 20;

  /// Processes: processes of the machine that share the operating system's
  /// memory, with kernel delivery.
  Budget(Delivery How, uint64_t PageSize, unsigned Processes)
      : PageSize(PageSize), Processes(Processes),
        OfMemory(How == Delivery::Kernel ? pagesOf(LeastBytes) : SIZE_MAX) {}
  Budget(const Budget &) = delete;
  Budget &operator=(const Budget &) = delete;

  struct Amount {
    size_t Pages;
    Limit Reason; ///< The limit in force.
  };
  /// Pages allowed ahead of the main thread.
  Amount most() const;
  /// Pages the engine may fetch now, beside Content. HeldBack: a demand read
  /// goes first.
  Amount now(Scheme &Policy, size_t Content, bool HeldBack) const;

  struct OfSource {
    size_t Pages, Reads; ///< Asked for and not read yet, at most.
  };
  /// Limit for a source with Sureness from 0 to 1 and Asked reads asked for.
  /// While prefetching does not pay, one more read tests whether prefetching
  /// pays.
  OfSource ofSource(size_t PoolPages, double Sureness, size_t Asked,
                    bool Pays) const;
  /// Pages allowed to be filled, of a pool of PoolPages.
  size_t filled(size_t PoolPages) const;

  // Limits
  // ------

  /// Looks at the available memory, at most ten times a second. From one thread
  /// only, and not for the pool.
  void look(uint64_t NowNs);
  /// The share of one of Processes in the Available bytes of memory.
  static uint64_t share(uint64_t Available, unsigned Processes);
  /// Steering of the process: pages ahead, the percentage of the pool to fill,
  /// and whether anything is cached.
  void steer(size_t Pages, unsigned PoolPercent, bool Caching) {
    Steered = Pages;
    SteeredPercent = PoolPercent;
    Off = !Caching;
  }
  void steerAs(const Budget &Other) {
    steer(Other.Steered, Other.SteeredPercent, !Other.Off);
  }
  bool isOff() const { return Off.load(Relaxed); }
  bool allowsNothing() const { return isOff() || Steered.load(Relaxed) == 0; }
  /// Limits a trial to Pages; SIZE_MAX: no trial.
  void tryOnly(size_t Pages) { OfTrial.store(Pages, Relaxed); }
  /// Limits the pool to Pages, for the classes of files.
  void limitForClasses(size_t Pages) { OfClasses = Pages; }

private:
  static constexpr auto Relaxed = std::memory_order_relaxed;
  /// Holds even if pages are larger than the memory.
  static constexpr size_t LeastPages = 2;
  size_t pagesOf(uint64_t Bytes) const {
    return std::max<size_t>(Bytes / PageSize, LeastPages);
  }

  const uint64_t PageSize;
  const unsigned Processes;
  uint64_t LookedNs = 0;
  std::atomic<size_t> OfMemory;
  std::atomic<size_t> Steered{SIZE_MAX}, OfTrial{SIZE_MAX};
  std::atomic<size_t> OfClasses{SIZE_MAX};
  std::atomic<unsigned> SteeredPercent{100};
  std::atomic<bool> Off{false};
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_BUDGET_H
