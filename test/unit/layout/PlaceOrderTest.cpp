//===- PlaceOrderTest.cpp - datasets of one file as those of another ------===//

#include "layout/PlaceOrder.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

/// Datasets of 100 places, which lie in the file one behind the other from
/// byte 1000 on.
class InRow final : public PlaceOrder {
public:
  explicit InRow(std::vector<std::string> Names)
      : Sets{std::move(Names), 100} {}
  std::optional<ByteRange> placeOf(ByteRange Bytes) const override {
    return Bytes.Begin < 1000
               ? std::nullopt
               : std::optional(ByteRange{Bytes.Begin - 1000, Bytes.End - 1000});
  }
  std::optional<ByteRange> bytesAt(ByteRange Place) const override {
    return ByteRange{Place.Begin + 1000, Place.End + 1000};
  }
  std::string_view nameOf(ByteRange Bytes) const override {
    return Sets.Names[(Bytes.Begin - 1000) / 100];
  }
  const Datasets &datasets() const override { return Sets; }

private:
  Datasets Sets;
};

using Range = std::optional<ByteRange>;

bool isRange(const Range &R, uint64_t Begin, uint64_t End) {
  return R && R->Begin == Begin && R->End == End;
}

TEST(PlaceOrder, TakesTheNumbersOfOtherDatasets) {
  const auto Order = arranged(
      std::make_shared<InRow>(std::vector<std::string>{"new", "b", "a"}),
      {{"a", "b", "gone"}, 1000});
  ASSERT_TRUE(Order);
  EXPECT_TRUE(isRange(Order->placeOf({1210, 1220}), 10, 20)) << "a";
  EXPECT_TRUE(isRange(Order->placeOf({1110, 1120}), 1010, 1020)) << "b";
  EXPECT_FALSE(Order->placeOf({1010, 1020})) << "new";
  EXPECT_FALSE(Order->placeOf({10, 20})) << "of no dataset";
  EXPECT_TRUE(isRange(Order->bytesAt({10, 20}), 1210, 1220));
  EXPECT_TRUE(isRange(Order->bytesAt({1010, 1020}), 1110, 1120));
  EXPECT_FALSE(Order->bytesAt({2010, 2020})) << "gone";
  EXPECT_FALSE(Order->bytesAt({3010, 3020})) << "behind all";
  EXPECT_FALSE(Order->bytesAt({110, 120})) << "behind the dataset";
  EXPECT_EQ(Order->nameOf({1210, 1220}), "a");
}

TEST(PlaceOrder, LeavesOutPlacesBehindAnEarlierDataset) {
  const auto Order = arranged(
      std::make_shared<InRow>(std::vector<std::string>{"a"}), {{"a", "b"}, 50});
  ASSERT_TRUE(Order);
  EXPECT_TRUE(isRange(Order->placeOf({1040, 1050}), 40, 50));
  EXPECT_FALSE(Order->placeOf({1050, 1060})) << "the place of b";
}

TEST(PlaceOrder, IsNoneWithoutACommonDataset) {
  EXPECT_FALSE(arranged(std::make_shared<InRow>(std::vector<std::string>{"a"}),
                        {{"b"}, 100}));
}

} // namespace
