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

/// An output for each value of ReadWrite, Sequentiality and SizeKind, in this
/// order.
inline constexpr size_t OutputCount = 10;
using Outputs = std::array<float, OutputCount>;

/// A larger output means a likelier value. Before the logistic function.
Outputs outputsOf(const FeatureArray &Features);

/// The most likely value of each category.
AccessClass classify(AccessWindow Window);

} // namespace foreslice::network

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_NETWORK_H
