//===- RequestQueueTest.cpp - order and withdrawal ------------------------===//
//
// Two files without descriptors; entries are written as call/page.
//
//===----------------------------------------------------------------------===//

#include "engine/RequestQueue.h"
#include "MainThread.h"
#include "cache/WholePages.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

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
  FetchedFile A{{1, 1}, nullptr, 1};
  FetchedFile B{{1, 2}, nullptr, 1};
  static constexpr size_t Capacity = 4096;
  RequestQueue Queue{Capacity};
};

TEST_F(RequestQueueTest, OneFileGoesByCallId) {
  Queue.push(A, {0, 5}, whole(50));
  Queue.push(A, {0, 7}, whole(70));
  Queue.push(A, {0, 6}, whole(60));
  Queue.push(A, {0, 6}, whole(61));
  Queue.push(A, {0, 1}, whole(10));
  EXPECT_EQ(all(), (List{{1, 10}, {5, 50}, {6, 60}, {6, 61}, {7, 70}}));
}

TEST_F(RequestQueueTest, FilesGoInTheOrderOfPosting) {
  Queue.push(A, {0, 5}, whole(50));
  Queue.push(B, {0, 0}, whole(1));
  Queue.push(A, {0, 6}, whole(60));
  Queue.push(B, {0, 1}, whole(2));
  EXPECT_EQ(all(), (List{{5, 50}, {0, 1}, {6, 60}, {1, 2}}));
}

TEST_F(RequestQueueTest, TakesBackWhatIsForTheCall) {
  Queue.push(A, {0, 1}, whole(10));
  Queue.push(A, {0, 2}, whole(10));
  Queue.push(A, {1, 2}, whole(10));
  Queue.push(B, {0, 2}, whole(10));
  Queue.push(A, {0, 2}, whole(20));
  Queue.takeBack(A, {0, 2}, 10);
  EXPECT_EQ(all(), (List{{1, 10}, {2, 10}, {2, 10}, {2, 20}}));
  Queue.takeBack(A, {0, 7}, 20);
  EXPECT_EQ(Queue.size(), 4u) << "no such call has asked";
}

TEST_F(RequestQueueTest, WithdrawsOnlyWhatIsNamed) {
  for (uint64_t P = 0; P < 5; ++P) {
    Queue.push(A, {0, P}, whole(P));
    Queue.push(B, {0, P}, whole(P));
  }
  Queue.push(A, {0, 5}, whole(3));
  comeTo(A, 5);
  using enum RequestQueue::AskedBy;
  EXPECT_EQ(Queue.withdraw(A, WholePages{1, 3, 9}),
            (std::vector{CallsPassed, CallsToCome, None}));
  EXPECT_EQ(Queue.size(), 9u);
  EXPECT_EQ(Queue.countOf(A), 4u) << "one is for a call to come";
  EXPECT_EQ(Queue.countOf(B), 5u);
  Queue.dropFile(B);
  EXPECT_EQ(all(), (List{{0, 0}, {2, 2}, {4, 4}, {5, 3}}));
  Queue.clear();
  EXPECT_TRUE(Queue.empty());
  EXPECT_EQ(Queue.countOf(A), 0u);
}

TEST_F(RequestQueueTest, ACallToComeIsSeenBesideOnePassed) {
  Queue.push(A, {0, 5}, whole(1));
  Queue.push(A, {0, 3}, whole(1)); // a second source
  comeTo(A, 4);
  EXPECT_EQ(Queue.withdraw(A, WholePages{1}),
            std::vector{RequestQueue::AskedBy::CallsToCome});
  EXPECT_EQ(all(), (List{{5, 1}}));
}

TEST_F(RequestQueueTest, WhatIsParkedGoesWithItsFileOnly) {
  A.expectWrite(0, {3, {}});
  Queue.push(A, {0, 4}, whole(1));
  EXPECT_EQ(A.Stats->get(Counter::PagesParked), 1u);
  Queue.withdraw(A, WholePages{1});
  EXPECT_EQ(Queue.size(), 1u);
  Queue.dropFile(A);
  EXPECT_TRUE(Queue.empty());
}

TEST_F(RequestQueueTest, StopsWithoutLosingTheRest) {
  for (uint64_t P = 0; P < 6; ++P)
    Queue.push(A, {0, P}, whole(P));
  Queue.scan([](const RequestQueue::Entry &E) {
    using enum RequestQueue::Take;
    return E.Part.Page == 4 ? Stop : E.Part.Page % 2 ? Drop : Keep;
  });
  EXPECT_EQ(all(), (List{{0, 0}, {2, 2}, {4, 4}, {5, 5}}));
}

TEST_F(RequestQueueTest, IsBounded) {
  for (uint64_t P = 0; P < Capacity; ++P) {
    EXPECT_FALSE(Queue.full());
    Queue.push(A, {0, P}, whole(P));
  }
  EXPECT_TRUE(Queue.full());
}

TEST_F(RequestQueueTest, FindsTheNextRequestOfAPage) {
  Queue.push(A, {0, 1}, whole(7));
  Queue.push(B, {0, 0}, whole(7));
  Queue.push(A, {0, 2}, whole(8));
  Queue.push(A, {0, 4}, whole(7));
  Queue.push(A, {0, 3}, whole(7)); // a second source
  EXPECT_EQ(all(), (List{{1, 7}, {0, 7}, {2, 8}, {3, 7}, {4, 7}}));
  EXPECT_EQ(Queue.nextFor(A, 7).Order, 1u);
  EXPECT_EQ(Queue.nextFor(A, 8).Order, 3u);
  EXPECT_EQ(Queue.nextFor(B, 8).Order, 0u);
  comeTo(A, 2);
  EXPECT_EQ(Queue.nextFor(A, 7).Order, 4u);
  Queue.withdraw(A, WholePages{7});
  EXPECT_EQ(all(), (List{{0, 7}, {2, 8}, {3, 7}, {4, 7}}));
  EXPECT_EQ(Queue.firstOrder(), 2u);
  comeTo(A, 4);
  Queue.withdraw(A, WholePages{7});
  EXPECT_EQ(all(), (List{{0, 7}, {2, 8}, {4, 7}}));
  comeTo(A, 5);
  EXPECT_EQ(Queue.nextFor(A, 7).Order, 0u);
  Queue.withdraw(A, WholePages{7});
  EXPECT_FALSE(Queue.holds(A, 7));
  EXPECT_TRUE(Queue.holds(B, 7));
}

TEST_F(RequestQueueTest, CallsShareWhatTheyAskForSoonAgain) {
  RequestQueue Soon(Capacity, 2);
  uint64_t NextCall = 0;
  auto At = [&](uint64_t Page) {
    Soon.push(A, {0, NextCall++}, {Page, {Page * 4096, Page * 4096 + 512}});
  };
  for (int I = 0; I < 3; ++I) {
    At(1);
    At(2);
    At(3);
  }
  EXPECT_EQ(Soon.size(), 3u);
  for (uint64_t Page : {4, 5, 6})
    At(Page);
  At(1); // three pages since
  At(7);
  At(1);
  std::vector<std::array<uint64_t, 3>> Entries;
  Soon.scan([&](const RequestQueue::Entry &E) {
    Entries.push_back({E.Part.Page, E.CallId, E.LastCallId});
    return RequestQueue::Take::Keep;
  });
  EXPECT_EQ(Entries, (std::vector<std::array<uint64_t, 3>>{{1, 0, 6},
                                                           {2, 1, 7},
                                                           {3, 2, 8},
                                                           {4, 9, 9},
                                                           {5, 10, 10},
                                                           {6, 11, 11},
                                                           {1, 12, 14},
                                                           {7, 13, 13}}));
}

TEST_F(RequestQueueTest, AnnouncesWhatComesNext) {
  auto Announced = [&] {
    std::vector<uint64_t> Out;
    for (uint64_t P = 0; P < 10; ++P)
      if (Queue.announced(A, P))
        Out.push_back(P);
    return Out;
  };
  auto Drop = [&](uint64_t Page) {
    Queue.scan([&](const RequestQueue::Entry &E) {
      return E.Part.Page == Page ? RequestQueue::Take::Drop
                                 : RequestQueue::Take::Keep;
    });
  };
  for (uint64_t P = 0; P < 6; ++P)
    Queue.push(A, {0, P}, whole(P));
  Queue.announce(2);
  EXPECT_EQ(Announced(), (std::vector<uint64_t>{0, 1}));
  Drop(2);
  Drop(0);
  Queue.announce(3);
  EXPECT_EQ(Announced(), (std::vector<uint64_t>{1, 3, 4}));
  Queue.push(A, {0, 6}, whole(6));
  Queue.announce(10);
  Queue.push(A, {0, 7}, whole(7));
  Queue.announce(10);
  EXPECT_EQ(Announced(), (std::vector<uint64_t>{1, 3, 4, 5, 6, 7}));
}

TEST_F(RequestQueueTest, WhatWaitsForDifferentWritesIsNotShared) {
  RequestQueue Soon(Capacity, 2);
  A.expectWrite(0, {1, {0, 4096}});
  Soon.push(A, {0, 0}, whole(0));
  Soon.push(A, {0, 2}, whole(0));
  Soon.push(A, {0, 3}, whole(0));
  EXPECT_EQ(Soon.size(), 2u);
}

TEST_F(RequestQueueTest, WhatWasParkedComesInItsPlace) {
  A.expectWrite(0, {1, {0, 4096}});
  A.expectWrite(0, {3, {4096, 8192}});
  Queue.push(A, {0, 0}, whole(5));
  Queue.push(A, {0, 4}, whole(1));
  Queue.push(A, {0, 4}, whole(0));
  Queue.push(A, {0, 5}, whole(6));
  Queue.push(B, {0, 0}, whole(0));
  EXPECT_EQ(all(), (List{{0, 5}, {5, 6}, {0, 0}}));
  comeTo(A, 2);
  EXPECT_EQ(all(), (List{{0, 5}, {4, 0}, {5, 6}, {0, 0}}));
  EXPECT_EQ(Queue.withdraw(A, WholePages{1}),
            std::vector{RequestQueue::AskedBy::None});
  comeTo(A, 4);
  EXPECT_EQ(all(), (List{{0, 5}, {4, 1}, {4, 0}, {5, 6}, {0, 0}}));
  Queue.dropFile(A);
  EXPECT_EQ(all(), (List{{0, 0}}));
}

/// Against a list that is searched from end to end.
TEST_F(RequestQueueTest, DoesWhatASimpleListDoes) {
  struct Request {
    FetchedFile *File;
    uint64_t Call, Page;
    bool operator==(const Request &) const = default;
  };
  std::vector<Request> Simple;
  auto Same = [&] {
    std::vector<Request> Out;
    Queue.scan([&](const RequestQueue::Entry &E) {
      Out.push_back({E.File, E.CallId, E.Part.Page});
      return RequestQueue::Take::Keep;
    });
    return Out == Simple && Queue.size() == Simple.size();
  };
  std::mt19937 Random(1);
  auto Any = [&](uint64_t N) { return Random() % N; };
  FetchedFile *Files[] = {&A, &B};
  uint64_t NextOf[] = {0, 0};
  for (int Step = 0; Step < 5000; ++Step) {
    uint64_t F = Any(2), Page = Any(20);
    FetchedFile &File = *Files[F];
    auto IsOfPage = [&](const Request &R) {
      return R.File == &File && R.Page == Page;
    };
    switch (Any(6)) {
    case 0: {
      uint64_t Left = Any(4), Dropped = std::min(Left, Simple.size());
      Queue.scan([&](const RequestQueue::Entry &) {
        return Left-- ? RequestQueue::Take::Drop : RequestQueue::Take::Stop;
      });
      Simple.erase(Simple.begin(), Simple.begin() + (std::ptrdiff_t)Dropped);
      break;
    }
    case 1:
      comeTo(File,
             std::max<uint64_t>(File.Positions.next(0), Any(NextOf[F] + 1)));
      Queue.withdraw(File, WholePages{Page});
      std::erase_if(Simple, [&](const Request &R) {
        return IsOfPage(R) && File.behind(0, R.Call);
      });
      break;
    case 2:
      if (Any(100) == 0) {
        Queue.dropFile(File);
        std::erase_if(Simple,
                      [&](const Request &R) { return R.File == &File; });
      }
      break;
    default:
      uint64_t Call = Any(8) ? NextOf[F]++ : Any(NextOf[F] + 1);
      Queue.push(File, {0, Call}, whole(Page));
      Simple.insert(std::ranges::find_if(Simple,
                                         [&](const Request &R) {
                                           return R.File == &File &&
                                                  R.Call > Call;
                                         }),
                    {&File, Call, Page});
    }
    ASSERT_TRUE(Same()) << "step " << Step;
    EXPECT_EQ(Queue.holds(File, Page), std::ranges::any_of(Simple, IsOfPage));
  }
}

} // namespace
