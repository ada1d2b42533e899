//===- NodeStressTest.cpp - many processes, some of which are killed ------===//
//
// Each process fetches, finds, copies, writes and evicts pages of one file at
// random. The "storage" is a version number a page: a page found must be of a
// version at least as new as that of the last write that was over before it was
// looked for, and whole.
//
//===----------------------------------------------------------------------===//

#include "SharedDirectory.h"

#include "support/Clock.h"

#include <csignal>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr unsigned Processes = 4;
constexpr uint32_t FramesOfEach = 6;
constexpr uint64_t Pages = 16, PageSize = SharedDirectory::PageSize;

struct Storage {
  /// By page: before a write, and after it.
  std::array<std::atomic<uint64_t>, Pages> Begun, Ended;
  std::atomic<uint64_t> Found, Retried, Bad;
};

class Worker {
public:
  Worker(void *Memory, unsigned Self, Storage &Disk, unsigned Seed)
      : D(Memory, Self), Disk(Disk), Random(Seed), F(D.openFile(1, 1)) {}

  void step() {
    uint64_t Page = Random() % Pages;
    unsigned What = Random() % 128;
    What == 0 ? write(Page) : What < 32 ? fetch(Page) : look(Page);
  }

private:
  void write(uint64_t Page) {
    ByteRange All = Random() % 8 ? bytesOf(Page) : ByteRange{};
    D.beginWrite(F, All);
    for (uint32_t I = 0; I < FramesOfEach; ++I) // as the pool does
      if (Held[I] && (All == ByteRange{} || Of[I] == Page))
        drop(I);
    uint64_t New = ++Disk.Begun[Page];
    D.endWrite(F, All);
    // Of several at once the last one says what was over.
    uint64_t Old = Disk.Ended[Page];
    while (Old < New && !Disk.Ended[Page].compare_exchange_weak(Old, New))
      ;
  }
  void fetch(uint64_t Page) {
    uint32_t I = Random() % FramesOfEach;
    if (Held[I])
      drop(I);
    if (D.claim(D.idOf(I), F, Page, bytesOf(Page), 0) != Claim::Claimed)
      return;
    Held[I] = true;
    Of[I] = Page;
    uint64_t Version = Disk.Begun[Page];
    auto *To = reinterpret_cast<uint64_t *>(D.data() + I * PageSize);
    std::fill(To, To + PageSize / 8, Version * Pages + Page);
    D.frames()[I].Valid = PageSize;
    D.publish(D.idOf(I));
  }
  void drop(uint32_t I) {
    D.remove(D.idOf(I));
    Held[I] = false;
  }
  void look(uint64_t Page) {
    uint64_t Oldest = Disk.Ended[Page];
    NodeDirectory::Found X = D.find(F, Page, bytesOf(Page), 0);
    if (!X || !D.wait(X, bytesOf(Page), 100'000'000) || !X.ready())
      return;
    std::array<uint64_t, PageSize / 8> Copy;
    memcpy(Copy.data(), D.bytes(X), PageSize);
    if (!D.stillThere(X)) {
      ++Disk.Retried;
      return;
    }
    ++Disk.Found;
    for (uint64_t Word : Copy)
      if (Word != Copy[0] || Word % Pages != Page || Word / Pages < Oldest) {
        ++Disk.Bad;
        break;
      }
  }

  NodeDirectory D;
  Storage &Disk;
  std::mt19937 Random;
  NodeDirectory::FileId F;
  std::array<bool, FramesOfEach> Held{};
  std::array<uint64_t, FramesOfEach> Of{};
};

pid_t start(const SharedDirectory &D, unsigned Self, Storage &Disk,
            unsigned Seed, uint64_t Ns, uint64_t Finds = 0) {
  return inChild([=, &D, &Disk] {
    Worker W(D.Memory, Self, Disk, Seed);
    // Beside other work it takes longer; ten minutes are a hang.
    for (uint64_t End = nowNs() + Ns;
         nowNs() < End ||
         (Disk.Found < Finds && nowNs() < End + 600'000'000'000);)
      W.step();
  });
}

TEST(NodeStressTest, NoStaleByte) {
  SharedDirectory D(std::vector<uint32_t>(Processes, FramesOfEach));
  auto &Disk = shared<Storage>();
  constexpr uint64_t Enough = 1000;
  std::vector<pid_t> Children;
  for (unsigned I = 0; I < Processes; ++I)
    Children.push_back(start(D, I, Disk, I, 2'000'000'000, Enough));
  for (pid_t Child : Children)
    EXPECT_TRUE(ended(Child));
  EXPECT_EQ(Disk.Bad, 0u);
  EXPECT_GE(Disk.Found, Enough);
}

TEST(NodeStressTest, TheOthersGoOn) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 40; ++Round) {
    SharedDirectory D(std::vector<uint32_t>(Processes, FramesOfEach));
    auto &Disk = shared<Storage>();
    std::vector<pid_t> Children;
    for (unsigned I = 0; I < Processes; ++I)
      Children.push_back(start(D, I, Disk, Round * Processes + I,
                               I == 0 ? 600'000'000'000 : 60'000'000));
    usleep(5000 + Random() % 30000);
    kill(Children[0], SIGKILL);
    for (unsigned I = 1; I < Processes; ++I)
      EXPECT_TRUE(ended(Children[I])) << Round;
    EXPECT_FALSE(ended(Children[0]));
    EXPECT_EQ(Disk.Bad, 0u) << Round;
  }
}

} // namespace
