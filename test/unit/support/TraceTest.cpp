//===- TraceTest.cpp - the events of a process as JSON --------------------===//
//
// The trace is the process's: one test that goes through its life.
//
//===----------------------------------------------------------------------===//

#include "support/Trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <thread>

using namespace foreslice;
using nlohmann::json;

TEST(TraceTest, FromOffToFull) {
  auto events = [] { return json::parse(trace::json(3))["traceEvents"]; };
  EXPECT_EQ(trace::begin(), 0u);
  trace::extent("before", trace::begin());
  EXPECT_EQ(events().size(), 1u) << "the process's name";

  trace::turnOn();
  trace::nameThread("main thread");
  std::thread([] { trace::extent("elsewhere", trace::begin()); }).join();
  uint64_t Begin = trace::begin();
  trace::extent("lasts", Begin, "a \"b\"\\\n\xff");
  json All = events();
  ASSERT_EQ(All.size(), 4u);
  EXPECT_EQ(All[0]["args"]["name"], "rank 3");
  EXPECT_EQ(All[1]["args"]["name"], "main thread");
  const json &Elsewhere = All[2], &Extent = All[3];
  EXPECT_NE(Elsewhere["tid"], Extent["tid"]);
  EXPECT_EQ(Extent["tid"], All[1]["tid"]);
  EXPECT_EQ(Extent["ph"], "X");
  EXPECT_EQ(Extent["pid"], 3);
  EXPECT_EQ(Extent["args"]["of"], "a \"b\"\\\n\xef\xbf\xbd");
  EXPECT_NEAR(Extent["ts"].get<double>() * 1000, double(Begin), 2);
  EXPECT_GE(Extent["dur"].get<double>(), 0);
  EXPECT_GE(Extent["ts"], Elsewhere["ts"]);

  for (size_t I = 0; I < trace::MostEvents; ++I)
    trace::extent("more", Begin);
  json Full = json::parse(trace::json(0));
  EXPECT_EQ(Full["traceEvents"].size(), trace::MostEvents + 2);
  EXPECT_EQ(Full["otherData"]["lost_events"], 2);
}
