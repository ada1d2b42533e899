//===- HintTest.cpp - hints, and what is asked for by them ----------------===//
//
// Lines of hints, and the source on storage that the test plays. The file has
// holes only, so that nothing of it is in memory.
//
//===----------------------------------------------------------------------===//

#include "source/hint/Hint.h"
#include "cache/CacheFixture.h"
#include "source/hint/HintSource.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

TEST(Hint, IsALine) {
  std::optional<Hint> H = Hint::parse("5 - 0 1 /a b");
  ASSERT_TRUE(H);
  EXPECT_EQ(H->Path, "/a b");
  EXPECT_EQ(H->Begin, 5u);
  EXPECT_EQ(H->Bytes, FORESLICE_HINT_ALL);
  H = Hint::parse("0 10 100 7 name");
  ASSERT_TRUE(H);
  EXPECT_EQ(H->Path, std::filesystem::absolute("name"));
  EXPECT_EQ(H->Bytes, 10u);
  EXPECT_EQ(H->Stride, 100u);
  EXPECT_EQ(H->Count, 7u);
}

TEST(Hint, OthersAreNone) {
  for (const char *Line :
       {"", "5", "5 - 0 1", "5 - 0 1 ", "- - 0 1 /a", "-5 - 0 1 /a",
        "0 0 0 1 /a", "0 - 0 0 /a", "0 1 1 99999999999999999999 /a",
        "9223372036854775807 1 0 1 /a", "0 1 4611686018427387904 3 /a",
        "0 18446744073709551615 0 1 /a"})
    EXPECT_FALSE(Hint::parse(Line)) << Line;
  EXPECT_FALSE(Hint::of({nullptr, 0, 1, 0, 1}));
  EXPECT_FALSE(Hint::of({"", 0, 1, 0, 1}));
  EXPECT_TRUE(Hint::of({"/a", 0, 1, 0, 1}));
}

class HintSourceTest : public CacheTest {
protected:
  static constexpr uint64_t FilePages = 64;

  HintSourceTest() {
    std::string Path = testing::TempDir() + "hints-XXXXXX";
    int Fd = mkstemp(Path.data());
    unlink(Path.c_str());
    EXPECT_EQ(ftruncate(Fd, FilePages * PageSize), 0);
    static unsigned Number = 0;
    Holes = Cache.open({8, ++Number}, Fd, Path);
    Disk->setFileSize(FilePages * PageSize);
  }

  static ByteRange pages(uint64_t First, uint64_t End) {
    return {First * PageSize, End * PageSize};
  }
  /// The pages that storage is asked for, and gives.
  size_t fetched() {
    size_t Bytes = 0;
    for (const Issued &I : Disk->issued())
      Bytes += I.Bytes;
    Disk->completeAll();
    Disk->issued();
    return Bytes / PageSize;
  }
  void read(uint64_t Offset, uint64_t Bytes) {
    Holes->Positions.callBegins(Hints.lane());
    Hints.reads(
        Holes, {View::bytes(), Offset, Bytes}, [&] { return Holes->size(); },
        false);
  }

  HintSource Hints{Cache};
  std::shared_ptr<CachedFile> Holes;
};

TEST_F(HintSourceTest, AsksForWhatIsDisclosed) {
  Hints.begin(*Holes);
  EXPECT_TRUE(Hints.ask(*Holes, pages(3, 5)));
  EXPECT_TRUE(Hints.ask(*Holes, pages(9, 10)));
  EXPECT_EQ(fetched(), 3u);
  EXPECT_EQ(Cache.probe(*Holes, Pages{3, 4, 9}), 3u);
}

/// However many calls the program makes for a page, what comes behind the page
/// is still to come.
TEST_F(HintSourceTest, SmallReadsDoNotPassOthers) {
  Hints.begin(*Holes);
  EXPECT_TRUE(Hints.ask(*Holes, pages(0, 1)));
  EXPECT_EQ(fetched(), 1u);
  for (uint64_t At = 0; At < PageSize; At += PageSize / 64)
    read(At, PageSize / 64);
  EXPECT_TRUE(Hints.ask(*Holes, pages(1, 2)));
  EXPECT_EQ(fetched(), 1u);
}

TEST_F(HintSourceTest, EndsWithTheFile) {
  Hints.begin(*Holes);
  Hints.end(Holes->Id);
  EXPECT_FALSE(Hints.ask(*Holes, pages(0, 1)));
}

} // namespace
