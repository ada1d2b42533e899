//===- ClassifierSourceTest.cpp - reads of a class ------------------------===//
//
// What is asked for after which reads, on storage that the test plays. The file
// has holes only, so that nothing of it is in memory.
//
//===----------------------------------------------------------------------===//

#include "adaptive/ClassifierSource.h"
#include "cache/CacheFixture.h"
#include "source/Sources.h"
#include "source/signature/SignatureSource.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Steps = std::vector<uint64_t>;

class ClassifierSourceTest : public CacheTest {
protected:
  static constexpr uint64_t FilePages = 256;
  static constexpr unsigned Window = 6;

  ClassifierSourceTest() {
    Holes->Stats = &Counts;
    Cache.posting().setScheme(SchemeKind::NoHolds);
  }
  ~ClassifierSourceTest() override {
    SteeringOfProcess.setPrefetchPages(Steering::Unset);
    SteeringOfProcess.setCaching(Steering::Unset);
  }

  static Access pageAccess(uint64_t Page) {
    return {View::bytes(), Page * PageSize, PageSize};
  }
  /// Reads a page of the file; gives the pages that are asked for then.
  Steps read(uint64_t Page, bool Ahead = true) {
    Holes->Positions.callBegins(Classes.lane());
    Knew = Classes.reads(
        Holes, pageAccess(Page), [&] { return Holes->size(); }, Ahead);
    return asked();
  }
  Steps asked() {
    Steps Asked;
    if (!Classes.mayHaveAsked())
      return Asked; // the engine has not even begun
    for (const Issued &I : Disk->issued())
      for (uint64_t At = 0; At < I.Bytes; At += PageSize)
        Asked.push_back((I.Offset + At) / PageSize);
    Disk->completeAll();
    Disk->issued();
    std::ranges::sort(Asked);
    return Asked;
  }
  void readAll(const Steps &Pages) {
    for (uint64_t Page : Pages)
      read(Page);
  }

  RankBoards Boards{-1, 100};
  ClassifierSource Classes{Cache.posting(), Boards, Window};
  std::shared_ptr<CachedFile> Holes = openHoles(FilePages);
  bool Knew = false;
};

TEST_F(ClassifierSourceTest, AsksOnceAWindowIsFull) {
  SteeringOfProcess.setPrefetchPages(3);
  for (uint64_t Page : {0, 1, 2, 3, 4})
    EXPECT_EQ(read(Page), Steps{});
  EXPECT_FALSE(Knew);
  EXPECT_EQ(read(5), (Steps{6, 7, 8}));
  EXPECT_TRUE(Knew);
  EXPECT_EQ(read(6), Steps{9});
}

TEST_F(ClassifierSourceTest, AsksInStrides) {
  SteeringOfProcess.setPrefetchPages(3);
  readAll({100, 95, 90, 85, 80});
  EXPECT_EQ(read(75), (Steps{60, 65, 70}));
}

TEST_F(ClassifierSourceTest, AsksForNothingOfVariedReads) {
  for (uint64_t Page : {7, 100, 3, 55, 200, 19, 150, 80, 31})
    EXPECT_EQ(read(Page), Steps{});
  EXPECT_FALSE(Knew);
}

TEST_F(ClassifierSourceTest, OnlyListensWhereAnotherKnowsMore) {
  for (uint64_t Page : {0, 1, 2, 3, 4, 5, 6})
    EXPECT_EQ(read(Page, false), Steps{});
  EXPECT_FALSE(read(7).empty()) << "the source has listened";
}

TEST_F(ClassifierSourceTest, SteeringSetsTheAmountAndTurnsOff) {
  SteeringOfProcess.setPrefetchPages(1);
  readAll({0, 1, 2, 3, 4});
  EXPECT_EQ(read(5), Steps{6});
  SteeringOfProcess.setPrefetchPages(4);
  EXPECT_EQ(read(6), (Steps{7, 8, 9, 10}));
  SteeringOfProcess.setCaching(0);
  EXPECT_EQ(read(7), Steps{});
}

TEST_F(ClassifierSourceTest, AReadElsewhereBeginsAnewFromThere) {
  SteeringOfProcess.setPrefetchPages(2);
  readAll({0, 1, 2, 3, 4, 5});
  EXPECT_EQ(read(50), Steps{});
  EXPECT_EQ(read(51), (Steps{52, 53}));
}

TEST_F(ClassifierSourceTest, WhatIsNotExpectedAnyMoreLeavesRoomForWhatIs) {
  Cache.control().steer({.MostAhead = 8});
  readAll({0, 1, 2, 3, 4});
  EXPECT_EQ(read(5), (Steps{6, 7}));
  Cache.control().steer({.MostAhead = 2});
  EXPECT_EQ(read(50), Steps{});
  EXPECT_EQ(read(51), Steps{52});
}

TEST_F(ClassifierSourceTest, WhatIsExpectedAgainIsNotFetchedAgain) {
  SteeringOfProcess.setPrefetchPages(3);
  readAll({0, 1, 2, 3, 4});
  EXPECT_EQ(read(5), (Steps{6, 7, 8}));
  EXPECT_EQ(read(50), Steps{});
  EXPECT_EQ(read(6), Steps{9}) << "7 and 8 are there";
  EXPECT_EQ(read(7), Steps{10});
}

TEST_F(ClassifierSourceTest, ThrowsPagesAwayIfThePolicySaysSo) {
  readAll({0, 1, 2, 3, 4, 5});
  EXPECT_FALSE(Holes->UsedGoFirst);
  SteeringOfProcess.setReplacement(static_cast<uint32_t>(Replacement::Toss));
  read(6);
  EXPECT_TRUE(Holes->UsedGoFirst);
  SteeringOfProcess.setReplacement(Steering::Unset);
  read(7);
  EXPECT_FALSE(Holes->UsedGoFirst);
}

TEST_F(ClassifierSourceTest, ThePolicySizesThePool) {
  SteeringOfProcess.setPrefetchPages(1);
  const size_t All = Cache.control().frames();
  constexpr uint64_t Large = 16 * PageSize;
  for (uint64_t I = 0; I < Window; ++I) {
    EXPECT_EQ(Cache.control().mostFilled(), All);
    Classes.reads(
        Holes, {View::bytes(), I * Large, Large}, [&] { return Holes->size(); },
        true);
  }
  EXPECT_EQ(Cache.control().mostFilled(), All / 4)
      << "pages go after their use";
  Classes.closes(Holes);
  EXPECT_EQ(Cache.control().mostFilled(), All);
}

TEST_F(ClassifierSourceTest, CountsWindowsAndChangesOfClass) {
  readAll({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40, 100, 9, 77, 200, 31});
  EXPECT_EQ(Holes->Stats->get(Counter::WindowsClassified), 3u);
  EXPECT_EQ(Holes->Stats->get(Counter::ClassChanges), 2u);
}

TEST_F(ClassifierSourceTest, AClosedFileIsForgotten) {
  readAll({0, 1, 2, 3, 4, 5});
  Classes.closes(Holes);
  EXPECT_EQ(read(6), Steps{});
  EXPECT_FALSE(Knew);
}

TEST_F(ClassifierSourceTest, AFileThatIsNotOpenIsWantedOnceItsClassIsKnown) {
  const FileKey Other{8, 1000};
  auto Path = [] { return std::string("other"); };
  for (uint64_t Page : {0, 1, 2, 3, 4})
    EXPECT_FALSE(Classes.seen(Other, pageAccess(Page), Path));
  EXPECT_TRUE(Classes.seen(Other, pageAccess(5), Path));
  for (uint64_t Page : {10, 11, 12, 13, 14, 15})
    Classes.writes(Other, {Page * PageSize, (Page + 1) * PageSize}, nullptr);
  EXPECT_FALSE(Classes.seen(Other, pageAccess(6), Path)) << "it is written";
}

TEST_F(ClassifierSourceTest, ASignatureIsSurer) {
  SignatureSource Patterns(Cache.posting());
  Sources All;
  All.add(Classes);
  All.add(Patterns);
  auto size = [&] { return Holes->size(); };
  for (uint64_t Page : {0, 1, 2, 3, 4, 5, 6}) {
    All.callBegins(*Holes);
    All.reads(Holes, pageAccess(Page), size);
  }
  EXPECT_TRUE(Patterns.mayHaveAsked());
  EXPECT_FALSE(Classes.mayHaveAsked());
}

} // namespace
