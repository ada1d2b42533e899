//===- Deliveries.h - the caches behind the faces of the cache ------------===//
//
// The caches of both deliveries, each with a state, an engine and open files of
// its own, and the common scheme.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_DELIVERIES_H
#define FORESLICE_CACHE_DELIVERIES_H

#include "cache/DeliveryCache.h"

#include <memory>
#include <optional>
#include <unordered_set>

namespace foreslice {

class Deliveries {
public:
  Deliveries(const Settings &S, std::unique_ptr<Storage> Backend,
             std::unique_ptr<Storage> ForKernel);

  DeliveryCache &pool() { return Pool; }
  DeliveryCache &kernel();
  /// The cache that has the file open.
  DeliveryCache &of(const CachedFile &File) {
    return File.DeliveredBy == Delivery::Pool
               ? Pool
               : *Kernel.load(std::memory_order_acquire);
  }
  /// The cache that has the file open; for a file that is not open, the cache
  /// of How.
  DeliveryCache &of(FileKey Key, Delivery How);
  /// Calls F for each cache in use.
  template <class Fn> void forBoth(Fn F) {
    F(Pool);
    if (DeliveryCache *Other = Kernel.load(std::memory_order_acquire))
      F(*Other);
  }

  /// Pages of the file fetched to the operating system's memory before the
  /// program opened the file; asked once, when the program opens the file.
  std::unordered_set<uint64_t> takeLeftEarly(FileKey Key);

  /// Takes storage's descriptors.
  void prepare();
  /// Chooses the scheme, unless steerScheme() has.
  void setScheme(SchemeKind Scheme);
  /// Beats setScheme().
  void steerScheme(std::optional<SchemeKind> Scheme);

private:
  void useScheme(SchemeKind Scheme);

  const Settings Given;
  Mutex SteeringM; ///< Locked before any other mutex of the cache.
  SchemeKind AskedScheme FORESLICE_GUARDED_BY(SteeringM) = Given.Scheme;
  std::optional<SchemeKind> HeldScheme FORESLICE_GUARDED_BY(SteeringM);
  DeliveryCache Pool;
  Mutex KernelMaking;
  std::unique_ptr<Storage>
      ForKernel FORESLICE_GUARDED_BY(KernelMaking); ///< Until Kernel is made.
  std::unique_ptr<DeliveryCache> OfKernel FORESLICE_GUARDED_BY(KernelMaking);
  std::atomic<DeliveryCache *> Kernel{nullptr};
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DELIVERIES_H
