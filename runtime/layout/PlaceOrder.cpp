//===- PlaceOrder.cpp - the order in which a program sees a file ----------===//
//
// See PlaceOrder.h.
//
//===----------------------------------------------------------------------===//

#include "layout/PlaceOrder.h"

#include <unordered_map>

namespace foreslice {

namespace {

class ArrangedOrder final : public PlaceOrder {
public:
  ArrangedOrder(std::shared_ptr<const PlaceOrder> Of, const Datasets &As);

  bool isAny() const { return Matches != 0; }
  std::optional<ByteRange> placeOf(ByteRange Bytes) const override {
    const std::optional<ByteRange> Place = Of->placeOf(Bytes);
    return Place ? move(*Place, Of->datasets(), Here, Sets) : std::nullopt;
  }
  std::optional<ByteRange> bytesAt(ByteRange Place) const override {
    const std::optional<ByteRange> There =
        move(Place, Sets, Back, Of->datasets());
    return There ? Of->bytesAt(*There) : std::nullopt;
  }
  std::string_view nameOf(ByteRange Bytes) const override {
    return Of->nameOf(Bytes);
  }
  const Datasets &datasets() const override { return Sets; }

private:
  /// By dataset of one order, the dataset of the other; None if there is none.
  using Numbers = std::vector<size_t>;
  static constexpr size_t None = SIZE_MAX;

  static std::optional<ByteRange> move(ByteRange Place, const Datasets &From,
                                       const Numbers &New, const Datasets &To);

  const std::shared_ptr<const PlaceOrder> Of;
  const Datasets Sets;
  Numbers Here, Back;
  size_t Matches = 0;
};

ArrangedOrder::ArrangedOrder(std::shared_ptr<const PlaceOrder> Of,
                             const Datasets &As)
    : Of(std::move(Of)), Sets(As),
      Here(this->Of->datasets().Names.size(), None),
      Back(As.Names.size(), None) {
  std::unordered_map<std::string_view, size_t> ByName;
  for (size_t I = 0; I < Sets.Names.size(); ++I)
    ByName.try_emplace(Sets.Names[I], I);
  const std::vector<std::string> &Names = this->Of->datasets().Names;
  for (size_t I = 0; I < Names.size(); ++I)
    if (const auto Found = ByName.find(Names[I]); Found != ByName.end()) {
      Here[I] = Found->second;
      Back[Found->second] = I;
      ++Matches;
    }
}

/// A place behind the places of its dataset is none.
std::optional<ByteRange> ArrangedOrder::move(ByteRange Place,
                                             const Datasets &From,
                                             const Numbers &New,
                                             const Datasets &To) {
  const uint64_t Set = Place.Begin / From.Distance,
                 Rest = Place.Begin % From.Distance;
  if (Set >= New.size() || New[Set] == None || Rest >= To.Distance)
    return std::nullopt;
  const uint64_t Begin = New[Set] * To.Distance + Rest;
  return ByteRange{Begin, Begin + (Place.End - Place.Begin)};
}

} // namespace

std::shared_ptr<const PlaceOrder> arranged(std::shared_ptr<const PlaceOrder> Of,
                                           const Datasets &As) {
  auto New = std::make_shared<const ArrangedOrder>(std::move(Of), As);
  return New->isAny() ? New : nullptr;
}

} // namespace foreslice
