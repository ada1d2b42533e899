//===- JobStressTest.cpp - threads of three nodes at once -----------------===//
//
// Each fetches, finds, copies, writes and evicts pages of one file at random.
// The "storage" is a version number a page: a page that was fetched or found
// must be of a version at least as new as that of the last write that was over
// when this began, and whole.
//
//===----------------------------------------------------------------------===//

#include "JobFixture.h"

#include "support/Clock.h"
#include "support/Delay.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

/// Answers copy from a frame without a lock, and see afterwards whether it was
/// filled anew: no news for the sanitizer, so frames are filled only once.
#if defined(__SANITIZE_THREAD__)
constexpr bool Refills = false;
#elif defined(__has_feature)
constexpr bool Refills = !__has_feature(thread_sanitizer);
#else
constexpr bool Refills = true;
#endif

constexpr uint32_t FramesOfEach = Refills ? 8 : 20'000;
constexpr uint64_t Pages = 12;

struct Storage {
  /// By page: before a write, and after it.
  std::array<std::atomic<uint64_t>, Pages> Begun{}, Ended{};
  const bool WritesOverlap;
  std::mutex Writes{};
  std::atomic<uint64_t> FromStorage{0}, WritesOver{0}, FromNodes{0}, Found{0},
      Bad{0};

  /// How often each has to have been there.
  bool enough() const {
    return WritesOver > 10 && FromStorage > 100 && FromNodes > 100 &&
           Found > 100;
  }
};

/// Of four homes' blocks.
uint64_t placeOf(uint64_t Page) { return Page % 4 * Block + Page / 4; }

/// What the threads of a node have in common.
class StressNode {
public:
  StressNode(JobRank &Rank, Storage &Disk) : R(Rank), Disk(Disk) {}

  void run(unsigned Seed, uint64_t UntilNs) {
    std::mt19937 Random(Seed);
    // Beside other work it takes longer; ten minutes are a hang.
    while (nowNs() < UntilNs ||
           (!Disk.enough() && nowNs() < UntilNs + 600'000'000'000)) {
      uint64_t Page = Random() % Pages;
      unsigned What = Random() % 32;
      if (What == 0)
        write(Page, Random() % 8 == 0);
      else if (What < 20)
        fetch(Page);
      else
        find(Page);
    }
  }

private:
  struct Held {
    uint64_t Page = 0;
    bool Linked = false, Loading = false;
  };

  void write(uint64_t Page, bool Whole) {
    std::unique_lock One(Disk.Writes, std::defer_lock);
    if (!Disk.WritesOverlap)
      One.lock();
    ByteRange Written = Whole ? ByteRange{} : bytesOf(placeOf(Page));
    {
      std::lock_guard G(M);
      R.Node.beginWrite(R.Shared, Written);
    }
    uint64_t New = ++Disk.Begun[Page];
    bool Over = R.Pages.wrote(TheFile, Written);
    {
      std::lock_guard G(M);
      R.Node.endWrite(R.Shared, Written);
    }
    // Of several at once the last one says what was over.
    uint64_t Old = Disk.Ended[Page];
    Disk.WritesOver += Over;
    while (Over && Old < New &&
           !Disk.Ended[Page].compare_exchange_weak(Old, New))
      ;
  }

  void fetch(uint64_t Page) {
    uint64_t Oldest = Disk.Ended[Page];
    std::optional<uint32_t> I = claim(Page);
    if (!I)
      return;
    auto *Bytes = R.Node.data() + *I * PageSize;
    if (!copyFromNodes(Page, *I, Bytes)) {
      uint64_t Word = Disk.Begun[Page] * Pages + Page;
      for (uint64_t At = 0; At < PageSize; At += sizeof Word)
        memcpy(Bytes + At, &Word, sizeof Word);
      ++Disk.FromStorage;
    }
    check(Page, Oldest, Bytes);
    {
      std::lock_guard G(M);
      R.Node.frames()[*I].Valid = PageSize;
      R.Node.publish(R.Node.idOf(*I));
      Frames[*I].Loading = false;
    }
    R.Pages.settled();
  }

  /// A frame of this node that is to take the page.
  std::optional<uint32_t> claim(uint64_t Page) {
    std::lock_guard G(M);
    auto At = R.Node.findForOthers(R.Shared, placeOf(Page), 0);
    uint32_t I = Next % FramesOfEach;
    if (At || Frames[I].Loading || Next >= LastFrame)
      return std::nullopt;
    ++Next;
    if (Frames[I].Linked)
      R.remove(I);
    auto Claim = R.Node.claim(R.Node.idOf(I), R.Shared, placeOf(Page),
                              bytesOf(placeOf(Page)), R.Since, R.Since);
    bool Claimed = Claim == Claim::Claimed;
    Frames[I] = {Page, Claimed, Claimed};
    return Claimed ? std::optional(I) : std::nullopt;
  }

  void noteKnown(uint32_t Frame, bool Copied, uint64_t Number = 0) {
    R.Node.noteKnown(R.Node.idOf(Frame), Copied, static_cast<uint32_t>(Number));
    if (Copied)
      R.Pages.settled();
  }

  bool copyFromNodes(uint64_t Page, uint32_t Frame, std::byte *To) {
    int From = RemotePages::FromStorage;
    for (int Try = 0; Try < 2; ++Try) {
      uint64_t Number = 0;
      std::tie(From, Number) = R.numberedLook(placeOf(Page), From);
      noteKnown(Frame, From != RemotePages::FromStorage, Number);
      if (From == RemotePages::FromStorage)
        return false;
      Copies C = R.startGet(From, placeOf(Page), 1, 1, TheFile, Number).get();
      if (C.Valid[0] == RemotePages::Missing)
        continue;
      Disk.Bad += C.Valid[0] != PageSize;
      memcpy(To, C.Data.data(), PageSize);
      ++Disk.FromNodes;
      return true;
    }
    noteKnown(Frame, false);
    return false;
  }

  /// As the cache: under its lock no frame is filled anew.
  void find(uint64_t Page) {
    uint64_t Oldest = Disk.Ended[Page];
    std::lock_guard G(M);
    auto At = R.Node.findForOthers(R.Shared, placeOf(Page), R.Since);
    if (!At || !At.ready())
      return;
    check(Page, Oldest, R.Node.bytes(At));
    ++Disk.Found;
  }

  void check(uint64_t Page, uint64_t Oldest, const std::byte *Bytes) {
    std::array<uint64_t, PageSize / 8> Words;
    memcpy(Words.data(), Bytes, PageSize);
    for (uint64_t Word : Words)
      if (Word != Words[0] || Word % Pages != Page || Word / Pages < Oldest) {
        ++Disk.Bad;
        return;
      }
  }

  JobRank &R;
  Storage &Disk;
  std::mutex M; // guards what follows, and calls of the directory
  static constexpr uint32_t LastFrame = Refills ? UINT32_MAX : FramesOfEach;
  std::vector<Held> Frames{FramesOfEach};
  uint32_t Next = 0;
};

void run(uint64_t Ns, bool WritesOverlap) {
  // Pages may wait for each other: a rank whose page was written meanwhile
  // looks again, and is then asked for what it fetches anew.
  // More nodes than get a page from who has read it.
  JobRanks J({0, 1, 2, 3, 4, 5}, FramesOfEach, std::chrono::seconds(1));
  Storage Disk{.WritesOverlap = WritesOverlap};
  std::vector<std::unique_ptr<StressNode>> Nodes;
  for (int Rank = 0; Rank < J.size(); ++Rank)
    Nodes.push_back(std::make_unique<StressNode>(J[Rank], Disk));
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 6; ++I)
    Threads.emplace_back([&, I] { Nodes[I]->run(I, nowNs() + Ns); });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Disk.Bad, 0u);
  EXPECT_TRUE(Disk.enough())
      << Disk.WritesOver << " writes over, from storage " << Disk.FromStorage
      << ", from nodes " << Disk.FromNodes << ", found " << Disk.Found;
}

TEST(JobStressTest, NoStaleByte) { run(1'000'000'000, false); }

TEST(JobStressTest, NorWhereThreadsStop) {
  delays::start(1, 0);
  run(1'000'000'000, false);
  delays::On = false;
}

TEST(JobStressTest, NorWhereWritesOverlap) { run(1'000'000'000, true); }

} // namespace
