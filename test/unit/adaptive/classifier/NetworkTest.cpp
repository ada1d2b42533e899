//===- NetworkTest.cpp - features and network against the library's -------===//

#include "adaptive/classifier/Network.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

struct Sample {
  std::array<ClassifiedAccess, 10> Window;
  FeatureArray Features;
  network::Outputs Chances; ///< After the logistic function.
};

const Sample Samples[] = {
#include "samples.def"
};

TEST(NetworkTest, FeaturesAreThoseOfTheScript) {
  for (const Sample &S : Samples) {
    const FeatureArray Found = featuresOf(S.Window);
    for (size_t I = 0; I < FeatureCount; ++I)
      EXPECT_NEAR(Found[I], S.Features[I], 1e-5)
          << "sample " << &S - Samples << ", feature " << I;
  }
}

TEST(NetworkTest, OutputsAreThoseOfTheLibrary) {
  for (const Sample &S : Samples) {
    const network::Outputs Found = network::outputsOf(featuresOf(S.Window));
    for (size_t I = 0; I < Found.size(); ++I)
      EXPECT_NEAR(1 / (1 + std::exp(-Found[I])), S.Chances[I], 1e-3)
          << "sample " << &S - Samples << ", output " << I;
  }
}

} // namespace
