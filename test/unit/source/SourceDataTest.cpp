//===- SourceDataTest.cpp - bytes of a file that a source itself needs ----===//
//
// The test plays the storage. The test sees which reads go out at once, and
// which bytes come back.
//
//===----------------------------------------------------------------------===//

#include "source/SourceData.h"
#include "cache/CacheFixture.h"

#include <future>

using namespace foreslice;
using namespace foreslice::test;

namespace {

class Asking final : public Source {
public:
  explicit Asking(Posting &To) : Source(To, "asking") {}
  bool counts() const override { return true; }
  bool mayHaveAsked() const override { return HasAsked; }

private:
  void willAsk() const override { HasAsked = true; }

  mutable bool HasAsked = false;
};

class SourceDataTest : public CacheTest {
protected:
  /// Whether Bytes are those of the file from Offset on.
  static bool areOf(std::span<const std::byte> Bytes, uint64_t Offset) {
    for (size_t I = 0; I < Bytes.size(); ++I)
      if (Bytes[I] != Script::byteAt(Offset + I, 0))
        return false;
    return true;
  }

  Asking Asks{Cache.posting()};
};

TEST_F(SourceDataTest, ReadsManyAtOnceAndLeavesThemToTheProgram) {
  SourceData Data(Asks, File);
  EXPECT_FALSE(Asks.mayHaveAsked());
  for (uint64_t Page : {3, 9, 30})
    Data.expect({Page * PageSize + 100, Page * PageSize + 300});
  EXPECT_TRUE(Asks.mayHaveAsked()) << "reads of the program look for pages";
  EXPECT_EQ(Disk->issued().size(), 3u);
  Disk->completeAll();
  std::vector<std::byte> Bytes(200);
  EXPECT_EQ(Data.read(Bytes, 9 * PageSize + 100), 200u);
  EXPECT_TRUE(areOf(Bytes, 9 * PageSize + 100));
  EXPECT_TRUE(Disk->issued().empty()) << "read once more";
  EXPECT_TRUE(use(30)) << "the program finds the page";
}

TEST_F(SourceDataTest, ReadsAcrossPages) {
  SourceData Data(Asks, File);
  Data.expect({2 * PageSize + 50, 5 * PageSize});
  Disk->completeAll();
  std::vector<std::byte> Bytes(2 * PageSize);
  EXPECT_EQ(Data.read(Bytes, 2 * PageSize + 100), Bytes.size());
  EXPECT_TRUE(areOf(Bytes, 2 * PageSize + 100));
}

TEST_F(SourceDataTest, WaitsForAPageOnItsWay) {
  SourceData Data(Asks, File);
  Data.expect({7 * PageSize, 8 * PageSize});
  std::vector<std::byte> Bytes(PageSize);
  auto Read = std::async(std::launch::async,
                         [&] { return Data.read(Bytes, 7 * PageSize); });
  Disk->completeAll();
  EXPECT_EQ(Read.get(), PageSize);
}

TEST_F(SourceDataTest, ReadsWhatIsNotExpectedWithThePageOnce) {
  SourceData Data(Asks, File);
  std::vector<std::byte> Bytes(20);
  auto Read = std::async(std::launch::async,
                         [&] { return Data.read(Bytes, 7 * PageSize + 30); });
  while (Disk->issued().empty() &&
         Read.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    std::this_thread::yield();
  Disk->completeAll();
  EXPECT_EQ(Read.get(), Bytes.size());
  EXPECT_TRUE(areOf(Bytes, 7 * PageSize + 30));
  EXPECT_EQ(Data.read(Bytes, 7 * PageSize + 90), Bytes.size());
  EXPECT_TRUE(areOf(Bytes, 7 * PageSize + 90));
  EXPECT_TRUE(Disk->issued().empty()) << "read once more";
  EXPECT_TRUE(use(7)) << "the program finds the page";
}

TEST_F(SourceDataTest, LeavesRoomToTheProgram) {
  {
    SourceData Data(Asks, File);
    for (uint64_t Page = 0; Page < 600; ++Page)
      Data.expect({2 * Page * PageSize, 2 * Page * PageSize + 10});
    Disk->completeAll();
  }
  fetch({1201, 1203}, 1);
  EXPECT_TRUE(use(1201));
}

} // namespace
