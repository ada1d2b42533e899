//===- RobustTest.cpp - mutexes whose holders die -------------------------===//
//
// By threads, and by processes that are killed.
//
//===----------------------------------------------------------------------===//

#include "share/node/Robust.h"

#include "SharedDirectory.h"
#include "Waiting.h"

#include <gtest/gtest.h>
#include <linux/futex.h>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

std::atomic_ref<int> wordOf(RobustMutex &M) {
  return std::atomic_ref(reinterpret_cast<pthread_mutex_t &>(M).__data.__lock);
}

TEST(RobustTest, TheNextGetsTheMutexOfTheDead) {
  auto &M = shared<RobustMutex>();
  ASSERT_TRUE(M.initialize());
  EXPECT_TRUE(ended(inChild([&]() FORESLICE_ACQUIRES(M) { M.lock(); })));
  for (unsigned I = 0; I < 3; ++I) {
    M.lock();
    std::thread([&] { EXPECT_FALSE(M.tryLock()); }).join();
    M.unlock();
  }
}

// As if the thread that the kernel woke had been killed, and another had taken
// the mutex before its death was noticed: nobody wakes who waits.
TEST(RobustTest, AWakeUpIsLost) {
  auto &M = shared<RobustMutex>();
  ASSERT_TRUE(M.initialize());
  M.lock();
  std::atomic<bool> Got{false};
  std::atomic<pid_t> Thread{0};
  std::thread Waiter([&] {
    Thread = gettid();
    M.lock();
    Got = true;
    M.unlock();
  });
  EXPECT_TRUE(eventually([&] {
    return (wordOf(M) & static_cast<int>(FUTEX_WAITERS)) && isAsleep(Thread);
  }));
  wordOf(M) &= ~static_cast<int>(FUTEX_WAITERS);
  M.unlock();
  EXPECT_TRUE(eventually([&] { return Got.load(); }));
  if (!Got) { // let it go on
    M.lock();
    wordOf(M) |= static_cast<int>(FUTEX_WAITERS);
    M.unlock();
  }
  Waiter.join();
}

} // namespace
