//===- VerdictTest.cpp - what prefetching came to -------------------------===//
//
// Runs made up, whose saving is known, and what the first line says of them.
//
//===----------------------------------------------------------------------===//

#include "support/StatisticsReport.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t Ms = 1'000'000;

/// A rank that took RunNs, with reads of 64 KiB.
class VerdictTest : public ::testing::Test {
protected:
  struct Reads {
    unsigned Count;
    uint64_t Ns; ///< Of each.
  };
  void addRank(uint64_t RunNs, Reads Served, Reads Storage, unsigned Ready,
               const char *Path = "/no/such") {
    Statistics S;
    FileStatistics &F = S.file(Path, {1, 1});
    for (unsigned I = 0; I < Served.Count; ++I)
      F.servedForStorage(65536, Served.Ns);
    for (unsigned I = 0; I < Storage.Count; ++I)
      F.storageRead(65536, Storage.Ns, 1);
    F.add(Counter::Reads, Served.Count);
    F.add(Counter::CacheReads, Served.Count);
    F.add(Counter::ReadyReads, Ready);
    S.add(RunCounter::Launches);
    S.add(RunCounter::RunNs, RunNs);
    ASSERT_TRUE(mergeJson(Data, S.json()));
  }
  std::string text() const { return Verdict::of(Data).Text; }

  ReportData Data;
};

TEST_F(VerdictTest, SavingIsWhatStorageWouldHaveTaken) {
  // 100 reads of 2 ms that took 1 ms in all: 60 ms would have been 259.
  addRank(60 * Ms, {100, Ms / 100}, {100, 2 * Ms}, 97);
  EXPECT_EQ(Verdict::of(Data).WithoutNs, 259 * Ms);
  EXPECT_EQ(text(), "prefetching saved about 77 % of run time; 97 % of reads "
                    "found their data ready");
}

TEST_F(VerdictTest, ReadsThatQueuedAtStorageDoNotCount) {
  addRank(60 * Ms, {100, 0}, {12, 2 * Ms}, 100);
  ReportData::File &F = Data.Files["/no/such"];
  F.addSamples(SizeClass::of(65536), SizeClass::depthOf(3),
               std::vector<uint64_t>(4, 3 * Ms));
  F.addSamples(SizeClass::of(65536), SizeClass::depthOf(32),
               std::vector<uint64_t>(200, 30 * Ms));
  EXPECT_EQ(Verdict::of(Data).WithoutNs, 260 * Ms);
  EXPECT_EQ(text(), "prefetching saved at most about 77 % of run time; 100 % "
                    "of reads found their data ready");
}

TEST_F(VerdictTest, SystemThatKeepsDataMayHaveReadAhead) {
  addRank(60 * Ms, {100, 0}, {100, 2 * Ms}, 100);
  EXPECT_FALSE(Verdict::of(Data).AtMost);
  Data.Files["/no/such"].KeptBySystem = true;
  EXPECT_TRUE(Verdict::of(Data).AtMost);
}

TEST_F(VerdictTest, SlowestRankDecides) {
  addRank(60 * Ms, {10, 0}, {10, 2 * Ms}, 10);
  addRank(40 * Ms, {100, 0}, {10, 2 * Ms}, 100);
  Verdict V = Verdict::of(Data);
  EXPECT_EQ(V.RunNs, 60 * Ms);
  EXPECT_EQ(V.WithoutNs, 240 * Ms);
}

TEST_F(VerdictTest, FilesHaveTheirOwnStorage) {
  addRank(60 * Ms, {10, 0}, {10, 2 * Ms}, 10, "/no/such/slow");
  addRank(60 * Ms, {10, 0}, {10, Ms / 10}, 10, "/no/such/fast");
  EXPECT_EQ(Verdict::of(Data).WithoutNs, 80 * Ms);
}

TEST_F(VerdictTest, OtherSizesStandIn) {
  ReportData::File F;
  auto Cost = [&] {
    return Verdict::storageCost(F, 3).value_or(Verdict::Cost{}).Ns;
  };
  EXPECT_FALSE(Verdict::storageCost(F, 3));
  F.BySize[5].Storage[0] = {7 * Ms};
  EXPECT_EQ(Cost(), 7 * Ms);
  F.BySize[1].Storage[5] = {2 * Ms};
  EXPECT_EQ(Cost(), 2 * Ms);
  F.BySize[3].Storage[2] = {3 * Ms};
  EXPECT_EQ(Cost(), 3 * Ms);
}

TEST_F(VerdictTest, LossIsSaid) {
  addRank(60 * Ms, {10, 4 * Ms}, {10, 2 * Ms}, 0);
  EXPECT_EQ(text(), "prefetching made the run about 50 % longer; 0 % of reads "
                    "found their data ready");
}

TEST_F(VerdictTest, NextToNothingIsSaid) {
  addRank(1000 * Ms, {2, Ms}, {10, 2 * Ms}, 2);
  EXPECT_EQ(text(), "prefetching changed run time by less than 1 %; 100 % of "
                    "reads found their data ready");
}

TEST_F(VerdictTest, WhatNobodyMeasuredIsNotGuessed) {
  addRank(60 * Ms, {10, 0}, {0, 0}, 10);
  EXPECT_FALSE(Verdict::of(Data).WithoutNs);
  EXPECT_EQ(text(), "cannot tell what prefetching saved; 100 % of reads found "
                    "their data ready");
}

TEST_F(VerdictTest, ReadsThatMemoryWouldHaveServedSaveNothing) {
  Statistics S;
  S.file("/no/such", {1, 1}).add(Counter::Reads);
  S.file("/no/such", {1, 1}).add(Counter::CacheReads);
  S.file("/no/such", {1, 1}).storageRead(65536, 2 * Ms, 1);
  S.add(RunCounter::Launches);
  S.add(RunCounter::RunNs, 60 * Ms);
  ASSERT_TRUE(mergeJson(Data, S.json()));
  EXPECT_NE(text().find("cannot tell"), std::string::npos);
}

TEST_F(VerdictTest, SaysWhyNothingWasServed) {
  auto Of = [](auto Count) {
    Statistics S;
    Count(S);
    ReportData Data;
    EXPECT_TRUE(mergeJson(Data, S.json()));
    return Verdict::of(Data).Text;
  };
  EXPECT_EQ(Of([](Statistics &) {}),
            "nothing was prefetched: no region was launched");
  EXPECT_EQ(Of([](Statistics &S) { S.add(RunCounter::Launches); }),
            "nothing was prefetched: no file was read that can be cached");
  auto Read = [](Statistics &S) { S.file("/x", {1, 1}).add(Counter::Reads); };
  EXPECT_EQ(Of([&](Statistics &S) {
              Read(S);
              S.add(RunCounter::Launches);
              S.add(RunCounter::SlicesNotNeeded);
            }),
            "nothing was prefetched: the data were in memory");
  EXPECT_EQ(Of([&](Statistics &S) {
              Read(S);
              S.add(RunCounter::Launches);
            }),
            "prefetching saved nothing: no read was served from the cache");
}

} // namespace
