//===- RankBoardsTest.cpp - what ranks say to each other ------------------===//
//
// The ranks of a node are processes that the test starts; other nodes are
// boards of this process that give each other their messages.
//
//===----------------------------------------------------------------------===//

#include "Waiting.h"

#include "adaptive/policy/RankBoards.h"

#include "support/Clock.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace foreslice;
using foreslice::test::eventually;

namespace {

using Words = RankBoards::ClassWords;
constexpr FileKey File{8, 100};
constexpr unsigned IntervalMs = 1000;

std::vector<Words> sorted(std::vector<Words> Said) {
  std::ranges::sort(Said);
  return Said;
}

/// Runs Body in a process that says by its status whether all was right.
pid_t start(const std::function<bool()> &Body) {
  pid_t Child = fork();
  if (Child == 0)
    _exit(Body() ? 0 : 1);
  return Child;
}

bool succeeded(pid_t Child) {
  int Status = 0;
  return waitpid(Child, &Status, 0) == Child && Status == 0;
}

/// One of two ranks of a node, until both have seen all. The pipes close when
/// the other rank has.
bool beRank(int Rank, const int (&Seen)[2], const int (&OthersSeen)[2]) {
  RankBoards B(Rank, IntervalMs);
  B.say(File, Words{static_cast<uint64_t>(Rank) + 1});
  SensorValues Here;
  Here[Sensor::Reads] = 1;
  Here[Sensor::ByteRate] = 10 * (Rank + 1);
  Here[Sensor::ReadTime] = 100 * (Rank + 1);
  std::ranges::copy(Here.All, (*B.own())->Values.begin());
  (*B.own())->SampledNs = nowNs();
  const bool Right =
      B.hasOthers() && eventually([&] {
        return sorted(B.said(File)) == std::vector<Words>{{1}, {2}};
      }) &&
      B.said({8, 101}).empty() && eventually([&] {
        SensorValues All = B.ofAll(Here, nowNs());
        return All[Sensor::ByteRate] == 30 && All[Sensor::ReadTime] == 150;
      });
  close(Seen[0]), close(Seen[1]);
  close(OthersSeen[1]);
  char None;
  return read(OthersSeen[0], &None, 1) == 0 && Right;
}

TEST(RankBoards, RanksOfOneLauncherReadEachOthersBoards) {
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
  int Seen[2][2];
  ASSERT_EQ(pipe(Seen[0]) + pipe(Seen[1]), 0);
  pid_t First = start([&] { return beRank(0, Seen[0], Seen[1]); });
  pid_t Second = start([&] { return beRank(1, Seen[1], Seen[0]); });
  for (auto &Ends : Seen)
    close(Ends[0]), close(Ends[1]);
  EXPECT_TRUE(succeeded(First));
  EXPECT_TRUE(succeeded(Second));
  unsetenv("OMPI_COMM_WORLD_LOCAL_SIZE");
}

TEST(RankBoards, NodesTellEachOther) {
  RankBoards A(0, IntervalMs), B(1, IntervalMs);
  A.connect([&](auto Message) { B.hear(Message); });
  B.connect([](auto) {});
  A.say(File, Words{7});
  // Devices have other numbers on other nodes.
  constexpr FileKey There{9, File.Inode};
  EXPECT_EQ(B.said(There), std::vector<Words>{{7}});
  B.say(There, Words{8});
  EXPECT_EQ(sorted(B.said(There)), (std::vector<Words>{{7}, {8}}));
  A.say(File, std::nullopt);
  EXPECT_EQ(B.said(There), std::vector<Words>{{8}}) << "closed there";
  SensorValues Here;
  Here[Sensor::ByteRate] = 5;
  EXPECT_EQ(A.ofAll(Here, nowNs())[Sensor::ByteRate], 5);
  EXPECT_EQ(B.ofAll(Here, nowNs())[Sensor::ByteRate], 10);
  EXPECT_EQ(B.ofAll(Here, nowNs() + 1'000'000'000'000)[Sensor::ByteRate], 5)
      << "the node has not been heard for long";
}

TEST(RankBoards, WhatIsNoMessageDoesNoHarm) {
  RankBoards B(0, IntervalMs);
  std::array<std::byte, 1000> Any;
  Any.fill(std::byte{0xff});
  for (size_t Size = 0; Size <= Any.size(); ++Size)
    B.hear(std::span(Any).first(Size));
  EXPECT_TRUE(B.said(File).empty());
}

TEST(RankBoards, ThereIsRoomForSoManyRanksOnly) {
  RankBoards A(0, IntervalMs);
  for (uint64_t I = 1; I <= 1000; ++I)
    A.say({8, I}, Words{I});
  EXPECT_EQ(A.said({8, 1}), std::vector<Words>{{1}});
  EXPECT_TRUE(A.said({8, 1000}).empty());
  A.say({8, 1}, std::nullopt);
  A.say({8, 1000}, Words{1000});
  EXPECT_EQ(A.said({8, 1000}), std::vector<Words>{{1000}});
}

} // namespace
