//===- CacheFixture.cpp - a cache of 100 pages on scripted storage --------===//
//
// Every test has a file, and so counters, of its own.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

Settings test::smallCache(uint64_t PoolPages) {
  Settings S;
  S.PageSize = 4096;
  S.CacheSize = PoolPages * S.PageSize;
  S.Scheme = SchemeKind::PAdaptWin;
  return S;
}

static Settings withDepth(Settings S, unsigned IoDepth) {
  S.IoDepth = IoDepth;
  return S;
}

CacheTest::CacheTest(unsigned IoDepth, uint64_t PoolPages)
    : Cache(withDepth(smallCache(PoolPages), IoDepth),
            makeScriptedStorage(Disk)) {
  static unsigned Number = 0;
  ++Number;
  File = Cache.coherence().open({1, Number}, scriptedFile(Disk),
                                "test-" + std::to_string(Number));
  File->Stats = &Counts;
}

void CacheTest::TearDown() {
  if (filesAreInMemory())
    EXPECT_EQ(openDescriptors(), DescriptorsBefore);
  Disk->letGo();
}

int CacheTest::devNull() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

std::shared_ptr<CachedFile> CacheTest::openHoles(uint64_t Pages) {
  std::string Path = testing::TempDir() + "holes-XXXXXX";
  int Fd = mkstemp(Path.data());
  unlink(Path.c_str());
  EXPECT_EQ(ftruncate(Fd, Pages * PageSize), 0);
  Disk->setFileSize(Pages * PageSize);
  static unsigned Number = 0;
  return Cache.coherence().open({2, ++Number}, std::make_shared<Descriptor>(Fd),
                                Path);
}

void CacheTest::fetch(const Pages &P, uint64_t CallId) {
  ASSERT_EQ(post(CallId, P), PostResult::Accepted);
  Disk->completeAll();
}

bool CacheTest::use(uint64_t Page) {
  auto D = Cache.demand().pin(*File, Pages{Page});
  bool Hit = D.hits() != 0;
  if (Hit) {
    EXPECT_TRUE(holds(D.pages()[0], Page));
    D.markUsed();
  } else {
    D.over();
  }
  return Hit;
}

bool CacheTest::holds(const PageView &V, uint64_t Page, unsigned Version) {
  for (uint64_t I = 0; I < V.Valid; ++I)
    if (V.Data[I] != Script::byteAt(Page * PageSize + I, Version))
      return false;
  return true;
}

void foreslice::test::sleepFarLonger(
    std::chrono::steady_clock::time_point Since,
    std::chrono::milliseconds Least) {
  const auto Passed = std::chrono::steady_clock::now() - Since;
  std::this_thread::sleep_for(
      std::max<std::chrono::steady_clock::duration>(4 * Passed, Least));
}
