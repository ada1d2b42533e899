//===- KernelDeliveryTest.cpp - whether kernel delivery is of use ---------===//

#include "storage/KernelDelivery.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t Ms = 1'000'000;

TEST(KernelDelivery, IsGivenUpWhereNothingIsKept) {
  KernelDelivery K;
  for (int I = 0; I < 3; ++I)
    K.fetched(Residency::Absent);
  EXPECT_FALSE(K.isGivenUp());
  EXPECT_EQ(K.news(), nullptr);
  K.fetched(Residency::Absent);
  EXPECT_TRUE(K.isGivenUp());
  EXPECT_NE(K.news(), nullptr);
  EXPECT_EQ(K.news(), nullptr) << "that is told once";
}

TEST(KernelDelivery, OnePageThatIsKeptIsEnough) {
  for (Residency R : {Residency::Resident, Residency::Unknown}) {
    KernelDelivery K;
    K.fetched(R);
    EXPECT_FALSE(K.wantsToKnow());
    for (int I = 0; I < 10; ++I)
      K.fetched(Residency::Absent);
    EXPECT_FALSE(K.isGivenUp());
  }
}

TEST(KernelDelivery, IsGivenUpWhereReadsWaitAllTheSame) {
  KernelDelivery K;
  K.fetchTook(2 * Ms);
  for (int I = 0; I < 15; ++I)
    K.readyReadWaited(3 * Ms, 3 * Ms);
  EXPECT_FALSE(K.isGivenUp());
  K.readyReadWaited(3 * Ms, 3 * Ms);
  EXPECT_TRUE(K.isGivenUp());
  EXPECT_NE(K.news(), nullptr);
}

TEST(KernelDelivery, ReadsThatWaitNowAndThenDoNoHarm) {
  KernelDelivery K;
  K.fetchTook(2 * Ms);
  for (int I = 0; I < 1000; ++I)
    K.readyReadWaited(3 * Ms, I % 3 == 0 ? Ms / 100 : 3 * Ms);
  EXPECT_FALSE(K.isGivenUp());
}

TEST(KernelDelivery, IsWatchedOnlyBehindALongRead) {
  KernelDelivery K;
  K.fetchTook(2 * Ms);
  EXPECT_FALSE(K.mayWait());
  K.readyReadWaited(3 * Ms, 0);
  EXPECT_TRUE(K.mayWait());
  K.readyReadWaited(Ms / 100, 0);
  EXPECT_FALSE(K.mayWait());
}

TEST(KernelDelivery, NothingIsSaidBeforeStorageIsKnown) {
  KernelDelivery K;
  for (int I = 0; I < 1000; ++I)
    K.readyReadWaited(3 * Ms, 3 * Ms);
  EXPECT_FALSE(K.isGivenUp());
}

} // namespace
