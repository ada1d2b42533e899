//===- Deliveries.cpp - the caches behind the faces of the cache ----------===//
//
// See Deliveries.h.
//
//===----------------------------------------------------------------------===//

#include "cache/Deliveries.h"

using namespace foreslice;

Deliveries::Deliveries(const Settings &S, std::unique_ptr<Storage> Backend,
                       std::unique_ptr<Storage> ForKernel)
    : Given(S), Pool(S, std::move(Backend)), ForKernel(std::move(ForKernel)) {}

void Deliveries::prepare() {
  {
    MutexLock L(Pool.State.M);
    Pool.Io.prepare();
  }
  MutexLock Making(KernelMaking);
  if (ForKernel)
    ForKernel->prepare(Given.IoDepth);
}

DeliveryCache &Deliveries::of(FileKey Key, Delivery How) {
  {
    MutexLock L(Pool.State.M);
    auto Known = Pool.find(Key);
    if (Known != Pool.Files.end() && !(*Known)->isOfStorage())
      return Pool;
  }
  if (DeliveryCache *Other = Kernel.load(std::memory_order_acquire)) {
    MutexLock L(Other->State.M);
    if (Other->find(Key) != Other->Files.end())
      return *Other;
  }
  return How == Delivery::Pool ? Pool : kernel();
}

std::unordered_set<uint64_t> Deliveries::takeLeftEarly(FileKey Key) {
  DeliveryCache *Other = Kernel.load(std::memory_order_acquire);
  if (!Other)
    return {};
  MutexLock L(Other->State.M);
  auto Known = Other->LeftEarly.extract(Key);
  return Known ? std::move(Known.mapped()) : std::unordered_set<uint64_t>();
}

/// The cache of kernel delivery, made for the first such file.
DeliveryCache &Deliveries::kernel() {
  MutexLock Making(KernelMaking);
  if (!OfKernel) {
    OfKernel = std::make_unique<DeliveryCache>(Given, std::move(ForKernel),
                                               Delivery::Kernel);
    CacheState &New = OfKernel->State;
    New.Limits.look(nowNs());
    MutexLock L(Pool.State.M);
    MutexLock OfNew(New.M);
    New.setScheme(Pool.State.Kind);
    New.Limits.steerAs(Pool.State.Limits);
    for (SourceStatistics *Lane : Pool.Lanes)
      OfKernel->addLane(*Lane);
    Kernel.store(OfKernel.get(), std::memory_order_release);
  }
  return *OfKernel;
}

void Deliveries::setScheme(SchemeKind Scheme) {
  MutexLock Steering(SteeringM);
  AskedScheme = Scheme;
  if (!HeldScheme)
    useScheme(Scheme);
}

void Deliveries::steerScheme(std::optional<SchemeKind> Scheme) {
  MutexLock Steering(SteeringM);
  HeldScheme = Scheme;
  useScheme(Scheme.value_or(AskedScheme));
}

void Deliveries::useScheme(SchemeKind Scheme) {
  forBoth([Scheme](DeliveryCache &C) {
    MutexLock L(C.State.M);
    if (C.State.Kind != Scheme)
      C.State.setScheme(Scheme);
  });
}
