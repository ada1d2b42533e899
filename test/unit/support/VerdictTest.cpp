//===- VerdictTest.cpp - what prefetching came to -------------------------===//
//
// Runs made up, whose saving is known, and what the first line says of them.
//
//===----------------------------------------------------------------------===//

#include "support/Statistics.h"
#include "support/StatisticsReport.h"

#include <functional>
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

TEST_F(VerdictTest, ReadsOfOtherFilesAreNotSaidToBeReady) {
  addRank(60 * Ms, {100, 0}, {100, 2 * Ms}, 97);
  Data.Notes["/nfs/x: lies on NFS: not cached"] = 1;
  EXPECT_EQ(text(), "prefetching saved about 77 % of run time; 97 % of reads "
                    "of files that were cached found their data ready");
}

TEST_F(VerdictTest, RanksThatDoNotCountAreNotSaidToReadNothing) {
  Statistics S;
  S.file("/x", {1, 1}).add(Counter::CacheReads);
  S.add(RunCounter::Launches);
  ASSERT_TRUE(mergeJson(Data, S.json()));
  EXPECT_EQ(text(), "cannot tell what prefetching saved: the ranks that read "
                    "did not count");
}

/// Of ranks that served nothing.
class ReasonTest : public VerdictTest {
protected:
  using Filled = std::function<void(Statistics &, FileStatistics &)>;
  void add(const Filled &Fill) {
    Statistics S;
    S.HasRegions = true;
    Fill(S, S.file("/x", {1, 1}));
    ASSERT_TRUE(mergeJson(Data, S.json()));
  }
  /// A rank with so many reads, launches, and others of each.
  void add(uint64_t Reads, std::vector<std::pair<RunCounter, uint64_t>> Runs,
           std::vector<std::pair<Counter, uint64_t>> Files = {}) {
    add([&](Statistics &S, FileStatistics &F) {
      F.add(Counter::Reads, Reads);
      S.add(RunCounter::RegionReads, Reads);
      for (auto [C, N] : Runs)
        S.add(C, N);
      for (auto [C, N] : Files)
        F.add(C, N);
    });
  }
};

TEST_F(ReasonTest, NothingIsLaunched) {
  add(3, {});
  EXPECT_EQ(text(), "nothing was prefetched: no region was launched");
}

TEST_F(ReasonTest, ProgramHasNoRegions) {
  add([](Statistics &S, FileStatistics &) { S.HasRegions = false; });
  EXPECT_EQ(text(), "nothing was prefetched: no read of a file took longer "
                    "than one from memory");
  Data.Notes["/x: each open throws away what the system has"] = 1;
  EXPECT_EQ(text(), "nothing was prefetched, for the reasons given below");
  Data.Notes.clear();
  add([](Statistics &S, FileStatistics &F) {
    S.HasRegions = false;
    F.add(Counter::Reads, 3);
  });
  EXPECT_EQ(text(), "nothing was prefetched: no read was known before it came");
}

TEST_F(ReasonTest, AnotherSourcePrefetchesInVain) {
  add(3, {}, {{Counter::PagesPrefetched, 4}, {Counter::PagesWasted, 4}});
  EXPECT_EQ(text(), "prefetching saved nothing: no read was served from the "
                    "cache; 4 pages were prefetched, 4 dropped before use");
}

TEST_F(ReasonTest, Off) {
  for (int Rank = 0; Rank < 3; ++Rank) {
    add([](Statistics &S, FileStatistics &) { S.note(notes::Disabled); });
    EXPECT_EQ(text(), "prefetching was off (FORESLICE_DISABLE)");
  }
  add(1, {});
  EXPECT_EQ(text(), "nothing was prefetched: no region was launched; it was "
                    "off on 3 of 4 ranks");
}

TEST_F(ReasonTest, WrongFamily) {
  add([](Statistics &S, FileStatistics &) { S.note(notes::WrongFamily); });
  EXPECT_EQ(text(), "nothing was prefetched: the program was compiled for "
                    "another MPI library than it runs with");
}

TEST_F(ReasonTest, NoReadIsSeen) {
  add(0, {{RunCounter::Launches, 1}});
  EXPECT_EQ(text(), "nothing was prefetched: no read of a file that can be "
                    "cached was seen");
  Data.Notes["/nfs/x: lies on NFS: not cached"] = 1;
  EXPECT_EQ(text(), "nothing was prefetched: no read of a file that can be "
                    "cached was seen; files that were not cached are listed");
}

TEST_F(ReasonTest, ReadsPassBy) {
  add(0, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 60}},
      {{Counter::PagesPrefetched, 59}});
  EXPECT_EQ(text(), "59 pages were prefetched, and no read came by: the "
                    "program made none, or a tool before Foreslice called the "
                    "MPI library itself");
}

TEST_F(ReasonTest, ReadsOfTextAreNotCounted) {
  add(0, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 60}},
      {{Counter::PagesPrefetched, 59},
       {Counter::PagesToSystem, 59},
       {Counter::PagesUsed, 57}});
  EXPECT_EQ(text(), "59 pages were prefetched into the system's memory, of "
                    "which the program has passed 57; reads of text and by "
                    "mappings are not counted, and the program made no other");
}

TEST_F(ReasonTest, NoSliceIsNeeded) {
  add(1, {{RunCounter::Launches, 2}, {RunCounter::SlicesNotNeeded, 2}});
  EXPECT_EQ(text(), "nothing was prefetched: reads were as fast as from "
                    "memory");
}

TEST_F(ReasonTest, RegionsReadOtherFiles) {
  add([](Statistics &S, FileStatistics &F) {
    F.add(Counter::Reads); // in no region
    S.add(RunCounter::Launches);
    S.add(RunCounter::SlicesNotNeeded);
    S.note("/nfs/x: lies on NFS: not cached");
  });
  EXPECT_EQ(text(), "nothing was prefetched: no file that can be cached was "
                    "read in a region; files that were not cached are listed");
}

TEST_F(ReasonTest, RanksWithDifferentStories) {
  add(1, {{RunCounter::Launches, 5}, {RunCounter::SlicesNotNeeded, 5}});
  add(1, {{RunCounter::Launches, 1}, {RunCounter::SliceFaults, 1}});
  add(1, {{RunCounter::Launches, 2}, {RunCounter::SlicesCancelled, 2}});
  add(1, {{RunCounter::Launches, 1}, {RunCounter::SlicesCompleted, 1}});
  EXPECT_EQ(text(),
            "nothing was prefetched: no slice asked for a read; of 9, 5 were "
            "not needed, 1 failed, 2 were over with their regions, 1 ended by "
            "itself");
}

TEST_F(ReasonTest, DataAreInMemory) {
  add(1, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 4}},
      {{Counter::PagesResident, 4}});
  EXPECT_EQ(text(), "nothing was prefetched: the data were in memory");
}

TEST_F(ReasonTest, RequestsFetchNothing) {
  add(9, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 9}},
      {{Counter::RequestsSkipped, 9}});
  EXPECT_EQ(text(), "nothing was prefetched: slices asked for 9 reads; 9 "
                    "requests came behind the program");
  add(1, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 4}},
      {{Counter::PagesResident, 1}, {Counter::PagesParked, 2}});
  EXPECT_EQ(text(), "nothing was prefetched: slices asked for 13 reads; 1 page "
                    "was in memory, 9 requests came behind the program, 2 "
                    "pages waited for the program to write them");
}

TEST_F(ReasonTest, RequestsComeToNothing) {
  add(1, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 4}});
  EXPECT_EQ(text(), "nothing was prefetched: slices asked for 4 reads");
}

TEST_F(ReasonTest, FetchedAndUnused) {
  add(9, {{RunCounter::Launches, 1}, {RunCounter::ReadsPosted, 9}},
      {{Counter::PagesPrefetched, 12}, {Counter::PagesWasted, 5}});
  EXPECT_EQ(text(), "prefetching saved nothing: no read was served from the "
                    "cache; 12 pages were prefetched, 5 dropped before use");
}

TEST_F(ReasonTest, LongVerdictsAreWrapped) {
  add(0, {{RunCounter::Launches, 1}}, {{Counter::PagesPrefetched, 59}});
  std::string Table = toTable(Data);
  EXPECT_TRUE(Table.starts_with(
      "foreslice: 59 pages were prefetched, and no read came by: the program "
      "made none, or a tool before\n           Foreslice called the MPI "
      "library itself\nstatistics of 1 rank of /"))
      << Table;
}

} // namespace
