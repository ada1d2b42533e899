//===- PageTagsTest.cpp - sets of pages in memory that processes share ----===//

#include "pages/PageTags.h"

#include <gtest/gtest.h>

#include <array>

using namespace foreslice;

namespace {

struct PageTagsTest : testing::Test {
  std::array<PageTags::Tag, 1024> Memory{};
  const PageTags Tags{Memory.data(), Memory.size()};
};

TEST_F(PageTagsTest, AddAndRemove) {
  EXPECT_FALSE(Tags.contains(1, 5));
  Tags.add(1, 5);
  EXPECT_TRUE(Tags.contains(1, 5));
  EXPECT_FALSE(Tags.contains(1, 6));
  EXPECT_FALSE(Tags.remove(1, 6));
  EXPECT_TRUE(Tags.remove(1, 5));
  EXPECT_FALSE(Tags.contains(1, 5));
}

TEST_F(PageTagsTest, TheOwnPageIsNotOfOthers) {
  Tags.add(1, 5, 3);
  Tags.add(1, 5, 3);
  EXPECT_FALSE(Tags.isOfOthers(1, 5, 3));
  EXPECT_TRUE(Tags.isOfOthers(1, 5, 4));
  EXPECT_FALSE(Tags.isOfOthers(1, 6, 4)) << "of nobody";
}

TEST_F(PageTagsTest, APageOfTwoIsOfOthersToBoth) {
  Tags.add(1, 5, 3);
  Tags.add(1, 5, 4);
  EXPECT_TRUE(Tags.isOfOthers(1, 5, 3));
  EXPECT_TRUE(Tags.isOfOthers(1, 5, 4));
  Tags.add(1, 5, 4);
  EXPECT_TRUE(Tags.isOfOthers(1, 5, 4)) << "added again";
  EXPECT_TRUE(Tags.remove(1, 5));
  EXPECT_FALSE(Tags.contains(1, 5));
}

} // namespace
