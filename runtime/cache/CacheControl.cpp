//===- CacheControl.cpp - setting up, steering and ending the cache -------===//
//
// See CacheControl.h.
//
//===----------------------------------------------------------------------===//

#include "cache/CacheControl.h"
#include "cache/Deliveries.h"
#include "share/node/SharedFrames.h"

using namespace foreslice;

PageGrid CacheControl::grid() const { return All.pool().State.Grid; }

void CacheControl::prepare() { All.prepare(); }

void CacheControl::share(NodeDirectory &Node) {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  S.Sharing.share(Node);
  S.Pool.use(std::make_unique<SharedFrames>(Node));
  S.Queue.share(Node.wanted(), Node.self());
}

void CacheControl::connect(RemotePages &Others) {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  S.Sharing.connect(Others);
}

void CacheControl::steer(const Steered &Steering) {
  All.steerScheme(Steering.Scheme);
  All.forEach([&Steering](DeliveryCache &C) {
    EngineLock L(C);
    C.State.Limits.steer(Steering.MostAhead, Steering.PoolPercent,
                         Steering.Caching);
    C.State.limitPool();
  });
}

SchemeKind CacheControl::scheme() const {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  return S.Kind;
}

size_t CacheControl::frames() const {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  return S.Pool.slots();
}

size_t CacheControl::mostFilled() const {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  return S.Pool.mostFilled();
}

size_t CacheControl::content() const {
  size_t Pages = 0;
  All.forEach([&Pages](DeliveryCache &C) {
    MutexLock L(C.State.M);
    Pages += C.State.Pool.content();
  });
  return Pages;
}

void CacheControl::wakeSources() {
  // A source between the look at its flag and the wait holds the mutex.
  All.forEach([](DeliveryCache &C) {
    {
      MutexLock L(C.State.M);
    }
    C.State.SourceNews.notifyAll();
  });
}

void CacheControl::endIdle() {
  All.forEach([](DeliveryCache &C) { C.Io.endIdle(); });
}

void CacheControl::noteUsesByOthers() {
  DeliveryCache &C = All.pool();
  MutexLock L(C.State.M);
  for (const auto *Files : {&C.Files, &C.Left})
    for (const auto &File : *Files)
      if (File->Share)
        C.State.Pool.noteUsesByOthers(*File);
}
