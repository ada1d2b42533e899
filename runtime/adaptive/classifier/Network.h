//===- Network.h - the network that classifies windows --------------------===//
//
// A feed-forward network of one hidden layer. train/train.py trains the network
// off line, on streams of known classes with noise, and writes Weights.def.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIER_NETWORK_H
#define FORESLICE_ADAPTIVE_CLASSIFIER_NETWORK_H

#include "adaptive/classifier/Features.h"

namespace foreslice::network {

/// One for each value of ReadWrite, Sequentiality and SizeKind, in this order.
inline constexpr size_t OutputCount = 10;
using Outputs = std::array<float, OutputCount>;

/// The larger an output, the more likely it is. Before the logistic function.
Outputs outputsOf(const FeatureArray &Features);

/// One value of each category: the most likely ones.
AccessClass classify(AccessWindow Window);

} // namespace foreslice::network

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_NETWORK_H
