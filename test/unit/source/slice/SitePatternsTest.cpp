//===- SitePatternsTest.cpp - where the next dependent reads will be ---===//

#include "source/slice/SitePatterns.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace foreslice;

namespace {

using Fetches = std::vector<std::pair<int64_t, uint64_t>>;
const char SiteA = 0, SiteB = 0, FileA = 0, FileB = 0;

class SitePatternsTest : public testing::Test {
protected:
  Fetches read(const void *Site, const void *File, int64_t Begin,
               uint64_t CallId, int64_t Length = 8) {
    Fetches F;
    P.observe({Site, File, Begin, Length, CallId}, 100,
              [&](int64_t B, uint64_t Id) { F.emplace_back(B, Id); });
    return F;
  }
  SitePatterns P;
};

/// The next reads, Stride bytes and Calls calls from each other.
Fetches evenly(int64_t From, int64_t Stride, uint64_t Id, uint64_t Calls,
               size_t Count) {
  Fetches F;
  for (; F.size() < Count; From += Stride, Id += Calls)
    F.emplace_back(From, Id);
  return F;
}

TEST_F(SitePatternsTest, FetchesAheadOnceAStrideCameTwice) {
  EXPECT_EQ(read(&SiteA, &FileA, 1000, 3), Fetches());
  EXPECT_EQ(read(&SiteA, &FileA, 1200, 5), Fetches());
  EXPECT_EQ(read(&SiteA, &FileA, 1400, 7), evenly(1600, 200, 9, 2, 8));
  int64_t At = 1400;
  for (uint64_t Id = 9; Id < 90; Id += 2)
    read(&SiteA, &FileA, At += 200, Id);
  EXPECT_EQ(read(&SiteA, &FileA, At + 200, 91),
            Fetches({{At + 200 + 15 * 200, 121}}))
      << "one more each time";
}

TEST_F(SitePatternsTest, GoesBackwardsToo) {
  read(&SiteA, &FileA, 9000, 0);
  read(&SiteA, &FileA, 8500, 1);
  EXPECT_EQ(read(&SiteA, &FileA, 8000, 2), evenly(7500, -500, 3, 1, 8));
}

TEST_F(SitePatternsTest, SmallStepsCountByTheUnit) {
  read(&SiteA, &FileA, 0, 0);
  read(&SiteA, &FileA, 10, 1);
  EXPECT_EQ(read(&SiteA, &FileA, 20, 2), evenly(100, 100, 10, 10, 8));
}

TEST_F(SitePatternsTest, AnyOtherReadBeginsAnew) {
  for (int64_t I = 0; I < 5; ++I)
    read(&SiteA, &FileA, I * 200, static_cast<uint64_t>(I));
  EXPECT_EQ(read(&SiteA, &FileA, 5000, 5), Fetches()) << "another stride";
  EXPECT_EQ(read(&SiteB, &FileA, 5600, 8, 16), Fetches()) << "another place";
  EXPECT_EQ(read(&SiteA, &FileB, 5800, 9), Fetches()) << "another file";
  EXPECT_EQ(read(&SiteA, &FileB, 5800, 10), Fetches());
  EXPECT_EQ(read(&SiteA, &FileB, 5800, 11), Fetches()) << "no stride";
}

TEST_F(SitePatternsTest, PlacesAreTakenApart) {
  for (uint64_t I = 0; I < 2; ++I) {
    auto At = static_cast<int64_t>(I);
    EXPECT_EQ(read(&SiteA, &FileA, At * 300, 2 * I), Fetches());
    EXPECT_EQ(read(&SiteB, &FileA, 50000 - At * 700, 2 * I + 1), Fetches());
  }
  EXPECT_EQ(read(&SiteA, &FileA, 600, 4), evenly(900, 300, 6, 2, 8));
  EXPECT_EQ(read(&SiteB, &FileA, 48600, 5), evenly(47900, -700, 7, 2, 8));
}

TEST_F(SitePatternsTest, FollowsRowsOfBlocks) {
  std::vector<std::pair<int64_t, uint64_t>> Reads;
  for (int64_t Row = 0; Row < 6; ++Row)
    for (int64_t Block = 0; Block < 4; ++Block)
      Reads.emplace_back(Row * 100000 + Block * 1000, Reads.size());
  std::set<std::pair<int64_t, uint64_t>> Fetched;
  for (auto [Begin, Id] : Reads)
    for (const auto &F : read(&SiteA, &FileA, Begin, Id))
      Fetched.insert(F);
  EXPECT_TRUE(Fetched.contains({600000, 24})) << "the next row";
}

TEST_F(SitePatternsTest, FarOffsetsDoNotOverflow) {
  const int64_t Far = INT64_MAX / 2;
  read(&SiteA, &FileA, 0, 0);
  read(&SiteA, &FileA, Far / 2, 1);
  EXPECT_EQ(read(&SiteA, &FileA, Far / 2 * 2, 2).size(), 2u);
  for (uint64_t Id = 3; Id < 9; ++Id)
    EXPECT_EQ(read(&SiteA, &FileA, INT64_MAX - 10, Id), Fetches());
}

} // namespace
