//===- CountsTest.cpp - what the storage was asked for --------------------===//
//
// Requests that are made up, and what they add up to.
//
//===----------------------------------------------------------------------===//

#include "Counts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace slowfs;

namespace {

constexpr uint64_t Page = RequestCounter::PageBytes;

TEST(Counts, ReadsAndWritesAreApart) {
  RequestCounter C;
  C.count({false, 1, 0, 100});
  C.count({false, 1, 100, 50});
  C.count({true, 1, 10 * Page, 7});
  EXPECT_EQ(C.total().Reads, 2u);
  EXPECT_EQ(C.total().ReadBytes, 150u);
  EXPECT_EQ(C.total().Writes, 1u);
  EXPECT_EQ(C.total().WriteBytes, 7u);
}

TEST(Counts, APageIsDistinctOnce) {
  RequestCounter C;
  for (int I = 0; I < 3; ++I)
    C.count({false, 1, 5 * Page, Page});
  EXPECT_EQ(C.total().PageReads, 3u);
  EXPECT_EQ(C.total().DistinctPages, 1u);
}

TEST(Counts, APageIsOneOfAFile) {
  RequestCounter C;
  C.count({false, 1, 0, Page});
  C.count({false, 2, 0, Page});
  EXPECT_EQ(C.total().DistinctPages, 2u);
}

TEST(Counts, AReadTouchesEveryPageItHasAByteOf) {
  RequestCounter C;
  C.count({false, 1, Page - 1, 2});
  EXPECT_EQ(C.total().DistinctPages, 2u);
  C.count({false, 1, 0, 4 * Page});
  EXPECT_EQ(C.total().PageReads, 6u);
  EXPECT_EQ(C.total().DistinctPages, 4u);
}

TEST(Counts, AnEmptyReadTouchesNone) {
  RequestCounter C;
  C.count({false, 1, 0, 0});
  EXPECT_EQ(C.total().Reads, 1u);
  EXPECT_EQ(C.total().PageReads, 0u);
  EXPECT_EQ(C.total().DistinctPages, 0u);
}

TEST(Counts, TheDeepestQueueStays) {
  RequestCounter C;
  for (uint64_t Length : {1, 5, 3})
    C.queueIs(Length);
  EXPECT_EQ(C.total().DeepestQueue, 5u);
}

TEST(Counts, AreWrittenAsOneObject) {
  RequestCounter C;
  C.count({false, 1, 0, 2 * Page});
  const std::string Path = testing::TempDir() + "slowfs-counts-test.json";
  ASSERT_TRUE(writeCounts(C.total(), Path));
  std::stringstream Text;
  Text << std::ifstream(Path).rdbuf();
  remove(Path.c_str());
  EXPECT_EQ(Text.str(), "{\"reads\": 1, \"read_bytes\": 131072, \"writes\": 0, "
                        "\"write_bytes\": 0, \"opens\": 0, \"deepest_queue\": "
                        "0, \"page_reads\": 2, "
                        "\"distinct_pages\": 2}\n");
  EXPECT_FALSE(writeCounts(C.total(), "/nowhere/counts"));
}

} // namespace
