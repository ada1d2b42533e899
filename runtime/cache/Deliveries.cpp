//===- Deliveries.cpp - the caches behind the faces of the cache ----------===//
//
// See Deliveries.h.
//
//===----------------------------------------------------------------------===//

#include "cache/Deliveries.h"

#include <span>

using namespace foreslice;

Deliveries::Deliveries(const Settings &S, std::unique_ptr<Storage> Backend,
                       std::unique_ptr<Storage> ForKernel,
                       std::unique_ptr<Storage> ForEarly)
    : Given(S), Pool(S, std::move(Backend)),
      Kernel(Delivery::Kernel, std::move(ForKernel)),
      Early(Delivery::Early, std::move(ForEarly)) {}

void Deliveries::prepare() {
  {
    MutexLock L(Pool.State.M);
    Pool.Io.prepare();
  }
  MutexLock Making(Kernel.Making);
  if (Kernel.Backend)
    Kernel.Backend->prepare(Given.IoDepth);
}

DeliveryCache &Deliveries::of(FileKey Key, Delivery How) {
  {
    MutexLock L(Pool.State.M);
    auto Known = Pool.find(Key);
    if (Known != Pool.Files.end() && !(*Known)->isOfStorage())
      return Pool;
  }
  if (DeliveryCache *Other = Kernel.inUse()) {
    MutexLock L(Other->State.M);
    if (Other->find(Key) != Other->Files.end())
      return *Other;
  }
  return How == Delivery::Pool ? Pool : kernel();
}

std::unordered_set<uint64_t> Deliveries::takeLeftEarly(FileKey Key) {
  DeliveryCache *Other = Kernel.inUse();
  if (!Other)
    return {};
  MutexLock L(Other->State.M);
  auto Known = Other->LeftEarly.extract(Key);
  return Known ? std::move(Known.mapped()) : std::unordered_set<uint64_t>();
}

DeliveryCache &Deliveries::made(Later &New) {
  MutexLock Making(New.Making);
  if (!New.Owned) {
    New.Owned =
        std::make_unique<DeliveryCache>(Given, std::move(New.Backend), New.How);
    CacheState &State = New.Owned->State;
    if (New.How == Delivery::Kernel)
      State.Limits.look(nowNs());
    MutexLock L(Pool.State.M);
    MutexLock OfNew(State.M);
    State.setScheme(Pool.State.Kind);
    State.Limits.steerAs(Pool.State.Limits);
    for (SourceStatistics *Lane : Pool.Lanes)
      New.Owned->addLane(*Lane);
    New.Used.store(New.Owned.get(), std::memory_order_release);
  }
  return *New.Owned;
}

//===----------------------------------------------------------------------===//
// Pages fetched before MPI_Init
//===----------------------------------------------------------------------===//

/// Pages moved without giving other threads a chance to take a mutex.
static constexpr size_t MovedAtOnce = 64;

/// Moves some pages of the file that have come; those that the pool has no use
/// for are dropped. False if there are none.
static bool moveSome(CacheState &From, std::span<const Slot> Pages,
                     CachedFile &File, CacheState &To, uint64_t NodeEpoch)
    FORESLICE_REQUIRES(From.M) FORESLICE_REQUIRES(To.M) {
  for (Slot S : Pages) {
    const PagePart Part{From.Pool[S].Index, From.Pool.fetched(S)};
    const bool Serves = From.Pool.serves(S, Part);
    const Slot Free = Serves && !To.Pool.find(File, Part.Page)
                          ? To.Pool.acquireForDemand(*To.Policy)
                          : 0;
    if (!Free || To.Pool.beginLoad(Free, File, Part, {}, Purpose::Early, 0,
                                   Part.Bytes) != Claim::Claimed) {
      From.Pool.drop(S);
      continue;
    }
    const uint32_t Valid = From.Pool[S].Valid;
    To.Pool.takeOver(Free, From.Pool.handOver(S));
    To.settle(Free, true, Valid, To.endKnown(File, File.WriteEpoch, NodeEpoch));
  }
  return !Pages.empty();
}

void Deliveries::takeEarly(CachedFile &File) {
  DeliveryCache *From = Early.inUse();
  if (!From)
    return;
  CacheState &To = Pool.State;
  const std::shared_ptr<StoredFile> Stored = File.stored();
  uint64_t WriteEpoch = 0, NodeEpoch = 0;
  {
    MutexLock L(To.M);
    WriteEpoch = File.WriteEpoch;
    NodeEpoch = To.Sharing.quietEpoch(File);
  }
  for (bool More = true; More;) {
    MutexLock L(To.M);
    // Else the program has opened, closed or changed the file meanwhile.
    if (File.Stored != Stored || File.WriteEpoch != WriteEpoch)
      return;
    MutexLock OfEarly(From->State.M);
    const std::vector<Slot> Some = From->readyPages(File.Id, MovedAtOnce);
    More = !Some.empty() && To.Pool.map() &&
           moveSome(From->State, Some, File, To, NodeEpoch);
  }
  To.SourceNews.notifyAll();
}

void Deliveries::dropEarly(std::optional<FileKey> Key) {
  DeliveryCache *C = Early.inUse();
  if (!C)
    return;
  MutexLock L(C->State.M);
  for (const auto *Files : {&C->Files, &C->Left})
    for (const auto &File : *Files)
      if (!Key || File->Id == *Key) {
        C->State.Queue.dropFile(*File);
        C->drop(*File, {});
      }
  C->dropLeft();
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
  forEach([Scheme](DeliveryCache &C) {
    MutexLock L(C.State.M);
    if (C.State.Kind != Scheme)
      C.State.setScheme(Scheme);
  });
}
