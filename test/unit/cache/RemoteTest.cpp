//===- RemoteTest.cpp - a cache and the nodes beside its own --------------===//
//
// Two processes of a node, and other nodes that the test plays: which ranks
// have which pages, and when they answer.
//
//===----------------------------------------------------------------------===//

#include "NodeFixture.h"

#include "scheme/RemoteWorth.h"
#include "share/RemotePages.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Pages = WholePages;
constexpr uint64_t Job = 77;
constexpr int Storage = RemotePages::FromStorage;
/// Of the bytes that other nodes have.
constexpr unsigned Theirs = 9;

class OtherNodes final : public RemotePages {
public:
  struct Asked {
    uint64_t First, Count;
    int Rank; ///< Who was asked, or had nothing.
    bool operator==(const Asked &) const = default;
  };

  void enter(uint64_t, std::vector<int>, uint32_t) override {}
  void renew(uint64_t, uint64_t, uint64_t) override {}
  void leave(uint64_t) override {}
  void look(const PageRun &Run, int Lost, Owners Done) override {
    EXPECT_EQ(Run.File, Job);
    std::vector<int> Of;
    {
      std::lock_guard G(M);
      Generation = Run.Generation;
      Looks.push_back({Run.First, Run.Count, Lost});
      for (uint64_t I = 0; I < Run.Count; ++I) {
        auto Has = Owner.find(Run.First + I);
        int Now = Has == Owner.end() ? Storage : Has->second;
        Of.push_back(Now != Lost ? Now : NextOwner);
      }
    }
    Done(Of, 0);
  }
  void get(const PageRun &Run, int From, std::span<std::byte *const> Frames,
           Copied Done) override {
    std::vector<uint32_t> Valid;
    std::lock_guard G(M);
    Gets.push_back({Run.First, Run.Count, From});
    for (uint64_t I = 0; I < Run.Count; ++I) {
      bool Has = std::ranges::find(Gone, Run.First + I) == Gone.end();
      Valid.push_back(Has ? PageSize : Missing);
      for (uint64_t B = 0; Has && B < PageSize; ++B)
        Frames[I][B] = Script::byteAt((Run.First + I) * PageSize + B, Theirs);
    }
    auto Answer = [Done, Valid] { Done({Valid}); };
    if (Hold)
      Held.push_back(Answer);
    else
      Answer();
  }
  bool wrote(uint64_t File, ByteRange Written) override {
    EXPECT_EQ(File, Job);
    Writes.push_back(Written);
    if (DuringWrite)
      DuringWrite();
    return Reachable;
  }
  void settled() override { ++Settled; }
  void tell(std::span<const std::byte>) override {}

  void answerAll() {
    std::vector<std::function<void()>> Now;
    {
      std::lock_guard G(M);
      Now.swap(Held);
      Hold = false;
    }
    for (auto &Answer : Now)
      Answer();
  }

  std::map<uint64_t, int> Owner;
  std::vector<uint64_t> Gone; ///< Its owner has it no more.
  int NextOwner = Storage;    ///< Of what is lost.
  bool Hold = false, Reachable = true;
  std::function<void()> DuringWrite;
  std::vector<Asked> Looks, Gets;
  std::vector<ByteRange> Writes;
  uint64_t Generation = 0;
  std::atomic<unsigned> Settled{0};

private:
  std::mutex M;
  std::vector<std::function<void()>> Held;
};

/// Outlives the caches that call it.
struct HasOtherNodes {
  OtherNodes Others;
};

struct RemoteTest : HasOtherNodes, NodeTest {
  using Asked = OtherNodes::Asked;
  RemoteTest() {
    for (NodeProcess *P : {&A, &B}) {
      P->Cache.control().connect(Others);
      P->Cache.coherence().enterJob(*P->File, Job, {0, 1, 2});
    }
    renew(1);
  }
  void renew(uint64_t Generation) {
    for (NodeProcess *P : {&A, &B})
      P->Cache.coherence().renewJob(*P->File, Job, Generation);
  }
  /// Whether A gives the page to other nodes, now or once it has come.
  bool goesOut(uint64_t Page) {
    return bool(A.Node.findForOthers(A.Node.openFile(7, 7), Page, 0));
  }
  /// Whether a page that is asked for comes.
  static bool arrives(NodeProcess &P, uint64_t Page) {
    return eventually([&] {
      return P.Cache.posting()
          .await(*P.File, {0, 0}, whole(Page), P.Cancel)
          .page()
          .Data;
    });
  }
};

TEST_F(RemoteTest, WhatNoNodeHasIsRead) {
  A.fetch({3, 4});
  EXPECT_EQ(Others.Looks, (std::vector<Asked>{{3, 2, Storage}}));
  EXPECT_TRUE(Others.Gets.empty());
  EXPECT_EQ(A.read(4), byteOf(4));
  EXPECT_EQ(A.count(Counter::StorageReads), 1u);
  EXPECT_EQ(A.count(Counter::PagesRemote), 0u);
  EXPECT_GE(Others.Settled, 1u);
  EXPECT_TRUE(goesOut(3));
}

TEST_F(RemoteTest, WhatAnotherNodeHasIsCopied) {
  Others.Owner = {{3, 5}, {4, 5}};
  A.post({3, 4});
  EXPECT_TRUE(arrives(A, 4));
  EXPECT_EQ(Others.Gets, (std::vector<Asked>{{3, 2, 5}}));
  EXPECT_EQ(A.read(3), byteOf(3, Theirs));
  EXPECT_EQ(A.issued(), 0u);
  EXPECT_EQ(A.count(Counter::StorageReads), 0u);
  EXPECT_EQ(A.count(Counter::PagesRemote), 2u);
  EXPECT_EQ(A.count(Counter::PagesPrefetched), 2u);
  // Both have begun the generation: one copy is enough for the node.
  EXPECT_EQ(B.read(3), byteOf(3, Theirs));
  EXPECT_EQ(B.count(Counter::NodeHits), 1u);
}

TEST_F(RemoteTest, EachOwnerIsAskedForItsPages) {
  Others.Owner = {{2, 5}, {3, 5}, {4, 6}};
  Others.Hold = true;
  A.post({0, 1, 2, 3, 4, 5});
  auto Reads = A.Disk->issued();
  EXPECT_EQ(Reads, (std::vector<Script::Issued>{{0, 2 * PageSize},
                                                {5 * PageSize, PageSize}}));
  EXPECT_EQ(Others.Looks, (std::vector<Asked>{{0, 6, Storage}}));
  EXPECT_EQ(Others.Gets, (std::vector<Asked>{{2, 2, 5}, {4, 1, 6}}));
  // What is read waits for nobody: others may be waiting for it.
  EXPECT_TRUE(goesOut(1));
  EXPECT_FALSE(goesOut(2)) << "is not waited for";
  A.Disk->completeAll();
  EXPECT_EQ(A.read(1), byteOf(1));
  EXPECT_EQ(A.read(5), byteOf(5));
  Others.answerAll();
  EXPECT_TRUE(arrives(A, 4));
  EXPECT_EQ(A.read(2), byteOf(2, Theirs));
  EXPECT_EQ(A.read(4), byteOf(4, Theirs));
  EXPECT_EQ(A.count(Counter::PagesRemote), 3u);
}

TEST_F(RemoteTest, WhatItsOwnerHasNoMoreIsLookedForOnceMore) {
  Others.Owner = {{3, 5}, {4, 5}, {6, 5}, {7, 5}};
  Others.Gone = {4, 6, 7};
  A.post({3, 4});
  EXPECT_EQ(A.issued(), 1u);
  EXPECT_EQ(Others.Looks, (std::vector<Asked>{{3, 2, Storage}, {4, 1, 5}}));
  A.Disk->completeAll();
  EXPECT_EQ(A.read(3), byteOf(3, Theirs));
  EXPECT_EQ(A.read(4), byteOf(4));
  A.Disk->issued();
  A.post({6, 7});
  EXPECT_EQ(A.issued(), 1u) << "together";
  EXPECT_EQ(Others.Looks.back(), (Asked{6, 2, 5}));
  A.Disk->completeAll();
  EXPECT_EQ(A.read(7), byteOf(7));
}

TEST_F(RemoteTest, ThereIsAnEndToLooking) {
  Others.Owner = {{3, 5}};
  Others.Gone = {3};
  Others.NextOwner = 6;
  A.post({3});
  EXPECT_EQ(A.issued(), 1u);
  EXPECT_EQ(Others.Gets, (std::vector<Asked>{{3, 1, 5}, {3, 1, 6}}));
  EXPECT_TRUE(goesOut(3)) << "is being read after all";
  A.Disk->completeAll();
  EXPECT_EQ(A.read(3), byteOf(3));
}

TEST_F(RemoteTest, NoMoreReadsThanTheBackendTakes) {
  NodeMemory Another;
  NodeProcess C{Another.Start, 0, Path, 2};
  C.Cache.control().connect(Others);
  C.Cache.coherence().enterJob(*C.File, Job, {0, 1, 2});
  C.Cache.coherence().renewJob(*C.File, Job, 1);
  Others.Owner = {{1, 5}, {3, 5}, {5, 5}, {7, 5}};
  C.post({0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(C.issued(), 2u) << "of four";
  C.Disk->complete();
  EXPECT_EQ(C.issued(), 1u);
  C.Disk->completeAll();
  for (uint64_t I = 0; I < 8; ++I)
    EXPECT_EQ(C.read(I), byteOf(I, I % 2 ? Theirs : 0)) << I;
  EXPECT_EQ(C.count(Counter::Misses), 0u);
  EXPECT_EQ(C.count(Counter::PagesRemote), 4u);
  EXPECT_EQ(C.count(Counter::StorageReads), 4u);
}

TEST_F(RemoteTest, DemandReadsAskToo) {
  Others.Owner = {{1, 5}, {2, 5}, {3, 6}};
  Others.Gone = {3};
  auto D = A.Cache.demand().pin(*A.File, Pages{0, 1, 2, 3});
  Others.Gone = {};
  for (uint64_t I = 0; I < 4; ++I)
    EXPECT_EQ(static_cast<int>(D.pages()[I].Data[0]),
              byteOf(I, I == 1 || I == 2 ? Theirs : 0))
        << I;
  EXPECT_EQ(Others.Gets, (std::vector<Asked>{{1, 2, 5}, {3, 1, 6}}));
  D.over();
  EXPECT_EQ(A.count(Counter::PagesRemote), 2u);
  EXPECT_EQ(A.count(Counter::PagesFilled), 4u);
  EXPECT_EQ(A.count(Counter::Misses), 4u);
  EXPECT_EQ(A.issued(), 0u) << "by the main thread";
  for (uint64_t I = 0; I < 4; ++I)
    EXPECT_TRUE(goesOut(I)) << I;
}

TEST_F(RemoteTest, DemandReadsShowWhatTheyReadBeforeTheyWait) {
  Others.Owner = {{1, 5}};
  Others.Hold = true;
  std::thread Reader([&] {
    auto D = A.Cache.demand().pin(*A.File, Pages{0, 1});
    EXPECT_EQ(static_cast<int>(D.pages()[1].Data[0]), byteOf(1, Theirs));
    D.over();
  });
  EXPECT_TRUE(arrives(B, 0));
  Others.answerAll();
  Reader.join();
}

// A sync on another handle, or an end of atomic mode: what other nodes have may
// be older than that.
TEST_F(RemoteTest, NobodyIsAskedForWhatMayBeOld) {
  Others.Owner = {{3, 5}};
  A.Cache.coherence().invalidate(*A.File);
  A.fetch({3});
  EXPECT_TRUE(Others.Looks.empty());
  EXPECT_EQ(A.read(3), byteOf(3));
  EXPECT_EQ(B.read(3), byteOf(3)) << "newer than need be";
  EXPECT_FALSE(goesOut(3)) << "its home does not know of it";
  renew(2);
  A.Cache.coherence().invalidate(*A.File);
  B.Cache.coherence().invalidate(*B.File);
  renew(3);
  A.post({3});
  EXPECT_TRUE(arrives(A, 3));
  EXPECT_EQ(Others.Generation, 3u);
  EXPECT_EQ(A.read(3), byteOf(3, Theirs));
}

TEST_F(RemoteTest, CopiesOfAnOlderGenerationAreNoUse) {
  B.Cache.coherence().invalidate(*B.File);
  B.Cache.coherence().renewJob(*B.File, Job, 2);
  Others.Owner = {{3, 5}};
  A.post({3});
  EXPECT_TRUE(arrives(A, 3)) << "later, but as of before";
  Others.Owner = {};
  B.fetch({3});
  EXPECT_EQ(B.read(3), byteOf(3)) << "A is in the first one still";
  EXPECT_EQ(B.count(Counter::NodeHits), 0u);
}

TEST_F(RemoteTest, WritesAreToldBeforeTheyAreOver) {
  NodeDirectory::FileId F = A.Node.openFile(7, 7);
  ByteRange Written{3 * PageSize, 4 * PageSize};
  Others.DuringWrite = [&] { EXPECT_TRUE(A.Node.isBeingWritten(F, Written)); };
  A.write(Written);
  EXPECT_EQ(Others.Writes, std::vector{Written});
  EXPECT_FALSE(A.Node.isBeingWritten(F, Written));
  Others.Owner = {{3, 5}};
  B.post({3});
  EXPECT_TRUE(arrives(B, 3));
  A.Cache.coherence().beginHold(*A.File);
  A.Cache.coherence().endHold(*A.File);
  EXPECT_EQ(Others.Writes.size(), 1u) << "holds are each process's own";
}

TEST_F(RemoteTest, NobodyIsAskedOnceANodeCannotBeTold) {
  Others.Reachable = false;
  A.write({3 * PageSize, 4 * PageSize});
  Others.Owner = {{3, 5}, {4, 5}};
  for (NodeProcess *P : {&A, &B}) {
    P->fetch({3});
    EXPECT_EQ(P->read(3), byteOf(3));
  }
  EXPECT_TRUE(Others.Gets.empty());
}

TEST_F(RemoteTest, NobodyIsAskedWhenAProcessWritesWithoutTelling) {
  B.Cache.coherence().leaveJob(*B.File,
                               Job); // as one that opened the file by itself
  B.write({3 * PageSize, 4 * PageSize});
  Others.Owner = {{3, 5}};
  A.fetch({3});
  EXPECT_EQ(A.read(3), byteOf(3));
  EXPECT_TRUE(Others.Gets.empty());
  EXPECT_TRUE(Others.Writes.empty());
}

TEST_F(RemoteTest, WhatIsWrittenWhileItComesIsNotUsed) {
  Others.Owner = {{3, 5}};
  Others.Hold = true;
  A.post({3});
  EXPECT_EQ(A.issued(), 0u);
  EXPECT_EQ(Others.Gets.size(), 1u);
  B.write({3 * PageSize, 4 * PageSize});
  Others.Owner = {};
  Others.answerAll();
  A.fetch({3}, 1);
  A.Disk->completeAll();
  EXPECT_EQ(A.read(3), byteOf(3));
}

TEST(RemoteWorth, TheFasterOneIsAsked) {
  RemoteWorth W;
  for (int I = 0; I < 100; ++I) {
    W.readDone(4, 4 * 80'000);
    EXPECT_TRUE(W.ask()) << "nothing is known of other nodes";
  }
  for (int I = 0; I < 100; ++I)
    W.copyDone(1, 200'000);
  EXPECT_FALSE(W.pays());
  int Asked = 0;
  for (int I = 0; I < 640; ++I)
    Asked += W.ask();
  EXPECT_EQ(Asked, 10) << "to see whether that changes";
  for (int I = 0; I < 100; ++I)
    W.readDone(4, 4 * 2'000'000);
  EXPECT_TRUE(W.pays());
  EXPECT_TRUE(W.ask());
}

} // namespace
