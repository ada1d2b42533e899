//===- PartsTest.cpp - parts of pages -------------------------------------===//
//
// Requests far apart fetch only the blocks that are needed, of a page.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <gtest/gtest.h>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t PageSize = 64 << 10, Block = 4096, FileBytes = 64 << 20;

class PartsTest : public testing::Test {
protected:
  using Issued = Script::Issued;

  PartsTest() : Cache(settings(), makeScriptedStorage(Disk)) {
    static unsigned Number = 0;
    File = Cache.coherence().open(
        {7, ++Number}, std::make_shared<MemoryFile>(Disk, FileBytes), "parts");
    File->Stats = &Counts;
  }
  void TearDown() override { Disk->letGo(); }

  static Settings settings() {
    Settings S;
    S.CacheSize = 100 * PageSize;
    S.PageSize = PageSize;
    S.Scheme = SchemeKind::PAdaptWin;
    return S;
  }
  static PagePart part(uint64_t Page, uint64_t Begin, uint64_t End) {
    return {Page, {Page * PageSize + Begin, Page * PageSize + End}};
  }
  /// Posts Part for the next call; gives the reads that go out, and completes
  /// them.
  std::vector<Issued> fetch(const PagePart &Part) {
    const PagePart Parts[] = {Part};
    EXPECT_EQ(Cache.posting().prefetch(*File, {0, Calls++}, Parts, Cancel),
              PostResult::Accepted);
    std::vector<Issued> Reads = Disk->issued();
    Disk->completeAll();
    return Reads;
  }
  /// Fetches far pages, until parts of pages are enough.
  void scatter() {
    for (uint64_t Page = 100; Page < 500; Page += 50)
      fetch(part(Page, 0, 100));
  }
  /// Whether the main thread finds the bytes of Part, and no others.
  bool finds(const PagePart &Part) {
    const PagePart Parts[] = {Part};
    Demand D = Cache.demand().pin(*File, Parts);
    const PageView View = D.pages()[0];
    const uint64_t Begin = Part.Page * PageSize;
    for (uint64_t I = Part.Bytes.Begin; View.Data && I < Part.Bytes.End; ++I)
      EXPECT_EQ(View.Data[I - Begin], Script::byteAt(I, 0)) << I;
    if (View.Data) {
      EXPECT_LE(Part.Bytes.End - Begin, View.Valid);
      D.markUsed();
    } else {
      D.over();
    }
    return View.Data != nullptr;
  }

  std::shared_ptr<Script> Disk = std::make_shared<Script>();
  FileStatistics Counts{"parts"};
  PageCache Cache;
  std::shared_ptr<CachedFile> File;
  std::atomic<bool> Cancel{false};
  uint64_t Calls = 0;
};

TEST_F(PartsTest, FarRequestsFetchBlocks) {
  scatter();
  EXPECT_EQ(fetch(part(10, Block + 7, 2 * Block + 1)),
            (std::vector<Issued>{{10 * PageSize + Block, 2 * Block}}));
  EXPECT_TRUE(finds(part(10, Block + 7, 2 * Block + 1)));
  EXPECT_TRUE(finds(part(10, Block, 3 * Block)));
}

TEST_F(PartsTest, APageThatIsAskedForTwiceIsFetchedWhole) {
  scatter();
  Cache.coherence().beginWrite(*File, {10 * PageSize, 11 * PageSize});
  EXPECT_TRUE(fetch(part(10, 0, 100)).empty());
  EXPECT_TRUE(fetch(part(90, 0, 100)).size() == 1);
  EXPECT_TRUE(fetch(part(10, 15 * Block, 16 * Block)).empty());
  Cache.coherence().endWrite(*File, {10 * PageSize, 11 * PageSize});
  EXPECT_EQ(Disk->issued(), (std::vector<Issued>{{10 * PageSize, PageSize}}));
}

TEST_F(PartsTest, WhatWasLeftOutIsNotFound) {
  scatter();
  fetch(part(10, Block, 2 * Block));
  EXPECT_FALSE(finds(part(10, 0, Block)));
}

TEST_F(PartsTest, AByteBehindAPartIsNotFound) {
  scatter();
  fetch(part(10, Block, 2 * Block));
  EXPECT_FALSE(finds(part(10, Block, 2 * Block + 1)));
}

TEST_F(PartsTest, MuchOfAPageIsFetchedWhole) {
  scatter();
  EXPECT_EQ(fetch(part(10, 0, PageSize / 8 * 7 + 1)),
            (std::vector<Issued>{{10 * PageSize, PageSize}}));
}

TEST_F(PartsTest, NearRequestsFetchPages) {
  for (uint64_t Page = 0; Page < 8; ++Page)
    EXPECT_EQ(fetch(part(Page, 0, 100)),
              (std::vector<Issued>{{Page * PageSize, PageSize}}));
}

TEST_F(PartsTest, WhatIsWantedBesideAPartIsFetchedWithThePart) {
  scatter();
  fetch(part(10, 0, 100));
  EXPECT_EQ(fetch(part(10, Block, 2 * Block)),
            (std::vector<Issued>{{10 * PageSize, PageSize}}));
  EXPECT_TRUE(finds(part(10, 0, 2 * Block)));
}

TEST_F(PartsTest, ReadsOfTheProgramThatMissPartsEndIt) {
  scatter();
  for (uint64_t Page = 10; Page < 60; Page += 10) {
    EXPECT_EQ(fetch(part(Page, 0, 100)),
              (std::vector<Issued>{{Page * PageSize, Block}}));
    EXPECT_FALSE(finds(part(Page, Block, 2 * Block)));
  }
  EXPECT_EQ(fetch(part(70, 0, 100)),
            (std::vector<Issued>{{70 * PageSize, PageSize}}));
}

TEST_F(PartsTest, TheFileEndsInAPart) {
  scatter();
  Disk->setFileSize(10 * PageSize + 50);
  fetch(part(10, 0, Block));
  const PagePart Parts[] = {part(10, 0, Block)};
  Demand D = Cache.demand().pin(*File, Parts);
  EXPECT_TRUE(!D.pages()[0].Data || D.pages()[0].Valid == 50);
  D.over();
}

TEST_F(PartsTest, OfASmallerFilePagesAreFetched) {
  Cache.coherence().close(File);
  File = Cache.coherence().open(
      {7, 1000}, std::make_shared<MemoryFile>(Disk, FileBytes - 1), "smaller");
  File->Stats = &Counts;
  scatter();
  EXPECT_EQ(fetch(part(10, 0, 100)),
            (std::vector<Issued>{{10 * PageSize, PageSize}}));
}

} // namespace
