//===- Deliveries.h - the caches behind the faces of the cache ------------===//
//
// The caches of the deliveries, each with a state, an engine and open files of
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
             std::unique_ptr<Storage> ForKernel,
             std::unique_ptr<Storage> ForEarly);

  DeliveryCache &pool() { return Pool; }
  DeliveryCache &kernel() { return made(Kernel); }
  /// The cache of How, made if there is none.
  DeliveryCache &of(Delivery How) {
    return How == Delivery::Pool
               ? Pool
               : made(How == Delivery::Kernel ? Kernel : Early);
  }
  /// The cache that has the file open.
  DeliveryCache &of(const CachedFile &File) {
    return File.DeliveredBy == Delivery::Pool     ? Pool
           : File.DeliveredBy == Delivery::Kernel ? *Kernel.inUse()
                                                  : *Early.inUse();
  }
  /// The cache that has the file open; for a file that is not open, the cache
  /// of How.
  DeliveryCache &of(FileKey Key, Delivery How);
  /// Calls F for each cache in use.
  template <class Fn> void forEach(Fn F) {
    F(Pool);
    for (const Later *L : {&Kernel, &Early})
      if (DeliveryCache *Other = L->inUse())
        F(*Other);
  }

  /// Pages of the file fetched to the operating system's memory before the
  /// program opened the file; asked once, when the program opens the file.
  std::unordered_set<uint64_t> takeLeftEarly(FileKey Key);

  /// Moves pages of the file that were fetched before MPI_Init to File's pool.
  /// Until the program opens the file, or while it does: the pages are current,
  /// or the program's open will show that they are not.
  void takeEarly(CachedFile &File);
  /// Drops such pages, of one file or of all, and gives back their memory.
  void dropEarly(std::optional<FileKey> Key);

  /// Takes storage's descriptors.
  void prepare();
  /// Chooses the scheme, unless steerScheme() has.
  void setScheme(SchemeKind Scheme);
  /// Beats setScheme().
  void steerScheme(std::optional<SchemeKind> Scheme);

private:
  /// A cache that the first file of a delivery makes.
  struct Later {
    Later(Delivery How, std::unique_ptr<Storage> Backend)
        : How(How), Backend(std::move(Backend)) {}
    DeliveryCache *inUse() const {
      return Used.load(std::memory_order_acquire);
    }

    const Delivery How;
    Mutex Making;
    std::unique_ptr<Storage> Backend FORESLICE_GUARDED_BY(Making);
    std::unique_ptr<DeliveryCache> Owned FORESLICE_GUARDED_BY(Making);
    std::atomic<DeliveryCache *> Used{nullptr};
  };
  DeliveryCache &made(Later &New);
  void useScheme(SchemeKind Scheme);

  const Settings Given;
  Mutex SteeringM; ///< Locked before any other mutex of the cache.
  SchemeKind AskedScheme FORESLICE_GUARDED_BY(SteeringM) = Given.Scheme;
  std::optional<SchemeKind> HeldScheme FORESLICE_GUARDED_BY(SteeringM);
  DeliveryCache Pool;
  Later Kernel, Early;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DELIVERIES_H
