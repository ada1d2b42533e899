//===- DecisionTest.cpp - the decision at a launch point ------------------===//
//
// Before anything has used the run time, no file is known, and nothing is known
// to be in vain.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceSource.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

TEST(DecisionTest, TheFirstLaunchNeedsNoRunTimeToBeHeldBack) {
  foreslice_region Region{};
  Region.name = "first";
  Region.flags = FORESLICE_REGION_POSIX;
  EXPECT_EQ(SliceSource::decide(Region, nullptr), LaunchDecision::Held);
  Region.flags |= FORESLICE_REGION_TASKS;
  EXPECT_EQ(SliceSource::decide(Region, nullptr), LaunchDecision::Now);
}

} // namespace
