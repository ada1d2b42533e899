//===- KernelReadaheadTest.cpp - whether the kernel's readahead keeps up --===//
//
// See KernelReadahead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/KernelReadahead.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t Us = 1000, KiB = 1024;

class KernelReadaheadTest : public testing::Test {
protected:
  /// Reads of Bytes that are Gap apart, with so long a computation between.
  void read(unsigned Times, uint64_t Bytes, uint64_t ComputeNs,
            uint64_t Gap = 0) {
    for (unsigned I = 0; I < Times; ++I) {
      Of.readDone(Offset, Bytes, Now, 10 * Us);
      Offset += Bytes + Gap;
      Now += 10 * Us + ComputeNs;
    }
  }

  KernelReadahead Of;
  uint64_t Offset = 0, Now = 3600'000'000 * Us;
};

TEST_F(KernelReadaheadTest, LongComputationsGiveTheKernelTime) {
  Of.waited(2000 * Us);
  EXPECT_FALSE(Of.suffices()) << "nothing is known";
  read(17, 32 * KiB, 600 * Us);
  EXPECT_FALSE(Of.suffices()) << "less than 2.5 ms for 128 KiB";
  read(128, 32 * KiB, 650 * Us);
  EXPECT_TRUE(Of.suffices());
}

TEST_F(KernelReadaheadTest, SmallChangesOfThePaceChangeNothing) {
  Of.waited(2000 * Us);
  read(17, 32 * KiB, 700 * Us);
  EXPECT_TRUE(Of.suffices());
  read(128, 32 * KiB, 550 * Us);
  EXPECT_TRUE(Of.suffices());
  read(128, 32 * KiB, 450 * Us);
  EXPECT_FALSE(Of.suffices()) << "less than 2 ms for 128 KiB";
  read(128, 32 * KiB, 550 * Us);
  EXPECT_FALSE(Of.suffices());
}

TEST_F(KernelReadaheadTest, WhereReadsWaitTheKernelReadsNothingAhead) {
  for (int I = 0; I < 20; ++I) {
    read(1, 32 * KiB, 100'000 * Us);
    if (I < 3)
      Of.waited(2000 * Us);
  }
  EXPECT_TRUE(Of.suffices()) << "the first reads of a file wait";
  for (int I = 0; I < 20; ++I) {
    read(1, 32 * KiB, 100'000 * Us);
    Of.waited(2000 * Us);
  }
  EXPECT_FALSE(Of.suffices());
  read(1000, 32 * KiB, 100'000 * Us);
  EXPECT_FALSE(Of.suffices()) << "the waits show no more, as all is ahead";
}

TEST_F(KernelReadaheadTest, ReadsThatDoNotFollowEachOtherAreNotReadAhead) {
  Of.waited(2000 * Us);
  read(64, 32 * KiB, 100'000 * Us, 4 * KiB);
  EXPECT_FALSE(Of.suffices());
  read(18, 32 * KiB, 100'000 * Us);
  EXPECT_TRUE(Of.suffices());
}

TEST_F(KernelReadaheadTest, TheLongestWaitCounts) {
  Of.waited(2000 * Us);
  read(17, 32 * KiB, 1100 * Us);
  Of.waited(8000 * Us);
  EXPECT_FALSE(Of.suffices());
  for (int I = 0; I < 20; ++I)
    Of.waited(100 * Us);
  EXPECT_FALSE(Of.suffices()) << "the kernel hides a part of most waits";
}

TEST_F(KernelReadaheadTest, TheTimeBeforeTheFirstReadIsNoComputation) {
  Of.waited(2000 * Us);
  read(17, 32 * KiB, 10 * Us);
  EXPECT_FALSE(Of.suffices());
}

TEST_F(KernelReadaheadTest, EmptyReadsSayNothing) {
  read(100, 0, 1000 * Us);
  EXPECT_FALSE(Of.suffices());
}

} // namespace
