//===- Policy.h - how a file is cached and read ahead ---------------------===//
//
// A class of accesses chooses a policy (PolicyTable.h), and what
// steers the process may change that choice while the program runs. Madhyastha,
// Elford and Reed, "Optimizing Input/Output Using Adaptive File System
// Policies" (1996), section 4.2 and figure 7.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_POLICY_H
#define FORESLICE_ADAPTIVE_POLICY_POLICY_H

#include "adaptive/classifier/AccessClass.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

namespace foreslice {

/// Which used page makes room for others first.
enum class Replacement : uint8_t {
  LeastRecent, ///< LRU.
  MostRecent,  ///< MRU.
  Toss,        ///< A page goes as soon as it was read.
  KeepForAll   ///< A page stays until all ranks have read it.
};

struct Policy {
  uint32_t PrefetchPages = 0; ///< To be asked for ahead of a thread at most.
  Replacement Replace = Replacement::LeastRecent;
  bool Caching = true; ///< False: pages are neither kept nor asked for.
  /// Of the pool, which the file's pages may fill.
  unsigned CachePercent = 100;
  bool operator==(const Policy &) const = default;
};

/// What the process sets for all of its files, in place of what their classes
/// choose. Any thread may set and look.
class Steering {
public:
  static constexpr uint32_t Unset = std::numeric_limits<uint32_t>::max();

  /// Unset gives each choice back to the class.
  void setPrefetchPages(uint32_t Pages) { PrefetchPages.store(Pages, Relaxed); }
  void setReplacement(uint32_t Kind) { Replace.store(Kind, Relaxed); }
  void setCaching(uint32_t OnOrOff) { Caching.store(OnOrOff, Relaxed); }

  /// The class that the accesses to some file have from now on.
  void noteClass(AccessClass C) {
    Last.store(C, Relaxed);
    HasClass.store(true, std::memory_order_release);
  }
  /// The class that was noted last, if any was.
  std::optional<AccessClass> lastClass() const {
    if (!HasClass.load(std::memory_order_acquire))
      return std::nullopt;
    return Last.load(Relaxed);
  }

  /// The policy in force where the class chooses Chosen.
  Policy over(Policy Chosen) const {
    if (uint32_t Set = PrefetchPages.load(Relaxed); Set != Unset)
      Chosen.PrefetchPages = Set;
    if (uint32_t Set = Replace.load(Relaxed); Set != Unset)
      Chosen.Replace = static_cast<Replacement>(Set);
    if (uint32_t Set = Caching.load(Relaxed); Set != Unset)
      Chosen.Caching = Set != 0;
    return Chosen;
  }

private:
  static constexpr auto Relaxed = std::memory_order_relaxed;
  std::atomic<uint32_t> PrefetchPages{Unset}, Replace{Unset}, Caching{Unset};
  std::atomic<AccessClass> Last{AccessClass{}};
  std::atomic<bool> HasClass{false};
};

/// The process's.
inline constinit Steering SteeringOfProcess;

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_POLICY_H
