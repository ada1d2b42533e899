//===- LockCountTest.cpp - what a demand read locks -----------------------===//
//
// Each lock of the cache's mutex may meet the engine, which holds the mutex for
// a whole turn. The calls of pthread_mutex_lock by the main thread are counted.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <dlfcn.h>
#include <pthread.h>

static thread_local size_t Locks = 0;

/// Stands before the C library's.
extern "C" int pthread_mutex_lock(pthread_mutex_t *M) noexcept {
  using Function = int (*)(pthread_mutex_t *);
  static constinit std::atomic<Function> Next{nullptr};
  Function Is = Next.load(std::memory_order_relaxed);
  if (!Is) {
    Is = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
    Next.store(Is, std::memory_order_relaxed);
  }
  ++Locks;
  return Is(M);
}

using namespace foreslice;
using namespace foreslice::test;

namespace {

struct LockCountTest : CacheTest {
  /// Locks that Run takes on this thread.
  template <typename Fn> static size_t locksOf(Fn Run) {
    const size_t Before = Locks;
    Run();
    return Locks - Before;
  }
};

TEST_F(LockCountTest, AServedReadLocksTwice) {
  const Pages Read{1, 2, 3};
  fetch(Read);
  bool Served = false;
  EXPECT_EQ(locksOf([&] {
              Demand Now = Cache.demand().pin(*File, Read);
              Served = Now.ready();
              Now.markUsed();
            }),
            2u);
  EXPECT_TRUE(Served);
  EXPECT_EQ(count(Counter::PagesUsed), 3u);
}

TEST_F(LockCountTest, ReadyOnlyReadsLockTwice) {
  const Pages Read{1, 2, 3};
  fetch(Read);
  EXPECT_EQ(locksOf([&] {
              Demand Now = Cache.demand().pinReady(*File, Read);
              Now.markUsed();
            }),
            2u);
}

TEST_F(LockCountTest, PagesThatAreNotMarkedGoBackAsTheyWere) {
  fetch({1});
  EXPECT_EQ(locksOf([&] { Cache.demand().pin(*File, Pages{1}); }), 2u);
  EXPECT_EQ(count(Counter::PagesUsed), 0u);
}

} // namespace
