//===- TraceTest.cpp - the events of a process as JSON --------------------===//
//
// The trace is the process's: one test that goes through its life. Then the
// text of events made up.
//
//===----------------------------------------------------------------------===//

#include "OwnProcess.h"

#include "support/Trace.h"
#include "support/TraceEvents.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <thread>

using namespace foreslice;
using nlohmann::json;
using trace::Event;

namespace {

std::vector<json> ofKind(const json &Trace, const std::string &Phase) {
  std::vector<json> Out;
  for (const json &E : Trace["traceEvents"])
    if (E["ph"] == Phase)
      Out.push_back(E);
  return Out;
}

void fromOffToFull() {
  auto trace = [] { return json::parse(trace::json(3)); };
  EXPECT_EQ(trace::begin(), 0u);
  trace::extent("before", trace::begin());
  EXPECT_TRUE(ofKind(trace(), "X").empty());

  ASSERT_TRUE(trace::turnOn());
  trace::nameThread("main thread");
  std::thread([] { trace::extent("elsewhere", trace::begin()); }).join();
  uint64_t Begin = trace::begin();
  trace::extent("lasts", Begin, trace::intern("a \"b\"\\\n\xff"), 7);
  json Whole = trace();
  EXPECT_EQ(Whole["otherData"]["rank"], 3);
  std::vector<json> Names = ofKind(Whole, "M"), All = ofKind(Whole, "X");
  EXPECT_EQ(Names[0]["args"]["name"], "rank 3");
  EXPECT_EQ(Names[2]["args"]["name"], "main thread");
  ASSERT_EQ(All.size(), 2u);
  bool First = All[0]["name"] == "lasts";
  const json &Extent = All[!First], &Elsewhere = All[First];
  EXPECT_NE(Elsewhere["tid"], Extent["tid"]);
  EXPECT_EQ(Extent["tid"], Names[2]["tid"]);
  EXPECT_EQ(Extent["pid"], 3);
  EXPECT_EQ(Extent["args"]["of"], "a \"b\"\\\n\xef\xbf\xbd");
  EXPECT_EQ(Extent["args"]["bytes"], 7);
  EXPECT_FALSE(Extent["args"].contains("offset")) << "of a whole file";
  EXPECT_GE(Extent["dur"].get<double>(), 0);
  EXPECT_GE(Extent["ts"], Elsewhere["ts"]);
  double Now = std::chrono::duration<double, std::micro>(
                   std::chrono::system_clock::now().time_since_epoch())
                   .count();
  EXPECT_NEAR(Extent["ts"].get<double>(), Now, 60e6) << "time of day";

  trace::levels({1, 2, 3, 4, 5});
  size_t Levels = ofKind(trace(), "C").size();
  EXPECT_EQ(Levels, 5u);
  // Times of the test's own: between two calls a slow machine may take any
  // time.
  uint64_t Later = Begin + 3'600'000'000'000;
  trace::detail::addLevels({1, 2, 3, 4, 5}, Later); // nothing has changed
  trace::detail::addLevels({2, 2, 3, 4, 5}, Later);
  trace::detail::addLevels({3, 2, 3, 4, 5}, Later + 1000); // too soon
  EXPECT_EQ(ofKind(trace(), "C").size(), Levels + 5);

  for (size_t I = 0; I < trace::MostEvents; ++I)
    trace::extent("more", Begin);
  json Full = trace();
  EXPECT_EQ(ofKind(Full, "X").size(), trace::MostEvents - 2);
  EXPECT_EQ(Full["otherData"]["lost_events"], 4);
}

TEST(TraceTest, FromOffToFull) { IN_OWN_PROCESS(fromOffToFull()); }

Event extent(Event::Kind Is, uint32_t Thread, uint64_t Begin, uint64_t End) {
  Event E{Is, Thread, Begin, {}};
  E.Of.Extent = {"x", "/f", End, 4096, 512};
  return E;
}

TEST(TraceTest, HoldersComeBeforeWhatTheyHold) {
  using enum Event::Kind;
  Event Events[] = {extent(Extent, 1, 200, 300), extent(Extent, 1, 100, 400),
                    extent(Extent, 1, 100, 150)};
  std::vector<json> X =
      ofKind(json::parse(trace::toJson(0, Events, {}, 0)), "X");
  EXPECT_NEAR(X[0]["dur"].get<double>(), 0.3, 1e-6);
  EXPECT_NEAR(X[1]["dur"].get<double>(), 0.05, 1e-6);
  EXPECT_NEAR(X[2]["dur"].get<double>(), 0.1, 1e-6);
}

TEST(TraceTest, ReadsInFlightDoNotOverlapOnATrack) {
  using enum Event::Kind;
  Event Events[] = {extent(StorageRead, 1, 100, 300),
                    extent(StorageRead, 1, 200, 400),
                    extent(StorageRead, 1, 300, 500), extent(None, 0, 0, 0)};
  json Trace = json::parse(trace::toJson(0, Events, {}, 0));
  std::vector<json> X = ofKind(Trace, "X"), C = ofKind(Trace, "C");
  ASSERT_EQ(X.size(), 3u);
  EXPECT_EQ(X[0]["args"]["offset"], 512);
  EXPECT_NE(X[0]["tid"], X[1]["tid"]);
  EXPECT_EQ(X[0]["tid"], X[2]["tid"]);
  std::vector<int> InFlight;
  for (const json &E : C) {
    EXPECT_EQ(E["name"], "reads in flight");
    InFlight.push_back(E["args"]["reads"]);
  }
  EXPECT_EQ(InFlight, (std::vector<int>{1, 2, 2, 1, 0}));
  EXPECT_EQ(Trace["otherData"]["lost_events"], 1);
}

} // namespace
