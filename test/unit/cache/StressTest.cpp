//===- StressTest.cpp - everybody at once ---------------------------------===//
//
// Writers, readers, a source and invalidations on one file, for the sanitizers
// and for the one rule that matters: a read never returns bytes older than the
// last write that ended before it began, nor a mixture within one write.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint64_t PageSize = 4096, Block = PageSize / 4, Blocks = 1200;

/// Each block of the file holds its version, over and over. Blocks are what is
/// written and asked for.
class Stress {
public:
  explicit Stress(std::unique_ptr<Storage> Backend)
      : Cache(settings(), std::move(Backend)) {
    std::string Name = testing::TempDir() + "foreslice-stress-XXXXXX";
    WriteFd = mkstemp(Name.data());
    static unsigned Number = 0;
    ++Number;
    File = Cache.coherence().open({4, Number},
                                  std::make_shared<Descriptor>(::open(
                                      Name.c_str(), O_RDONLY | O_CLOEXEC)),
                                  "stress-" + std::to_string(Number));
    unlink(Name.c_str());
    for (uint64_t B = 0; B < Blocks; ++B)
      put(B, 0);
  }
  ~Stress() {
    Cache.coherence().close(File);
    ::close(WriteFd);
  }

  void run(unsigned Rounds) {
    std::vector<std::thread> Others;
    Others.emplace_back([&] { source(); });
    Others.emplace_back([&] { writer(2); });
    Others.emplace_back([&] { writer(3); });
    Others.emplace_back([&] { meddler(); });
    std::thread Second([&, Rounds] { reader(4, Rounds); });
    reader(5, Rounds);
    Second.join();
    Stop = Cancel = true;
    while (SourceRuns) {
      Cache.control().wakeSources();
      std::this_thread::yield();
    }
    for (std::thread &T : Others)
      T.join();
  }
  uint64_t hits() const {
    return File->Stats->get(Counter::ReadyHits) +
           File->Stats->get(Counter::UnreadyHits);
  }

private:
  static Settings settings() {
    Settings S;
    S.Always = true; // the file is in memory
    S.PageSize = PageSize;
    S.CacheSize = 64 * PageSize;
    S.IoDepth = 8;
    return S;
  }
  static PagePart part(uint64_t B) {
    return {B * Block / PageSize, {B * Block, (B + 1) * Block}};
  }
  void put(uint64_t B, uint64_t Version) {
    std::array<uint64_t, Block / 8> Data;
    Data.fill(Version);
    EXPECT_EQ(
        pwrite(WriteFd, Data.data(), Block, static_cast<off_t>(B * Block)),
        static_cast<ssize_t>(Block));
  }

  void source() {
    std::mt19937 Random(1);
    while (!Cancel) {
      std::vector<PagePart> Pages;
      for (uint64_t B = Random() % Blocks; B < Blocks && Pages.size() < 8;
           B += 4 + Random() % 8)
        Pages.push_back(part(B));
      Cache.posting().prefetch(*File, {0, 0}, Pages, Cancel);
      Cache.posting().measureAnew();
    }
    SourceRuns = false;
  }
  /// Writes the blocks whose number is Parity modulo 2.
  void writer(unsigned Parity) {
    std::mt19937 Random(Parity);
    while (!Stop) {
      uint64_t B = (Random() % (Blocks / 2)) * 2 + Parity % 2;
      uint64_t V = ++Begun[B];
      Cache.coherence().beginWrite(*File, part(B).Bytes);
      put(B, V);
      Cache.coherence().endWrite(*File, part(B).Bytes);
      Ended[B] = V;
      std::this_thread::yield();
    }
  }
  void meddler() {
    std::mt19937 Random(6);
    while (!Stop) {
      if (Random() % 4 == 0)
        Cache.coherence().invalidate(*File);
      if (Random() % 8 == 0)
        Cache.posting().endLane(0);
      for (int I = 0; I < 50; ++I)
        std::this_thread::yield();
    }
  }
  void reader(unsigned Seed, unsigned Rounds) {
    std::mt19937 Random(Seed);
    // As long as it takes for the others to have been there too.
    for (unsigned I = 0; I < Rounds || (hits() < 500 && I < 1000 * Rounds);
         ++I) {
      if (I >= Rounds)
        std::this_thread::yield();
      uint64_t B = Random() % (Blocks - 4);
      std::array Pages{part(B), part(B + 4)};
      std::array<uint64_t, 2> Oldest{Ended[B], Ended[B + 4]};
      auto D = Cache.demand().pin(*File, Pages);
      bool Missing = false;
      for (size_t J = 0; J < 2; ++J) {
        PageView V = D.pages()[J];
        Missing |= !V.Data;
        if (V.Data)
          check(V, B, Oldest[J], Begun[B + 4 * J]);
      }
      if (Missing)
        D.over();
      else
        D.markUsed();
    }
  }
  static void check(const PageView &V, uint64_t B, uint64_t Oldest,
                    uint64_t Newest) {
    ASSERT_EQ(V.Valid, PageSize);
    auto *Words =
        reinterpret_cast<const uint64_t *>(V.Data + B * Block % PageSize);
    ASSERT_GE(Words[0], Oldest);
    ASSERT_LE(Words[0], Newest);
    for (size_t I = 1; I < Block / 8; ++I)
      ASSERT_EQ(Words[I], Words[0]);
  }

  PageCache Cache;
  std::shared_ptr<CachedFile> File;
  int WriteFd;
  std::array<std::atomic<uint64_t>, Blocks> Begun{}, Ended{};
  std::atomic<bool> Stop{false}, Cancel{false}, SourceRuns{true};
};

TEST(StressTest, NeverStaleNeverTornWithUring) {
  Stress S(makeUringStorage());
  S.run(20'000);
  EXPECT_GE(S.hits(), 500u);
}

TEST(StressTest, NeverStaleNeverTornWithThreads) {
  Stress S(makeThreadStorage());
  S.run(20'000);
  EXPECT_GE(S.hits(), 500u);
}

} // namespace
