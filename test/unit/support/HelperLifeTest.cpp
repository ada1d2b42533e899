//===- HelperLifeTest.cpp - how long the helper threads exist -------------===//
//
// See HelperLife.h. The helper queue is one that has a thread.
//
//===----------------------------------------------------------------------===//

#include "support/HelperLife.h"
#include "OwnProcess.h"
#include "support/DescriptorTable.h"
#include "support/HelperQueue.h"
#include "support/Thread.h"

#include <cstdio>
#include <ctime>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t MinuteNs = 60'000'000'000;

/// Threads of the process.
int threads() {
  int Count = 0;
  char Line[256];
  FILE *Status = fopen("/proc/self/status", "re");
  while (Status && fgets(Line, sizeof Line, Status))
    (void)sscanf(Line, "Threads: %d", &Count);
  if (Status)
    fclose(Status);
  return Count;
}

void await(int Count) {
  const timespec Nap{0, 1'000'000};
  for (int I = 0; I < 60'000 && threads() != Count; ++I)
    nanosleep(&Nap, nullptr);
}

/// Before the first helper thread: the main thread, and an emulator's own.
int Alone = 0;

void begin() {
  Alone = threads();
  helper_life::endWhenIdle([] { HelperQueue::get().endIdle(); });
  descriptor_table::use();
}

void work() {
  bool IsDone = false;
  ASSERT_TRUE(HelperQueue::get().post([&] { IsDone = true; }));
  HelperQueue::get().finish(MinuteNs);
  EXPECT_TRUE(IsDone);
}

void threadsEndBehindARegion() {
  begin();
  for (int Times = 0; Times < 3; ++Times) {
    helper_life::needed();
    work();
    EXPECT_GT(threads(), Alone);
    helper_life::notNeeded();
    await(Alone);
    EXPECT_EQ(threads(), Alone);
  }
}

TEST(HelperLifeTest, ThreadsEndBehindARegion) {
  IN_OWN_PROCESS(threadsEndBehindARegion());
}

void threadsAreThereWhileARegionIsUnderWay() {
  begin();
  helper_life::needed();
  work();
  helper_life::needed();
  helper_life::notNeeded();
  const timespec Nap{0, 100'000'000}; // several times as long as behind one
  nanosleep(&Nap, nullptr);
  EXPECT_GT(threads(), Alone);
  helper_life::endNow(MinuteNs); // waits for nothing
  EXPECT_GT(threads(), Alone);
  helper_life::notNeeded();
  helper_life::endNow(MinuteNs);
  EXPECT_EQ(threads(), Alone);
}

TEST(HelperLifeTest, ThreadsAreThereWhileARegionIsUnderWay) {
  IN_OWN_PROCESS(threadsAreThereWhileARegionIsUnderWay());
}

/// With the last thread, the program's table of descriptors has two users.
void theLastThreadIsAwayInALongRegion() {
  begin();
  helper_life::needed();
  work();
  const int WithoutLast = Alone + 2; // the queue, and who has started the queue
  await(WithoutLast);
  EXPECT_EQ(threads(), WithoutLast);
  helper_life::needed();
  helper_life::notNeeded();
  EXPECT_EQ(threads(), WithoutLast);
  helper_life::notNeeded();
  await(Alone);
  EXPECT_EQ(threads(), Alone);
  helper_life::needed();
  work();
  await(WithoutLast);
  helper_life::notNeeded();
  helper_life::endNow(MinuteNs);
  EXPECT_EQ(threads(), Alone);
}

TEST(HelperLifeTest, TheLastThreadIsAwayInALongRegion) {
  IN_OWN_PROCESS(theLastThreadIsAwayInALongRegion());
}

void whoAsksForTheEndDoesNotWaitForEver() {
  begin();
  static Semaphore Goes;
  ASSERT_TRUE(HelperQueue::get().post([] { Goes.acquire(); }));
  helper_life::endNow(1'000'000);
  EXPECT_GT(threads(), Alone);
  Goes.release();
  helper_life::endNow(MinuteNs);
  EXPECT_EQ(threads(), Alone);
}

TEST(HelperLifeTest, WhoAsksForTheEndDoesNotWaitForEver) {
  IN_OWN_PROCESS(whoAsksForTheEndDoesNotWaitForEver());
}

/// Has the queue's thread begin once more when that has ended.
void *workAtTheEnd(void *Given) {
  static_cast<Semaphore *>(Given)->acquire();
  HelperQueue::get().post([] {});
  helper_life::ends();
  return nullptr;
}

void whoBeginsWhileOthersEndIsAskedToo() {
  begin();
  static Semaphore Goes;
  helper_life::needed();
  pthread_t Slow;
  helper_life::begins();
  ASSERT_TRUE(startHelperThread(Slow, workAtTheEnd, &Goes));
  // The slow thread, who has started both, and the last thread.
  const int WithoutQueue = Alone + 3;
  work();
  helper_life::notNeeded();
  await(WithoutQueue);
  EXPECT_EQ(threads(), WithoutQueue);
  Goes.release();
  await(Alone);
  EXPECT_EQ(threads(), Alone);
}

TEST(HelperLifeTest, WhoBeginsWhileOthersEndIsAskedToo) {
  IN_OWN_PROCESS(whoBeginsWhileOthersEndIsAskedToo());
}

void threadsStayWhereNobodyHasThemEnd() {
  Alone = threads();
  helper_life::needed();
  work();
  helper_life::notNeeded();
  helper_life::endNow(MinuteNs);
  EXPECT_GT(threads(), Alone);
}

TEST(HelperLifeTest, ThreadsStayWhereNobodyHasThemEnd) {
  IN_OWN_PROCESS(threadsStayWhereNobodyHasThemEnd());
}

} // namespace
