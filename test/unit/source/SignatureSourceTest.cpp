//===- SignatureSourceTest.cpp - reads that follow a pattern --------------===//
//
// What is asked for after which reads, on storage that the test plays. The file
// has holes only, so that nothing of it is in memory.
//
//===----------------------------------------------------------------------===//

#include "source/signature/SignatureSource.h"
#include "cache/CacheFixture.h"

#include <set>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Steps = std::vector<uint64_t>;

class SignatureSourceTest : public CacheTest {
protected:
  static constexpr uint64_t FilePages = 64;

  /// Reads whole pages of the file; gives the pages that are asked for then.
  Steps read(uint64_t Page, bool MayAsk = true, uint64_t Count = 1) {
    Holes->Positions.callBegins(Patterns.lane());
    auto Byte = std::make_shared<Layout>(Layout{LayoutNode::bytes(1), 0, 1});
    auto A = Access::of(View::bytes(), static_cast<int64_t>(Page * PageSize),
                        static_cast<int64_t>(Count * PageSize), Byte);
    Patterns.reads(Holes, *A, [&] { return Holes->size(); }, MayAsk);
    Steps Asked;
    if (!Patterns.mayHaveAsked())
      return Asked; // the engine has not even begun
    for (const Issued &I : Disk->issued())
      for (uint64_t At = 0; At < I.Bytes; At += PageSize)
        Asked.push_back((I.Offset + At) / PageSize);
    Disk->completeAll();
    Disk->issued();
    std::ranges::sort(Asked);
    return Asked;
  }

  SignatureSource Patterns{Cache.posting()};
  std::shared_ptr<CachedFile> Holes = openHoles(FilePages);
};

TEST_F(SignatureSourceTest, AsksOnceAStepCameTwice) {
  EXPECT_EQ(read(0), Steps{});
  EXPECT_EQ(read(3), Steps{});
  EXPECT_FALSE(Patterns.mayHaveAsked());
  EXPECT_EQ(read(6), (Steps{9, 12, 15, 18}));
  EXPECT_TRUE(Patterns.mayHaveAsked());
}

TEST_F(SignatureSourceTest, GoesBackwards) {
  for (uint64_t Page : {40, 38})
    EXPECT_EQ(read(Page), Steps{});
  EXPECT_EQ(read(36), (Steps{28, 30, 32, 34}));
}

TEST_F(SignatureSourceTest, AnotherStepOrLengthBeginsAnew) {
  for (uint64_t Page : {0, 9, 2, 30, 5, 6})
    EXPECT_EQ(read(Page), Steps{});
  EXPECT_EQ(read(7, true, 2), Steps{}) << "longer";
}

TEST_F(SignatureSourceTest, WhatIsNotExpectedAnyMoreLeavesRoomForWhatIs) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  Cache.control().steer({.MostAhead = 16});
  read(0), read(3);
  EXPECT_GE(read(6).size(), 4u);
  Cache.control().steer({.MostAhead = 2});
  read(40), read(41);
  EXPECT_EQ(read(42), Steps{43});
}

TEST_F(SignatureSourceTest, OnlyListensWhereAnotherKnowsMore) {
  for (uint64_t Page : {0, 1, 2, 3, 4})
    EXPECT_EQ(read(Page, false), Steps{});
  EXPECT_FALSE(read(5).empty()) << "the source has listened";
}

TEST_F(SignatureSourceTest, ReadsOfAnyLengthThatFollowEachOtherGoOn) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  Cache.control().steer({.MostAhead = 16});
  uint64_t Page = 0;
  std::set<uint64_t> Asked;
  auto readNext = [&](uint64_t Count) {
    for (uint64_t A : read(Page, true, Count))
      EXPECT_TRUE(Asked.insert(A).second) << "page " << A << " again";
    Page += Count;
  };
  for (uint64_t Count : {1, 3, 2, 5})
    readNext(Count);
  EXPECT_EQ(Asked, std::set<uint64_t>());
  for (uint64_t Count : {1, 4, 2, 1, 3, 5, 1, 2, 2}) {
    readNext(Count);
    EXPECT_GE(*Asked.rbegin(), Page);
    EXPECT_LT(*Asked.rbegin(), Page + 16 + 5);
    for (uint64_t Next = Page; Next <= *Asked.rbegin(); ++Next)
      EXPECT_TRUE(Asked.contains(Next)) << "page " << Next << " was left out";
  }
  EXPECT_EQ(read(60), Steps{}) << "elsewhere";
}

TEST_F(SignatureSourceTest, EndsWithTheFile) {
  for (uint64_t Page : {47, 52})
    read(Page);
  EXPECT_EQ(read(57), Steps{62});
  EXPECT_EQ(read(62), Steps{});
}

TEST_F(SignatureSourceTest, RereadsOfOnePageAreNoSteps) {
  for (int I = 0; I < 8; ++I)
    EXPECT_EQ(read(5), Steps{});
}

TEST_F(SignatureSourceTest, GoesOnInTheLoopAround) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  std::set<uint64_t> Asked;
  for (uint64_t Page : {0, 1, 2, 10, 11, 12, 20, 21, 22})
    for (uint64_t A : read(Page))
      Asked.insert(A);
  EXPECT_TRUE(std::ranges::includes(Asked, Steps{30, 31, 32}))
      << testing::PrintToString(Asked);
}

TEST_F(SignatureSourceTest, LargeReadsTakeAPartOfTheCache) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  read(0, true, 12);
  read(12, true, 12);
  EXPECT_EQ(read(24, true, 12).size(), 28u) << "up to the end";
}

TEST_F(SignatureSourceTest, WritesInBetweenCountAsCalls) {
  for (uint64_t Page : {0, 1}) {
    read(Page);
    Holes->Positions.callBegins(Patterns.lane());
  }
  EXPECT_FALSE(read(2).empty());
  Holes->Positions.callBegins(Patterns.lane());
  Holes->Positions.callBegins(Patterns.lane());
  EXPECT_EQ(read(3), Steps{}) << "the calls are not even";
}

/// A signature of reads at 0, 9, 2, 30 and 5 pages, of a file of that name.
/// More: keys of a second stream with the same reads.
KnownSignatures knownOf(const std::string &Path, const std::string &More = {}) {
  std::string Terms, Why;
  for (uint64_t Page : {0, 9, 2, 30, 5})
    Terms += (Terms.empty() ? R"({"place":)" : R"(,{"place":)") +
             std::to_string(Page * 4096) + R"(,"bytes":4096})";
  auto Stream = [&](const std::string &Keys) {
    return R"({"file":")" + Path + R"(","operation":"read",)" + Keys +
           R"("terms":[)" + Terms + "]}";
  };
  std::optional<SignatureFile> File = SignatureFile::parse(
      R"({"foreslice_signature":1,"program":{"name":"p","build_id":""},)"
      R"("ranks":[0],"streams":[)" +
          Stream("") + (More.empty() ? "" : "," + Stream(More)) + "]}",
      Why);
  EXPECT_TRUE(File) << Why;
  return {{*File}, -1, 0};
}

TEST_F(SignatureSourceTest, TheReadsThatEndTheSleepShowThePattern) {
  SignatureSource Sleeping(Cache.posting(), {}, Attention::Kind::WhereSlow);
  auto At = [](uint64_t Page) {
    return Access{View::bytes(), Page * PageSize, PageSize};
  };
  std::thread([&] { // without reads so far
    for (uint64_t Page : {0, 3}) {
      EXPECT_FALSE(Sleeping.counts());
      EXPECT_TRUE(Sleeping.timesNext());
      ASSERT_TRUE(Sleeping.looksAtPlace());
      Sleeping.looksAt(Holes->Id, At(Page), [&] { return Holes->Stats->Path; });
      Sleeping.readDone(PageSize, 2'000'000);
    }
    EXPECT_TRUE(Sleeping.counts());
    EXPECT_FALSE(Sleeping.looksAtPlace());
    EXPECT_TRUE(Sleeping.reads(
        Holes, At(6), [&] { return Holes->size(); }, true))
        << "a step came twice";
  })
      .join();
}

TEST_F(SignatureSourceTest, ASignatureKnowsWhatNoPatternTells) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  SignatureSource Known(Cache.posting(), knownOf(Holes->Stats->Path));
  auto seen = [&](SignatureSource &S, uint64_t Page) {
    return S.seen(Holes->Id, {View::bytes(), Page * PageSize, PageSize},
                  [&] { return Holes->Stats->Path; });
  };
  EXPECT_FALSE(seen(Patterns, 0));
  EXPECT_FALSE(seen(Patterns, 9));
  seen(Known, 0);
  EXPECT_TRUE(seen(Known, 9)) << "as the signature says";
  EXPECT_TRUE(seen(Known, 2));
}

/// A dataset whose pages lie in the file from the last one to the first one.
class Backwards final : public PlaceOrder {
public:
  explicit Backwards(uint64_t Bytes) : Sets{{"/rows"}, Bytes} {}
  std::optional<ByteRange> placeOf(ByteRange Bytes) const override {
    return ByteRange{Sets.Distance - Bytes.End, Sets.Distance - Bytes.Begin};
  }
  std::optional<ByteRange> bytesAt(ByteRange Place) const override {
    return placeOf(Place);
  }
  std::string_view nameOf(ByteRange) const override { return Sets.Names[0]; }
  const Datasets &datasets() const override { return Sets; }

private:
  Datasets Sets;
};

TEST_F(SignatureSourceTest, ThePatternGoesOnWhereTheOrderIsKnown) {
  auto Ordered = std::make_shared<View>(*View::bytes());
  Ordered->Order = std::make_shared<Backwards>(FilePages * PageSize);
  auto seen = [&](std::shared_ptr<const View> As, uint64_t Place) {
    return Patterns.seen(
        Holes->Id,
        {std::move(As), (FilePages - 1 - Place) * PageSize, PageSize},
        [&] { return Holes->Stats->Path; });
  };
  for (uint64_t Place : {30, 7, 10})
    EXPECT_FALSE(seen(View::bytes(), Place));
  EXPECT_TRUE(seen(Ordered, 13)) << "the reads before count in the order, too";
}

/// A dataset in the file's order, behind a page of metadata.
class BehindMetadata final : public PlaceOrder {
public:
  std::optional<ByteRange> placeOf(ByteRange Bytes) const override {
    return Bytes.Begin < 4096 ? std::nullopt : std::optional(Bytes);
  }
  std::optional<ByteRange> bytesAt(ByteRange Place) const override {
    return Place;
  }
  std::string_view nameOf(ByteRange) const override { return Sets.Names[0]; }
  const Datasets &datasets() const override { return Sets; }

private:
  const Datasets Sets{{"/rows"}, uint64_t(1) << 40};
};

TEST_F(SignatureSourceTest, ReadsOfMetadataAreNoCalls) {
  auto Ordered = std::make_shared<View>(*View::bytes());
  Ordered->Order = std::make_shared<BehindMetadata>();
  auto read = [&](uint64_t Page) {
    Holes->Positions.callBegins(Patterns.lane());
    Patterns.reads(
        Holes, {Ordered, Page * PageSize, PageSize},
        [&] { return Holes->size(); }, /*MayAsk=*/true);
    return Holes->Positions.next(Patterns.lane());
  };
  const uint64_t Next = read(5);
  EXPECT_EQ(read(0), Next);
  EXPECT_EQ(read(0), Next);
  EXPECT_EQ(read(7), Next + 1);
  Disk->letGo();
}

TEST_F(SignatureSourceTest, ASignatureKnowsDatasetsWhereverTheyLie) {
  auto Ordered = std::make_shared<View>(*View::bytes());
  Ordered->Order = std::make_shared<Backwards>(FilePages * PageSize);
  auto seen = [&](SignatureSource &S, std::shared_ptr<const View> As,
                  uint64_t Place) {
    return S.seen(Holes->Id,
                  {std::move(As), (FilePages - 1 - Place) * PageSize, PageSize},
                  [&] { return Holes->Stats->Path; });
  };
  const std::string Sets =
      R"("datasets":{"names":["/rows","/gone"],"distance":1000000,"file_bytes":1},)";
  SignatureSource Bytes(Cache.posting(), knownOf(Holes->Stats->Path)),
      Known(Cache.posting(), knownOf(Holes->Stats->Path, Sets));
  for (SignatureSource *S : {&Bytes, &Known})
    for (uint64_t Place : {0, 9})
      seen(*S, View::bytes(), Place);
  EXPECT_FALSE(seen(Bytes, Ordered, 2));
  EXPECT_TRUE(seen(Known, Ordered, 2)) << "behind the reads before";
  EXPECT_TRUE(seen(Known, Ordered, 30));
}

} // namespace
