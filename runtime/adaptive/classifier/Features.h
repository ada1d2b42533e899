//===- Features.h - a window of accesses as numbers from 0 to 1 -----------===//
//
// Input of the network for a window. train/features.py has equal features, with
// explanations; the unit test compares both.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIER_FEATURES_H
#define FORESLICE_ADAPTIVE_CLASSIFIER_FEATURES_H

#include "adaptive/classifier/AccessClass.h"

#include <array>

namespace foreslice {

inline constexpr size_t FeatureCount = 20;
using FeatureArray = std::array<float, FeatureCount>;

inline constexpr size_t LeastWindow = 6;
inline constexpr size_t LargestWindow = 64;

/// Of a window of LeastWindow to LargestWindow accesses.
FeatureArray featuresOf(AccessWindow Window);

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_FEATURES_H
