//===- StatisticsTest.cpp - counting and reporting ------------------------===//
//
// Counters, the histogram's bounds, and that several ranks' JSON adds up to
// what one process would have counted.
//
//===----------------------------------------------------------------------===//

#include "support/Statistics.h"
#include "OwnProcess.h"
#include "support/StatisticsReport.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace foreslice;
using nlohmann::json;

namespace {

TEST(StatisticsTest, QuantilesAreWithinAQuarter) {
  for (uint64_t Ns : {1ull, 2ull, 3ull, 7ull, 1000ull, 2'000'000ull,
                      123'456'789ull, 250'000'000'000ull}) {
    LatencyHistogram H;
    H.add(Ns);
    for (double Q : {0.0, 0.5, 1.0}) {
      EXPECT_GT(H.quantile(Q), Ns);
      EXPECT_LE(H.quantile(Q), Ns + std::max<uint64_t>(Ns / 4, 1)) << Ns;
    }
  }
}

TEST(StatisticsTest, QuantilesOrderAndExtremes) {
  LatencyHistogram H;
  EXPECT_EQ(H.quantile(0.5), 0u);
  for (uint64_t Ns = 1; Ns <= 1000; ++Ns)
    H.add(Ns * 1000);
  EXPECT_NEAR(double(H.quantile(0.50)), 500e3, 125e3);
  EXPECT_NEAR(double(H.quantile(0.95)), 950e3, 240e3);
  EXPECT_LE(H.quantile(0.50), H.quantile(0.95));
  EXPECT_LE(H.quantile(0.95), H.quantile(0.99));
  H.add(0);
  H.add(UINT64_MAX);
  EXPECT_GT(H.quantile(1.0), uint64_t(250e9));
}

TEST(StatisticsTest, FilesAreKnownByDeviceAndInode) {
  Statistics S;
  const FileStatistics *A = &S.file("/a", {1, 2});
  EXPECT_EQ(A, &S.file("/b", {1, 2}));
  EXPECT_NE(A, &S.file("/c", {1, 3}));
  EXPECT_NE(A, &S.file("/d", {2, 2}));
  json J = json::parse(S.json());
  ASSERT_EQ(J["files"].size(), 3u);
  EXPECT_EQ(J["files"][0]["path"], "/a");
}

TEST(StatisticsTest, FilesAndNotesAreBounded) {
  Statistics S;
  for (int I = 0; I < 1000; ++I) {
    S.file("/no/such/" + std::to_string(I), {1, I + 1u}).add(Counter::Reads);
    S.note("note " + std::to_string(I));
    S.note("note 0");
  }
  json J = json::parse(S.json());
  EXPECT_EQ(J["files"].size(), 257u);
  EXPECT_EQ(J["total"]["reads"], 1000);
  EXPECT_EQ(J["notes"].size(), 64u);
  EXPECT_EQ(J["notes_left_out"], 1000 - 64);
}

TEST(StatisticsTest, EveryCounterIsInTheJson) {
  Statistics S;
  uint64_t N = 1;
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  S.file("/no/such", {1, 1}).add(Counter::Id, N++);
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help) S.add(RunCounter::Id, N++);
#include "support/statistics.def"
  json J = json::parse(S.json());
  N = 1;
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  EXPECT_EQ(J["files"][0][Key], N);                                            \
  EXPECT_EQ(J["total"][Key], N++);
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help)                             \
  EXPECT_EQ(J["run"][Key], N++);
#include "support/statistics.def"
}

TEST(StatisticsTest, RanksAddUp) {
  ReportData Data;
  for (int Rank = 0; Rank < 3; ++Rank) {
    Statistics S;
    S.file("/no/such/common", {1, 9}).add(Counter::Reads, 10);
    S.file("/no/such/" + std::to_string(Rank), {1, Rank + 1u})
        .add(Counter::Misses, 1);
    for (int I = 0; I < 10; ++I)
      S.file("/no/such/common", {1, 9})
          .DemandReads.add(Rank == 2 ? 8000 : 1000);
    S.add(RunCounter::Launches, 2);
    S.note("everywhere");
    if (Rank == 1)
      S.note("on one");
    EXPECT_TRUE(mergeJson(Data, S.json()));
  }
  json J = toJson(Data);
  EXPECT_EQ(J["ranks"], 3);
  EXPECT_EQ(J["files"].size(), 4u);
  EXPECT_EQ(J["total"]["reads"], 30);
  EXPECT_EQ(J["total"]["misses"], 3);
  EXPECT_EQ(J["run"]["launches"], 6);
  EXPECT_LT(J["total"]["demand_read_p50_ns"], 2000);
  EXPECT_GT(J["total"]["demand_read_p95_ns"], 8000);
  EXPECT_EQ(J["notes"][0]["text"], "everywhere");
  EXPECT_EQ(J["notes"][0]["ranks"], 3);
  EXPECT_EQ(J["notes"][1]["ranks"], 1);
}

TEST(StatisticsTest, WhatIsNoReportChangesNothing) {
  ReportData Data;
  std::string Good = Statistics().json();
  ASSERT_TRUE(mergeJson(Data, Good));
  std::string Before = toJson(Data).dump();
  for (std::string Bad :
       {std::string(), std::string("{}"), std::string("[1]"),
        Good.substr(0, Good.size() / 2),
        std::string(Good).replace(Good.find("_statistics\":1"), 14,
                                  "_statistics\":2"),
        std::string(R"({"files":[{"path":"x"}],"ranks":1,"run":{},)"
                    R"("notes":[],"notes_left_out":0})")}) {
    EXPECT_FALSE(mergeJson(Data, Bad)) << Bad;
    EXPECT_EQ(toJson(Data).dump(), Before) << Bad;
  }
}

TEST(StatisticsTest, PathsThatAreNoUtf8AreReported) {
  Statistics S;
  S.file("/no/such/\xff\xfe", {1, 1}).add(Counter::Reads);
  ReportData Data;
  EXPECT_TRUE(mergeJson(Data, S.json()));
  EXPECT_EQ(Data.Files.size(), 1u);
}

TEST(StatisticsTest, TableFitsAndNamesWhatIsNotZero) {
  Statistics S;
  for (int I = 0; I < 30; ++I) {
    FileStatistics &F = S.file(
        "/a/rather/long/path/to/some/file/" + std::to_string(I), {1, I + 1u});
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  F.add(Counter::Id, uint64_t(1) << 45);
#include "support/statistics.def"
    F.add(Counter::DemandReadNs, I * 1000);
    F.DemandReads.add(123'456'789);
    RegionStatistics &R =
        S.region("a/rather/long/name/of/a/file.c:1234:56 in function" +
                 std::to_string(I));
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help)                             \
  R.add(RunCounter::Id, 123456789);
#include "support/statistics.def"
  }
  S.scheme().observe(1000000, 2000000, 3000000);
  S.note("file: a reason");
  ReportData Data;
  ASSERT_TRUE(mergeJson(Data, S.json()));
  std::string Table = toTable(Data), Line;
  std::istringstream Lines(Table);
  while (std::getline(Lines, Line))
    EXPECT_LE(Line.size(), 100u) << Line;
#define FORESLICE_COUNTER(Id, Key, Unit, Help)                                 \
  EXPECT_NE(Table.find("\n  " Key " "), std::string::npos) << Key;
#define FORESLICE_RUN_COUNTER FORESLICE_COUNTER
#define FORESLICE_TOPIC(Title)                                                 \
  EXPECT_NE(Table.find("\n" Title "\n"), std::string::npos) << Title;
#define FORESLICE_RUN_TOPIC FORESLICE_TOPIC
#include "support/statistics.def"
  EXPECT_NE(Table.find("some/file/29 "), std::string::npos);
  EXPECT_EQ(Table.find("some/file/0 "), std::string::npos);
  EXPECT_NE(Table.find("and 10 more files"), std::string::npos);
  EXPECT_NE(Table.find("and 10 more regions"), std::string::npos);
  EXPECT_NE(Table.find("1000000 to 1000000 pages"), std::string::npos);
  EXPECT_NE(Table.find("file: a reason"), std::string::npos);
}

TEST(StatisticsTest, TableLeavesZerosOut) {
  Statistics S;
  S.file("/no/such", {1, 1}).add(Counter::Misses, 3);
  ReportData Data;
  ASSERT_TRUE(mergeJson(Data, S.json()));
  std::string Table = toTable(Data);
  EXPECT_NE(Table.find("\n  misses "), std::string::npos);
  EXPECT_EQ(Table.find("\n  reads "), std::string::npos);
  EXPECT_EQ(Table.find("how slices ended"), std::string::npos);
}

TEST(StatisticsTest, RegionsCountForTheProcessToo) {
  Statistics S;
  RegionStatistics &A = S.region("a.c:1:1 in main");
  A.add(RunCounter::Launches, 2);
  S.region("b.c:1:1 in main").add(RunCounter::Launches);
  S.region("a.c:1:1 in main").add(RunCounter::SliceFaults);
  S.add(RunCounter::Launches);
  ReportData Data;
  ASSERT_TRUE(mergeJson(Data, S.json()));
  ASSERT_TRUE(mergeJson(Data, S.json()));
  json J = toJson(Data);
  EXPECT_EQ(J["run"]["launches"], 8);
  ASSERT_EQ(J["regions"].size(), 2u);
  EXPECT_EQ(J["regions"][0], json({{"name", "a.c:1:1 in main"},
                                   {"launches", 4},
                                   {"slice_faults", 2}}));
}

TEST(StatisticsTest, RegionsAreBounded) {
  Statistics S;
  for (int I = 0; I < 1000; ++I)
    S.region("region " + std::to_string(I)).add(RunCounter::Launches);
  json J = json::parse(S.json());
  EXPECT_EQ(J["regions"].size(), 257u);
  EXPECT_EQ(J["run"]["launches"], 1000);
}

static DatasetStatistics *counted(Statistics &S, const std::string &Name) {
  return S.dataset(Name, "data.h5");
}

static void countDatasets() {
  Statistics S;
  setenv("FORESLICE_STATS", "-", 1);
  DatasetPlaces Places;
  EXPECT_FALSE(Places.areAny());
  Places.ask(1000, 500, *counted(S, "/rows"));
  Places.ask(4000, 500, *counted(S, "/columns"));
  EXPECT_TRUE(Places.areAny());
  Places.read(1200, 100, true);
  Places.read(3900, 200, false); // Begins before.
  Places.read(1500, 100, true);  // Of none.
  for (int I = 0; I < 100; ++I)
    counted(S, "set " + std::to_string(I))->read(1, true);
  ReportData Data;
  EXPECT_TRUE(mergeJson(Data, S.json()));
  EXPECT_TRUE(mergeJson(Data, S.json()));
  json J = toJson(Data);
  EXPECT_EQ(J["datasets"].size(), 65u);
  EXPECT_EQ(J["datasets"][0]["name"], "(other datasets)");
  EXPECT_EQ(J["datasets"][0]["reads"], 2 * 38);
  EXPECT_EQ(J["datasets"][1], json({{"name", "/columns"},
                                    {"file", "data.h5"},
                                    {"requests", 2},
                                    {"requested_bytes", 1000},
                                    {"reads", 2},
                                    {"read_bytes", 400},
                                    {"ready_reads", 0}}));
  EXPECT_EQ(J["datasets"][2]["ready_reads"], 2);
  std::string Table = toTable(Data);
  EXPECT_NE(Table.find("/rows "), std::string::npos);
  EXPECT_NE(Table.find("and 45 more datasets"), std::string::npos);
}

TEST(StatisticsDeathTest, DatasetsAreCountedByPlaceAndBounded) {
  IN_OWN_PROCESS(countDatasets());
}

TEST(StatisticsDeathTest, NoDatasetIsCountedWithoutStatistics) {
  IN_OWN_PROCESS({
    unsetenv("FORESLICE_STATS");
    Statistics S;
    EXPECT_EQ(counted(S, "/rows"), nullptr);
  });
}

TEST(StatisticsTest, NamesTheSlowestRank) {
  ReportData Data;
  for (int Rank = 0; Rank < 3; ++Rank) {
    Statistics S;
    S.add(RunCounter::RunNs, Rank == 1 ? 30 : 10 + Rank);
    S.file("/no/such", {1, 1}).add(Counter::HitWaitNs, 5 - Rank);
    S.scheme().observe(5 + Rank, 20 - Rank, Rank);
    ASSERT_TRUE(mergeJson(Data, S.json(Rank)));
  }
  json J = toJson(Data);
  EXPECT_EQ(J["by_rank"]["run_ns"],
            json({{"sum", 52}, {"min", 10}, {"max", 30}, {"max_rank", 1}}));
  EXPECT_EQ(J["by_rank"]["hit_wait_ns"]["max_rank"], 0);
  EXPECT_EQ(J["scheme"]["low_pages"], json({{"min", 5}, {"max", 7}}));
  EXPECT_EQ(J["scheme"]["high_pages"], json({{"min", 18}, {"max", 20}}));
}

TEST(StatisticsTest, TellsWhichRunItIs) {
  ReportData Data;
  setenv("SLURM_JOB_ID", "77", 1);
  ASSERT_TRUE(mergeJson(Data, Statistics().json()));
  unsetenv("SLURM_JOB_ID");
  Statistics Other;
  Other.runsWith("MPI 9");
  Other.areOf("/bin/other");
  Other.wasCalled({"other", "-x"});
  ASSERT_TRUE(mergeJson(Data, Other.json(1)));
  json Run = toJson(Data)["identity"];
  EXPECT_EQ(Run["arguments"], json(argumentsOf(getpid()))) << "of the first";
  EXPECT_FALSE(Run["arguments"].empty());
  EXPECT_EQ(Run["hosts"].size(), 1u);
  EXPECT_EQ(Run["started"].get<std::string>().size(), 20u);
  EXPECT_EQ(Run["job"], "Slurm 77");
  EXPECT_EQ(Run["mpi"], "MPI 9") << "of the first that has one";
  EXPECT_EQ(Run["beside"], true);

  Data = {};
  ASSERT_TRUE(mergeJson(Data, Other.json()));
  EXPECT_EQ(toJson(Data)["identity"]["arguments"], json({"other", "-x"}));
  json Old = json::parse(Other.json());
  Old.erase("identity");
  EXPECT_TRUE(mergeJson(Data, Old.dump())) << "of an earlier release";
}

TEST(StatisticsTest, ThreadsLoseNoCount) {
  Statistics S;
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&] {
      for (int I = 0; I < 1000; ++I) {
        S.file("/no/such/" + std::to_string(I % 10), {1, I % 10u})
            .add(Counter::Reads);
        S.file("/no/such/0", {1, 0}).DemandReads.add(100);
        S.add(RunCounter::Launches);
        S.note("n" + std::to_string(I % 70));
        if (I % 250 == 0) {
          EXPECT_TRUE(json::accept(S.json()));
        }
      }
    });
  for (std::thread &T : Threads)
    T.join();
  json J = json::parse(S.json());
  EXPECT_EQ(J["total"]["reads"], 4000);
  EXPECT_EQ(J["run"]["launches"], 4000);
  EXPECT_EQ(J["total"]["demand_read_histogram"][0][1], 4000);
}

} // namespace
