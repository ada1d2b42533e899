//===- Network.cpp - the network that classifies windows ------------------===//
//
// See Network.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/classifier/Network.h"

#include <algorithm>

namespace foreslice::network {

#include "adaptive/classifier/Weights.def"

static constexpr size_t HiddenCount = std::size(HiddenBiases);
static_assert(std::size(OutputBiases) == OutputCount &&
              std::size(HiddenWeights[0]) == FeatureCount);

/// The transposed weights: a row holds the outputs of one unit. Then a row adds
/// to all sums at once, and each sum still adds up in the original order.
template <size_t Ins, size_t Outs>
static consteval std::array<std::array<float, Outs>, Ins>
turned(const float (&Weights)[Outs][Ins]) {
  std::array<std::array<float, Outs>, Ins> Turned;
  for (size_t I = 0; I < Ins; ++I)
    for (size_t O = 0; O < Outs; ++O)
      Turned[I][O] = Weights[O][I];
  return Turned;
}

template <size_t Ins, size_t Outs>
static std::array<float, Outs>
layer(const std::array<std::array<float, Outs>, Ins> &Weights,
      const float (&Biases)[Outs], const std::array<float, Ins> &In) {
  std::array<float, Outs> Out = std::to_array(Biases);
  for (size_t I = 0; I < Ins; ++I)
    for (size_t O = 0; O < Outs; ++O)
      Out[O] += Weights[I][O] * In[I];
  return Out;
}

Outputs outputsOf(const FeatureArray &Features) {
  static constexpr auto IntoHidden = turned(HiddenWeights);
  static constexpr auto IntoOutputs = turned(OutputWeights);
  std::array<float, HiddenCount> Hidden =
      layer(IntoHidden, HiddenBiases, Features);
  for (float &H : Hidden)
    H = std::max(H, 0.0f);
  return layer(IntoOutputs, OutputBiases, Hidden);
}

AccessClass classify(AccessWindow Window) {
  const Outputs Out = outputsOf(featuresOf(Window));
  size_t Begin = 0;
  auto likeliest = [&](size_t Count) {
    const auto From = Out.begin() + Begin;
    Begin += Count;
    return std::max_element(From, From + Count) - From;
  };
  AccessClass C;
  C.Does = static_cast<ReadWrite>(likeliest(4));
  C.Places = static_cast<Sequentiality>(likeliest(4));
  C.Sizes = static_cast<SizeKind>(likeliest(2));
  C.Size = requestSizeOf(Window);
  return C;
}

} // namespace foreslice::network
