//===- HelperQueueTest.cpp - work that a helper thread does ---------------===//
//
// See HelperQueue.h.
//
//===----------------------------------------------------------------------===//

#include "support/HelperQueue.h"
#include "support/OwnWork.h"

#include <csignal>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace foreslice;

namespace {

constexpr uint64_t MinuteNs = 60'000'000'000;

TEST(HelperQueueTest, WorkIsDoneInOrder) {
  // The thread outlives the test.
  static std::vector<int> Done;
  Done.clear();
  HelperQueue &Q = HelperQueue::get();
  for (int I = 0; I < 100; ++I)
    ASSERT_TRUE(Q.post([I] { Done.push_back(I); }));
  ASSERT_TRUE(Q.post([] { throw std::runtime_error("no memory"); }));
  ASSERT_TRUE(Q.post([] { Done.push_back(100); }));
  Q.finish(MinuteNs);
  ASSERT_EQ(Done.size(), 101u);
  for (int I = 0; I <= 100; ++I)
    EXPECT_EQ(Done[static_cast<size_t>(I)], I);
}

TEST(HelperQueueTest, NoThreadStartsInHandlers) {
  // A thread, if there is one, outlives the test.
  static HelperQueue Q;
  static bool IsTaken;
  OwnWork::expectHandlers();
  auto *Before = std::signal(SIGUSR1, [](int) { IsTaken = Q.post([] {}); });
  raise(SIGUSR1);
  std::signal(SIGUSR1, Before);
  EXPECT_FALSE(IsTaken);
  EXPECT_TRUE(Q.isIdle());
}

TEST(HelperQueueTest, DoesNotWaitForEver) {
  static Semaphore Goes;
  HelperQueue &Q = HelperQueue::get();
  ASSERT_TRUE(Q.post([] { Goes.acquire(); }));
  Q.finish(1'000'000);
  Goes.release();
  Q.finish(MinuteNs);
}

} // namespace
