//===- MadeTypesTest.cpp - datatypes that a slice makes -------------------===//

#include "frontend/mpiio/slice/MadeTypes.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr foreslice_handle Byte = 7;

const auto LayoutOf = [](foreslice_handle Handle) -> LayoutRef {
  if (Handle != Byte)
    return nullptr;
  return std::make_shared<const Layout>(LayoutNode::bytes(1), 0, 1);
};

foreslice_handle make(MadeTypes &Types, int64_t Count) {
  return Types.make(Types.add(Types.add(0, Byte), Count),
                    FORESLICE_TYPE_CONTIGUOUS, LayoutOf);
}

// A loop may make a type each time round.
TEST(MadeTypesTest, TheLastOnesAreThereOfAnyNumber) {
  MadeTypes Types;
  const foreslice_handle First = make(Types, 3);
  ASSERT_TRUE(Types.find(First));
  EXPECT_EQ(Types.find(First)->size(), 3u);
  constexpr size_t Many = MadeTypes::MostParts / 2 + 1000;
  foreslice_handle Before = First;
  for (size_t I = 0; I < Many; ++I) {
    const uint64_t Count = 1 + I % 100;
    const foreslice_handle Now = make(Types, static_cast<int64_t>(Count));
    ASSERT_TRUE(MadeTypes::isMade(Now));
    ASSERT_NE(Now, Before);
    ASSERT_TRUE(Types.find(Now));
    ASSERT_EQ(Types.find(Now)->size(), Count);
    ASSERT_TRUE(Types.find(Before));
    Before = Now;
  }
  EXPECT_FALSE(Types.find(First));
}

TEST(MadeTypesTest, WhatIsNotKnownGivesNoType) {
  MadeTypes Types;
  EXPECT_FALSE(Types.find(Byte));
  EXPECT_EQ(Types.make(0, FORESLICE_TYPE_DUP, LayoutOf), 0u);
  EXPECT_EQ(Types.make(5, FORESLICE_TYPE_DUP, LayoutOf), 0u);
  EXPECT_EQ(Types.make(Types.add(0, 8), FORESLICE_TYPE_DUP, LayoutOf), 0u);
  EXPECT_EQ(make(Types, -1), 0u);
  EXPECT_EQ(Types.make(Types.add(0, Byte), 99, LayoutOf), 0u);
}

} // namespace
