//===- RequestQueueTest.cpp - order and withdrawal ------------------------===//
//
// Two files without descriptors; entries are written as call/page.
//
//===----------------------------------------------------------------------===//

#include "cache/RequestQueue.h"
#include "WholePages.h"

#include <gtest/gtest.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

struct RequestQueueTest : testing::Test {
  std::vector<std::pair<uint64_t, uint64_t>> all() {
    std::vector<std::pair<uint64_t, uint64_t>> Out;
    Queue.scan([&](const RequestQueue::Entry &E) {
      Out.push_back({E.CallId, E.Part.Page});
      return RequestQueue::Take::Keep;
    });
    return Out;
  }
  using List = std::vector<std::pair<uint64_t, uint64_t>>;

  RequestQueueTest() { A.Stats = &Stats; }

  FileStatistics Stats{"A"};
  FileEntry A{{1, 1}, std::make_shared<Descriptor>(-1)};
  FileEntry B{{1, 2}, std::make_shared<Descriptor>(-1)};
  RequestQueue Queue;
};

TEST_F(RequestQueueTest, OneFileGoesByCallId) {
  Queue.push(A, 5, whole(50));
  Queue.push(A, 7, whole(70));
  Queue.push(A, 6, whole(60));
  Queue.push(A, 6, whole(61));
  Queue.push(A, 1, whole(10));
  EXPECT_EQ(all(), (List{{1, 10}, {5, 50}, {6, 60}, {6, 61}, {7, 70}}));
}

TEST_F(RequestQueueTest, FilesGoInTheOrderOfPosting) {
  Queue.push(A, 5, whole(50));
  Queue.push(B, 0, whole(1));
  Queue.push(A, 6, whole(60));
  Queue.push(B, 1, whole(2));
  EXPECT_EQ(all(), (List{{5, 50}, {0, 1}, {6, 60}, {1, 2}}));
}

TEST_F(RequestQueueTest, WithdrawsOnlyWhatIsNamed) {
  for (uint64_t P = 0; P < 5; ++P) {
    Queue.push(A, P, whole(P));
    Queue.push(B, P, whole(P));
  }
  Queue.withdraw(A, WholePages{1, 3, 9});
  EXPECT_EQ(Queue.size(), 8u);
  EXPECT_EQ(A.QueuedPages, 3u);
  EXPECT_EQ(B.QueuedPages, 5u);
  Queue.dropFile(B);
  EXPECT_EQ(all(), (List{{0, 0}, {2, 2}, {4, 4}}));
  Queue.clear();
  EXPECT_TRUE(Queue.empty());
  EXPECT_EQ(A.QueuedPages, 0u);
}

TEST_F(RequestQueueTest, WhatIsParkedGoesWithItsFileOnly) {
  A.expectWrite({3, {}});
  Queue.push(A, 4, whole(1));
  EXPECT_EQ(A.Stats->get(Counter::PagesParked), 1u);
  Queue.withdraw(A, WholePages{1});
  EXPECT_EQ(Queue.size(), 1u);
  Queue.dropFile(A);
  EXPECT_TRUE(Queue.empty());
}

TEST_F(RequestQueueTest, StopsWithoutLosingTheRest) {
  for (uint64_t P = 0; P < 6; ++P)
    Queue.push(A, P, whole(P));
  Queue.scan([](const RequestQueue::Entry &E) {
    using enum RequestQueue::Take;
    return E.Part.Page == 4 ? Stop : E.Part.Page % 2 ? Drop : Keep;
  });
  EXPECT_EQ(all(), (List{{0, 0}, {2, 2}, {4, 4}, {5, 5}}));
}

TEST_F(RequestQueueTest, IsBounded) {
  for (uint64_t P = 0; P < RequestQueue::Capacity; ++P) {
    EXPECT_FALSE(Queue.full());
    Queue.push(A, P, whole(P));
  }
  EXPECT_TRUE(Queue.full());
}

} // namespace
