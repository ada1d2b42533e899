//===- Policy.h - how a file is cached and read ahead ---------------------===//
//
// A class of accesses chooses a policy (PolicyTable.h), and the steering of the
// process may change the choice while the program runs. Madhyastha, Elford and
// Reed, "Optimizing Input/Output Using Adaptive File System Policies" (1996),
// section 4.2 and figure 7.
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

/// The used page to make room for others first.
enum class Replacement : uint8_t {
  LeastRecent, ///< LRU.
  MostRecent,  ///< MRU.
  Toss,        ///< A page goes as soon as read.
  KeepForAll   ///< A page stays until read by all ranks.
};

struct Policy {
  uint32_t PrefetchPages = 0; ///< Most pages to ask for ahead of a thread.
  Replacement Replace = Replacement::LeastRecent;
  bool Caching = true; ///< False: pages are neither kept nor asked for.
  /// Percentage of the pool allowed for the file's pages.
  unsigned CachePercent = 100;
  bool operator==(const Policy &) const = default;
};

/// Settings of the process for all files, in place of the choices by class. Any
/// thread may set and look.
class Steering {
public:
  static constexpr uint32_t Unset = std::numeric_limits<uint32_t>::max();

  /// Unset gives each choice back to the class.
  void setPrefetchPages(uint32_t Pages) { PrefetchPages.store(Pages, Relaxed); }
  void setReplacement(uint32_t Kind) { Replace.store(Kind, Relaxed); }
  void setCaching(uint32_t OnOrOff) { Caching.store(OnOrOff, Relaxed); }

  /// The class of accesses to some file from now on.
  void noteClass(AccessClass C) {
    Last.store(C, Relaxed);
    HasClass.store(true, std::memory_order_release);
  }
  /// The class noted last, if any.
  std::optional<AccessClass> lastClass() const {
    if (!HasClass.load(std::memory_order_acquire))
      return std::nullopt;
    return Last.load(Relaxed);
  }

  /// The policy in force, if the class chooses Chosen.
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

/// The steering of the process.
inline constinit Steering SteeringOfProcess;

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_POLICY_H
