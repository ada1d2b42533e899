//===- Deliveries.h - what the faces of the cache share -------------------===//
//
// The caches of both deliveries, each with a state, an engine and open files of
// its own, and the scheme that both go by.
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
  /// The one that has the file open.
  DeliveryCache &of(const CachedFile &File) {
    return File.DeliveredBy == Delivery::Pool
               ? Pool
               : *Kernel.load(std::memory_order_acquire);
  }
  /// The one that has the file open; that of How if the program has not.
  DeliveryCache &of(FileKey Key, Delivery How);
  /// Those that have been used.
  template <class Fn> void forBoth(Fn F) {
    F(Pool);
    if (DeliveryCache *Other = Kernel.load(std::memory_order_acquire))
      F(*Other);
  }

  /// The pages of the file that are in the operating system's memory since
  /// before the program opened the file; asked once, when the program opens it.
  std::unordered_set<uint64_t> takeLeftEarly(FileKey Key);

  /// Takes the descriptors that storage is read by.
  void prepare();
  /// Chooses the scheme, unless steerScheme() has.
  void setScheme(SchemeKind Scheme);
  /// Beats setScheme().
  void steerScheme(std::optional<SchemeKind> Scheme);

private:
  void useScheme(SchemeKind Scheme);

  const Settings Given;
  Mutex SteeringM; ///< Before any other of the cache.
  SchemeKind AskedScheme FORESLICE_GUARDED_BY(SteeringM) = Given.Scheme;
  std::optional<SchemeKind> HeldScheme FORESLICE_GUARDED_BY(SteeringM);
  DeliveryCache Pool;
  Mutex KernelMaking;
  std::unique_ptr<Storage>
      ForKernel FORESLICE_GUARDED_BY(KernelMaking); ///< Until there is Kernel.
  std::unique_ptr<DeliveryCache> OfKernel FORESLICE_GUARDED_BY(KernelMaking);
  std::atomic<DeliveryCache *> Kernel{nullptr};
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DELIVERIES_H
