//===- ServiceModelTest.cpp - when requests would be answered -------------===//
//
// The model on a simulated clock: exact deadlines, no waiting.
//
//===----------------------------------------------------------------------===//

#include "ServiceModel.h"

#include <gtest/gtest.h>
#include <set>

using namespace slowfs;

namespace {

constexpr uint64_t Ms = 1'000'000;
constexpr uint64_t Stripe = 64 << 10;

ServiceParameters disks(unsigned N) {
  ServiceParameters P;
  P.Disks = N;
  return P;
}

TEST(ServiceModel, RequestsToDifferentDisksOverlap) {
  ServiceModel M(disks(4));
  for (uint64_t I = 0; I < 4; ++I)
    EXPECT_EQ(M.deadline(0, 0, I * Stripe, Stripe), 2 * Ms);
}

TEST(ServiceModel, RequestsToOneDiskQueue) {
  ServiceModel M(disks(4));
  for (uint64_t I = 1; I <= 3; ++I)
    EXPECT_EQ(M.deadline(0, 0, I * 4 * Stripe, Stripe), I * 2 * Ms);
  // The disk has been idle since 6 ms.
  EXPECT_EQ(M.deadline(10 * Ms, 0, 0, Stripe), 12 * Ms);
}

TEST(ServiceModel, RequestOverStripesIsServedBySeveralDisks) {
  ServiceModel M(disks(2));
  // Stripes 0 and 2 queue on one disk, stripe 1 on the other.
  EXPECT_EQ(M.deadline(0, 0, 0, 3 * Stripe), 4 * Ms);
  EXPECT_EQ(M.deadline(0, 0, Stripe, Stripe), 4 * Ms);
}

TEST(ServiceModel, WhatIsInMemoryNeedsNoDisk) {
  ServiceParameters P = disks(1);
  P.RoundTripNs = Ms;
  P.CachedPercent = 100;
  ServiceModel All(P);
  for (int Times = 0; Times < 2; ++Times)
    EXPECT_EQ(All.deadline(0, 0, 0, 3 * Stripe), Ms);
  P.CachedPercent = 75;
  ServiceModel Most(P);
  std::set<uint64_t> OnDisk;
  for (uint64_t I = 0; I < 1000; ++I)
    if (Most.deadline(I * 10 * Ms, 0, I * Stripe, Stripe) != I * 10 * Ms + Ms)
      OnDisk.insert(I);
  EXPECT_NEAR(OnDisk.size(), 250, 50);
  for (uint64_t I : OnDisk)
    EXPECT_EQ(Most.deadline((1000 + I) * 10 * Ms, 0, I * Stripe, Stripe),
              (1000 + I) * 10 * Ms + 3 * Ms)
        << "the same ones again";
}

TEST(ServiceModel, FirstDiskShiftsAFile) {
  ServiceModel M(disks(2));
  EXPECT_EQ(M.deadline(0, 0, 0, Stripe), 2 * Ms);
  EXPECT_EQ(M.deadline(0, 1, 0, Stripe), 2 * Ms);
  EXPECT_EQ(M.deadline(0, 2, 0, Stripe), 4 * Ms);
}

TEST(ServiceModel, BandwidthAddsToTheServiceTime) {
  ServiceParameters P = disks(1);
  P.DiskBandwidth = Stripe * 1000; // a stripe a millisecond
  ServiceModel M(P);
  EXPECT_EQ(M.deadline(0, 0, 0, Stripe), 3 * Ms);
  EXPECT_EQ(M.deadline(0, 0, 0, Stripe / 2), 3 * Ms + 2 * Ms + Ms / 2);
}

TEST(ServiceModel, LinkIsSharedByAllDisks) {
  ServiceParameters P = disks(4);
  P.LinkBandwidth = Stripe * 1000;
  P.RoundTripNs = Ms;
  ServiceModel M(P);
  EXPECT_EQ(M.deadline(0, 0, 0, Stripe), 4 * Ms);
  EXPECT_EQ(M.deadline(0, 0, Stripe, Stripe), 5 * Ms);
}

TEST(ServiceModel, EmptyRequestStillCostsAService) {
  ServiceModel M(disks(1));
  EXPECT_EQ(M.deadline(0, 0, 0, 0), 2 * Ms);
}

} // namespace
