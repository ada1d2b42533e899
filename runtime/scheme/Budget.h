//===- Budget.h - how far ahead of the program pages may be ---------------===//
//
// Who decides how far ahead asks here: the engine how many pages it may fetch
// now, a source for how many it may ask, the pool how many it may hold. The
// smallest limit holds, and the budget names that limit. Each delivery has a
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

/// What lets no more be fetched.
enum class Limit : uint8_t {
  None,
  Memory,   ///< Of what the operating system may cache.
  Steering, ///< Of what steers the process.
  Trial,  ///< Much was fetched in vain: a few pages show whether that is over.
  Scheme, ///< There is enough for now.
  Demand, ///< A demand read that is missing something goes first.
  Calls,  ///< So many calls are fetched at a time.
  Depth,  ///< Settings::IoDepth reads are in flight.
  Pool    ///< All pages are needed.
};

class Budget {
public:
  /// More ahead than this is of no use in the operating system's memory: it
  /// takes storage seconds to deliver that.
  static constexpr uint64_t MostBytes = uint64_t(1) << 30;
  /// Never so little that a read cannot be on its way while another is used.
  static constexpr uint64_t LeastBytes = 1u << 20;

  /// Where pages are in the operating system's memory, so many processes of the
  /// machine share that.
  Budget(Delivery How, uint64_t PageSize, unsigned Processes)
      : PageSize(PageSize), Processes(Processes),
        OfMemory(How == Delivery::Pool ? SIZE_MAX : pagesOf(LeastBytes)) {}
  Budget(const Budget &) = delete;
  Budget &operator=(const Budget &) = delete;

  struct Amount {
    size_t Pages;
    Limit Reason; ///< What allows no more.
  };
  /// Pages that may be ahead of the main thread.
  Amount most() const;
  /// Pages that the engine may fetch now, beside so much content. HeldBack: a
  /// demand read goes first.
  Amount now(Scheme &Policy, size_t Content, bool HeldBack) const;

  struct OfSource {
    size_t Pages, Reads; ///< Asked for and not read yet, at most.
  };
  /// What a source may ask for that is so sure, from 0 to 1, and has asked for
  /// so many reads. While prefetching does not pay, one read more is to show
  /// that.
  OfSource ofSource(size_t PoolPages, double Sureness, size_t Asked,
                    bool Pays) const;
  /// Of so many pages of the pool, those that may be filled.
  size_t filled(size_t PoolPages) const;

  // Limits
  // ------

  /// Looks what memory is available, but at most ten times a second. Only from
  /// one thread, and not for the pool.
  void look(uint64_t NowNs);
  /// Of so much available memory, what one of so many processes may take.
  static uint64_t share(uint64_t Available, unsigned Processes);
  /// What steers the process: pages ahead, how much of the pool is filled, and
  /// whether anything is cached.
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
  /// SIZE_MAX: there is no trial.
  void tryOnly(size_t Pages) { OfTrial.store(Pages, Relaxed); }
  /// What the classes of files ask for, of the pool.
  void limitForClasses(size_t Pages) { OfClasses = Pages; }

private:
  static constexpr auto Relaxed = std::memory_order_relaxed;
  /// With pages larger than the memory that there is.
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
