//===- StridePredictorTest.cpp - where the next dependent reads will be ---===//

#include "source/slice/StridePredictor.h"

#include <gtest/gtest.h>
#include <vector>

using namespace foreslice;

namespace {

using Fetches = std::vector<std::pair<int64_t, uint64_t>>;
const char SiteA = 0, SiteB = 0, FileA = 0, FileB = 0;

class StridePredictorTest : public testing::Test {
protected:
  Fetches read(const void *Site, const void *File, int64_t Begin,
               uint64_t CallId, int64_t Length = 8) {
    Fetches F;
    P.observe({Site, File, Begin, Length, CallId}, 100,
              [&](int64_t B, uint64_t Id) { F.emplace_back(B, Id); });
    return F;
  }
  StridePredictor P;
};

TEST_F(StridePredictorTest, FetchesAheadOnceAStrideCameTwice) {
  EXPECT_EQ(read(&SiteA, &FileA, 1000, 3), Fetches());
  EXPECT_EQ(read(&SiteA, &FileA, 1200, 5), Fetches());
  EXPECT_EQ(read(&SiteA, &FileA, 1400, 7), Fetches({{1600, 9}, {1800, 11}}));
  EXPECT_EQ(read(&SiteA, &FileA, 1600, 9),
            Fetches({{2000, 13}, {2200, 15}, {2400, 17}}));
  int64_t At = 1600;
  for (uint64_t Id = 11; Id < 60; Id += 2)
    read(&SiteA, &FileA, At += 200, Id);
  EXPECT_EQ(read(&SiteA, &FileA, At + 200, 61),
            Fetches({{At + 200 + 16 * 200, 93}}))
      << "one more each time, 16 ahead";
}

TEST_F(StridePredictorTest, GoesBackwardsToo) {
  read(&SiteA, &FileA, 9000, 0);
  read(&SiteA, &FileA, 8500, 1);
  EXPECT_EQ(read(&SiteA, &FileA, 8000, 2), Fetches({{7500, 3}, {7000, 4}}));
}

TEST_F(StridePredictorTest, SmallStepsCountByTheUnit) {
  read(&SiteA, &FileA, 0, 0);
  read(&SiteA, &FileA, 10, 1);
  EXPECT_EQ(read(&SiteA, &FileA, 20, 2), Fetches({{120, 12}, {220, 22}}));
  EXPECT_EQ(read(&SiteA, &FileA, 30, 3), Fetches({{320, 32}, {420, 42}}));
}

TEST_F(StridePredictorTest, AnyOtherReadBeginsAnew) {
  for (int64_t I = 0; I < 5; ++I)
    read(&SiteA, &FileA, I * 200, static_cast<uint64_t>(I));
  EXPECT_EQ(read(&SiteA, &FileA, 5000, 5), Fetches()) << "another stride";
  EXPECT_EQ(read(&SiteA, &FileA, 5200, 6), Fetches());
  EXPECT_EQ(read(&SiteA, &FileA, 5400, 7).size(), 2u);
  EXPECT_EQ(read(&SiteA, &FileA, 5600, 8, 16), Fetches()) << "another size";
  EXPECT_EQ(read(&SiteA, &FileB, 5800, 9), Fetches()) << "another file";
  EXPECT_EQ(read(&SiteA, &FileB, 5800, 10), Fetches());
  EXPECT_EQ(read(&SiteA, &FileB, 5800, 11), Fetches()) << "no stride";
}

TEST_F(StridePredictorTest, PlacesAreTakenApart) {
  for (uint64_t I = 0; I < 2; ++I) {
    auto At = static_cast<int64_t>(I);
    EXPECT_EQ(read(&SiteA, &FileA, At * 300, 2 * I), Fetches());
    EXPECT_EQ(read(&SiteB, &FileA, 50000 - At * 700, 2 * I + 1), Fetches());
  }
  EXPECT_EQ(read(&SiteA, &FileA, 600, 4), Fetches({{900, 6}, {1200, 8}}));
  EXPECT_EQ(read(&SiteB, &FileA, 48600, 5), Fetches({{47900, 7}, {47200, 9}}));
}

TEST_F(StridePredictorTest, FarOffsetsDoNotOverflow) {
  const int64_t Far = StridePredictor::MostOffset;
  read(&SiteA, &FileA, 0, 0);
  read(&SiteA, &FileA, Far / 2, 1);
  EXPECT_EQ(read(&SiteA, &FileA, Far / 2 * 2, 2).size(), 2u);
  for (uint64_t Id = 3; Id < 9; ++Id)
    EXPECT_EQ(read(&SiteA, &FileA, INT64_MAX - 10, Id), Fetches());
}

} // namespace
