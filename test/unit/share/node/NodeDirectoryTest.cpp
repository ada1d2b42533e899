//===- NodeDirectoryTest.cpp - pages that processes show each other -------===//
//
// Two processes' views of one directory, in one process; those that die are
// real ones.
//
//===----------------------------------------------------------------------===//

#include "SharedDirectory.h"
#include "Waiting.h"

#include <csignal>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Claim = NodeDirectory::Claim;
using Found = NodeDirectory::Found;
constexpr uint64_t PageSize = SharedDirectory::PageSize;
constexpr uint64_t Ms = 1'000'000, HangNs = 600'000 * Ms;

struct NodeDirectoryTest : testing::Test {
  NodeDirectoryTest() {
    EXPECT_EQ(B.openFile(8, 100), F);
    EXPECT_NE(A.openFile(8, 101), F) << "another file";
  }
  /// A has the page, full of Fill.
  Claim load(uint32_t Index, uint64_t Page, uint32_t Valid = PageSize,
             char Fill = 'a') {
    Claim C = A.claim(A.idOf(Index), F, Page, bytesOf(Page), 0);
    if (C != Claim::Claimed)
      return C;
    memset(A.data() + Index * PageSize, Fill, PageSize);
    A.frames()[Index].Valid = Valid;
    A.publish(A.idOf(Index));
    return C;
  }
  Found find(uint64_t Page, uint64_t Since = 0) {
    return B.find(F, Page, bytesOf(Page), Since);
  }
  void write(NodeDirectory &By, ByteRange Written) {
    By.beginWrite(F, Written);
    By.endWrite(F, Written);
  }

  SharedDirectory Shared{{8, 4, 2}};
  NodeDirectory A{Shared.Memory, 0}, B{Shared.Memory, 1};
  NodeDirectory::FileId F = A.openFile(8, 100);
};

TEST_F(NodeDirectoryTest, EachHasItsOwnFrames) {
  NodeDirectory C{Shared.Memory, 2};
  EXPECT_EQ(A.grid().pageSize(), PageSize);
  EXPECT_EQ(A.ownFrames(), 8u);
  EXPECT_EQ(B.ownFrames(), 4u);
  EXPECT_EQ(C.ownFrames(), 2u);
  EXPECT_EQ(B.data() - A.data(), 8 * PageSize);
  EXPECT_EQ(C.data() - B.data(), 4 * PageSize);
  EXPECT_EQ(B.frames() - A.frames(), 8);
  EXPECT_EQ(A.idOf(0), 1u);
  EXPECT_EQ(C.idOf(1), 14u);
}

TEST_F(NodeDirectoryTest, FindsWhatAnotherHas) {
  EXPECT_FALSE(find(5));
  ASSERT_EQ(load(0, 5, 100), Claim::Claimed);
  Found X = find(5);
  ASSERT_TRUE(X && X.ready());
  EXPECT_EQ(B.valid(X), 100u);
  EXPECT_EQ(B.bytes(X), A.data());
  EXPECT_TRUE(B.stillThere(X));
  EXPECT_FALSE(find(6));
  EXPECT_FALSE(A.find(F, 5, bytesOf(5), 0)) << "its own";
  EXPECT_FALSE(B.find(A.openFile(8, 101), 5, bytesOf(5), 0));
  A.remove(A.idOf(0));
  EXPECT_FALSE(find(5));
  EXPECT_FALSE(B.stillThere(X));
}

TEST_F(NodeDirectoryTest, AReusedFrameIsNotStillThere) {
  load(0, 5);
  Found X = find(5);
  A.remove(A.idOf(0));
  load(0, 5);
  EXPECT_TRUE(find(5));
  EXPECT_FALSE(B.stillThere(X));
}

TEST_F(NodeDirectoryTest, OneFetchesAPage) {
  ASSERT_EQ(A.claim(A.idOf(0), F, 5, bytesOf(5), 0), Claim::Claimed);
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), 0), Claim::Taken);
  A.publish(A.idOf(0));
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), 0), Claim::Taken);
  EXPECT_EQ(B.claim(B.idOf(0), F, 6, bytesOf(6), 0), Claim::Claimed);
  A.remove(A.idOf(0));
  EXPECT_EQ(B.claim(B.idOf(1), F, 5, bytesOf(5), 0), Claim::Claimed);
}

TEST_F(NodeDirectoryTest, APageOfNoTimeIsForNobodyElse) {
  const uint64_t Since = B.now();
  ASSERT_EQ(A.claim(A.idOf(0), F, 5, bytesOf(5), 0, NodeDirectory::AtNoTime),
            Claim::Claimed);
  EXPECT_FALSE(find(5, Since)) << "on its way";
  A.publish(A.idOf(0));
  EXPECT_FALSE(find(5, Since));
  EXPECT_TRUE(A.serves(A.idOf(0), bytesOf(5)));
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), Since), Claim::Claimed);
  write(B, bytesOf(5));
  EXPECT_FALSE(A.serves(A.idOf(0), bytesOf(5))) << "written by another";
}

TEST_F(NodeDirectoryTest, AfterASyncOnlyWhatWasReadSince) {
  load(0, 5);
  uint64_t Since = B.now();
  EXPECT_FALSE(find(5, Since));
  EXPECT_TRUE(find(5));
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), Since), Claim::Claimed);
  load(1, 6);
  EXPECT_TRUE(find(6, Since));
}

TEST_F(NodeDirectoryTest, WhatAnotherWroteIsNotServed) {
  load(0, 5), load(1, 6), load(2, 7);
  write(B, {5 * PageSize + 100, 7 * PageSize + 1});
  uint64_t Five = 5 * PageSize;
  EXPECT_TRUE(A.serves(A.idOf(0), {Five, Five + 100}));
  EXPECT_FALSE(A.serves(A.idOf(0), {Five, Five + 101}));
  EXPECT_FALSE(A.serves(A.idOf(1), {Five + PageSize, Five + PageSize + 1}));
  EXPECT_FALSE(A.serves(A.idOf(2), bytesOf(7)));
  EXPECT_TRUE(A.serves(A.idOf(2), {7 * PageSize + 1, 8 * PageSize}));
  EXPECT_FALSE(find(5));
  EXPECT_TRUE(B.find(F, 5, {Five, Five + 100}, 0));
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), 0), Claim::Claimed);
}

TEST_F(NodeDirectoryTest, NorIsWhatItsOwnerWrote) {
  load(0, 5);
  write(A, bytesOf(5));
  EXPECT_FALSE(A.serves(A.idOf(0), bytesOf(5)));
  EXPECT_FALSE(find(5));
}

TEST_F(NodeDirectoryTest, AWriteOfTheWholeFileDropsAll) {
  load(0, 5), load(1, 1u << 30);
  write(B, {});
  EXPECT_FALSE(A.serves(A.idOf(0), bytesOf(5)));
  EXPECT_FALSE(find(1u << 30));
  load(2, 6);
  EXPECT_TRUE(find(6));
}

TEST_F(NodeDirectoryTest, AHugeWriteDropsWhatItHolds) {
  load(0, 5), load(1, 1u << 20), load(2, 1u << 21);
  write(B, {6 * PageSize, (uint64_t(1) << 20) * PageSize + 1});
  EXPECT_TRUE(find(5));
  EXPECT_FALSE(find(1u << 20));
  EXPECT_TRUE(find(1u << 21));
}

TEST_F(NodeDirectoryTest, AWriteBehindTheEndDropsTheShortPage) {
  load(0, 5, 100), load(1, 4);
  write(B, {4 * PageSize, 4 * PageSize + 1});
  EXPECT_TRUE(find(5)) << "before it";
  write(B, {9 * PageSize, 9 * PageSize + 1});
  EXPECT_FALSE(find(5));
  EXPECT_TRUE(B.find(F, 4, {4 * PageSize + 1, 5 * PageSize}, 0));
  load(2, 5, 100);
  EXPECT_TRUE(find(5));
}

TEST_F(NodeDirectoryTest, NothingIsFetchedWhileItIsWritten) {
  A.beginWrite(F, bytesOf(5));
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), 0), Claim::Written);
  EXPECT_EQ(load(0, 5), Claim::Written) << "its own writes, too";
  EXPECT_FALSE(find(5));
  EXPECT_EQ(B.claim(B.idOf(0), F, 6, bytesOf(6), 0), Claim::Claimed);
  EXPECT_EQ(B.quietEpoch(F), 0u);
  A.endWrite(F, bytesOf(5));
  EXPECT_EQ(B.claim(B.idOf(1), F, 5, bytesOf(5), 0), Claim::Claimed);
}

TEST_F(NodeDirectoryTest, ManyWritesAtOnce) {
  for (uint64_t I = 0; I < 100; ++I)
    A.beginWrite(F, bytesOf(2 * I));
  EXPECT_TRUE(B.isBeingWritten(F, bytesOf(198)));
  EXPECT_TRUE(B.isBeingWritten(F, bytesOf(199))) << "not told apart any more";
  for (uint64_t I = 100; I-- > 0;)
    A.endWrite(F, bytesOf(2 * I));
  EXPECT_FALSE(B.isBeingWritten(F, {}));
}

TEST_F(NodeDirectoryTest, EpochsTellOfWrites) {
  uint64_t Before = A.quietEpoch(F);
  EXPECT_NE(Before, 0u);
  EXPECT_EQ(B.quietEpoch(F), Before);
  B.beginWrite(F, {0, 1});
  EXPECT_EQ(A.quietEpoch(F), 0u);
  B.endWrite(F, {0, 1});
  EXPECT_NE(A.quietEpoch(F), 0u);
  EXPECT_NE(A.quietEpoch(F), Before);
}

TEST_F(NodeDirectoryTest, WaitsForAPageOnItsWay) {
  A.claim(A.idOf(0), F, 5, bytesOf(5), 0);
  Found X = find(5);
  ASSERT_TRUE(X && !X.ready());
  EXPECT_TRUE(B.wait(X, bytesOf(5), Ms));
  EXPECT_FALSE(X.ready()) << "the time is over";
  std::thread Later([&] {
    EXPECT_TRUE(eventually([&] { return A.frames()[0].Waiters != 0; }));
    A.frames()[0].Valid = PageSize;
    A.publish(A.idOf(0));
  });
  EXPECT_TRUE(B.wait(X, bytesOf(5), HangNs));
  Later.join();
  EXPECT_TRUE(X.ready() && B.stillThere(X));
}

TEST_F(NodeDirectoryTest, WaitsInVainForWhatIsDroppedOrWritten) {
  A.claim(A.idOf(0), F, 5, bytesOf(5), 0);
  A.claim(A.idOf(1), F, 6, bytesOf(6), 0);
  Found X = find(5), Y = find(6);
  std::thread Later([&] {
    EXPECT_TRUE(eventually([&] { return A.frames()[0].Waiters != 0; }));
    A.remove(A.idOf(0));
    write(A, {0, 1}); // unrelated
    A.frames()[1].addWritten(bytesOf(6), 6 * PageSize, PageSize);
    A.publish(A.idOf(1));
  });
  EXPECT_FALSE(B.wait(X, bytesOf(5), HangNs));
  EXPECT_FALSE(B.wait(Y, bytesOf(6), HangNs));
  Later.join();
}

TEST_F(NodeDirectoryTest, TellsTheOwner) {
  load(0, 5);
  Found X = find(5);
  EXPECT_FALSE(A.frames()[0].Wanted || A.frames()[0].UsedByOthers);
  B.want(X);
  B.noteUse(X);
  EXPECT_TRUE(A.frames()[0].Wanted && A.frames()[0].UsedByOthers);
  A.remove(A.idOf(0));
  load(0, 9);
  EXPECT_FALSE(A.frames()[0].Wanted || A.frames()[0].UsedByOthers);
}

TEST_F(NodeDirectoryTest, FilesComeAndGo) {
  EXPECT_TRUE(A.othersUse(F));
  B.closeFile(F);
  EXPECT_FALSE(A.othersUse(F));
  load(0, 5);
  A.closeFile(F);
  EXPECT_EQ(B.openFile(9, 9), F) << "the entry is free";
  EXPECT_FALSE(B.find(F, 5, bytesOf(5), 0)) << "another file's";
}

TEST_F(NodeDirectoryTest, NoRoomForMoreFiles) {
  std::vector<NodeDirectory::FileId> Open;
  for (ino_t I = 1000; Open.empty() || Open.back(); ++I)
    Open.push_back(B.openFile(8, I));
  EXPECT_EQ(Open.size(), NodeDirectory::MaxFiles - 2 + 1);
  B.closeFile(Open.front());
  EXPECT_EQ(B.openFile(8, 7), Open.front());
}

//===----------------------------------------------------------------------===//
// What other nodes know of a file
//===----------------------------------------------------------------------===//

TEST_F(NodeDirectoryTest, WhatAHomeKnowsOfGoesOut) {
  load(0, 5);
  EXPECT_FALSE(A.findForOthers(F, 5, 0))
      << "others do not hear of writes to it";
  A.noteKnown(A.idOf(0), false);
  Found X = A.findForOthers(F, 5, 0);
  ASSERT_TRUE(X && X.ready());
  EXPECT_EQ(X.Id, A.idOf(0));
  X = B.findForOthers(F, 5, 0);
  ASSERT_TRUE(X && X.ready()) << "of whatever process";
  EXPECT_FALSE(A.findForOthers(F, 6, 0));
  EXPECT_FALSE(A.findForOthers(F, 5, A.now()));
}

TEST_F(NodeDirectoryTest, WhatItReadsItselfIsWaitedFor) {
  A.claim(A.idOf(1), F, 6, bytesOf(6), 0);
  Found X = A.findForOthers(F, 6, 0);
  EXPECT_TRUE(X && !X.ready());
  EXPECT_FALSE(B.findForOthers(F, 6, 0)) << "it would not hear of its end";
  A.noteKnown(A.idOf(1), true);
  EXPECT_FALSE(A.findForOthers(F, 6, 0)) << "copied from another node";
  A.noteKnown(A.idOf(1), false);
  EXPECT_TRUE(A.findForOthers(F, 6, 0)) << "read after all";
}

// One that its home does not know of does not hide one that it knows.
TEST_F(NodeDirectoryTest, TheKnownOneOfTwoGoesOut) {
  A.claim(A.idOf(0), F, 5, bytesOf(5), 0, A.now());
  A.noteKnown(A.idOf(0), false);
  A.publish(A.idOf(0));
  ASSERT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), A.now()), Claim::Claimed);
  B.publish(B.idOf(0));
  EXPECT_EQ(A.findForOthers(F, 5, 0).Id, A.idOf(0));
}

TEST_F(NodeDirectoryTest, OnlyWholePagesGoOut) {
  for (uint32_t I : {0, 1}) {
    load(I, 5 + I);
    A.noteKnown(A.idOf(I), false);
  }
  write(B, {6 * PageSize - 1, 6 * PageSize});
  EXPECT_FALSE(A.findForOthers(F, 5, 0) || B.findForOthers(F, 5, 0));
  EXPECT_TRUE(A.findForOthers(F, 6, 0));
}

TEST_F(NodeDirectoryTest, APageMayBeOlderThanItsFetch) {
  uint64_t Begin = A.now(), Later = A.now();
  EXPECT_EQ(A.claim(A.idOf(0), F, 5, bytesOf(5), Begin, Begin), Claim::Claimed);
  A.publish(A.idOf(0));
  EXPECT_TRUE(find(5, Begin));
  EXPECT_FALSE(find(5, Later)) << "whenever it came";
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), Later), Claim::Claimed);
  // What was written before the fetch is in it all the same.
  write(B, {});
  EXPECT_EQ(A.claim(A.idOf(1), F, 6, bytesOf(6), Begin, Begin), Claim::Claimed);
  EXPECT_TRUE(A.serves(A.idOf(1), bytesOf(6)));
}

TEST_F(NodeDirectoryTest, WhatOtherNodesWroteIsNotServed) {
  load(0, 5), load(1, 6), load(2, 7, 100);
  uint64_t Before = A.quietEpoch(F);
  B.writtenElsewhere(F, bytesOf(5));
  EXPECT_NE(A.quietEpoch(F), Before);
  EXPECT_NE(A.quietEpoch(F), 0u) << "it is over";
  EXPECT_FALSE(find(5) || A.serves(A.idOf(0), bytesOf(5)));
  EXPECT_TRUE(find(6) && find(7));
  EXPECT_EQ(B.claim(B.idOf(0), F, 5, bytesOf(5), 0), Claim::Claimed);
  B.writtenElsewhere(F, bytesOf(9));
  EXPECT_FALSE(find(7)) << "the end of file is another";
  B.writtenElsewhere(F, {});
  EXPECT_FALSE(find(6));
}

TEST_F(NodeDirectoryTest, FilesOfAJob) {
  EXPECT_FALSE(A.onlyJob(F, 77));
  A.enterJob(F, 77), B.enterJob(F, 77);
  EXPECT_TRUE(A.onlyJob(F, 77) && B.onlyJob(F, 77));
  EXPECT_FALSE(A.onlyJob(F, 78) || A.onlyJob(F, 0));
  A.leaveJob(F);
  EXPECT_TRUE(B.onlyJob(F, 77)) << "one is left";
  B.leaveJob(F);
  EXPECT_FALSE(B.onlyJob(F, 77));
  B.enterJob(F, 78);
  EXPECT_TRUE(A.onlyJob(F, 78));
}

TEST_F(NodeDirectoryTest, AFileOfTwoJobsIsOfNone) {
  A.enterJob(F, 77), B.enterJob(F, 78);
  EXPECT_FALSE(A.onlyJob(F, 77) || A.onlyJob(F, 78));
  B.leaveJob(F);
  EXPECT_FALSE(A.onlyJob(F, 77)) << "pages may have been missed";
  A.leaveJob(F);
  A.enterJob(F, 77);
  EXPECT_TRUE(A.onlyJob(F, 77));
}

TEST_F(NodeDirectoryTest, WhoWritesOtherwiseSpoilsAJob) {
  A.enterJob(F, 77), B.enterJob(F, 77);
  B.spoilJob(F);
  EXPECT_FALSE(A.onlyJob(F, 77));
  A.leaveJob(F);
  A.enterJob(F, 77);
  EXPECT_FALSE(A.onlyJob(F, 77)) << "not all have left";
  A.leaveJob(F), B.leaveJob(F);
  A.enterJob(F, 77);
  EXPECT_TRUE(A.onlyJob(F, 77));
}

TEST_F(NodeDirectoryTest, ANewFileIsOfNoJob) {
  A.enterJob(F, 77);
  A.spoilJob(F);
  A.closeFile(F), B.closeFile(F); // as if they had died
  ASSERT_EQ(B.openFile(9, 9), F);
  EXPECT_FALSE(B.onlyJob(F, 77));
  B.enterJob(F, 78);
  EXPECT_TRUE(B.onlyJob(F, 78));
  B.leaveJob(F);
  EXPECT_FALSE(B.onlyJob(F, 78));
}

TEST_F(NodeDirectoryTest, AGenerationBeginsOnce) {
  A.enterJob(F, 77), B.enterJob(F, 77);
  uint64_t Before = A.now(), First = A.beginOf(F, 1);
  EXPECT_GT(First, Before);
  EXPECT_EQ(B.beginOf(F, 1), First) << "the same for all";
  uint64_t Second = B.beginOf(F, 2);
  EXPECT_GT(Second, First);
  EXPECT_EQ(A.beginOf(F, 2), Second);
  EXPECT_GT(A.beginOf(A.openFile(8, 101), 1), Second) << "another file's";
  EXPECT_EQ(B.beginOf(F, 2), Second);
}

TEST_F(NodeDirectoryTest, ANewJobBeginsAnew) {
  A.enterJob(F, 77);
  uint64_t Begun = A.beginOf(F, 5);
  B.enterJob(F, 77);
  EXPECT_EQ(B.beginOf(F, 5), Begun);
  A.leaveJob(F), B.leaveJob(F);
  B.enterJob(F, 78);
  EXPECT_GT(B.beginOf(F, 1), Begun);
}

//===----------------------------------------------------------------------===//
// The dead
//===----------------------------------------------------------------------===//

struct DeathTest : testing::Test {
  SharedDirectory Shared{{8, 8}};
  NodeDirectory A{Shared.Memory, 0};
  NodeDirectory::FileId F = A.openFile(8, 100);

  /// Another process does so and dies.
  void dying(const std::function<void(NodeDirectory &)> &Does) {
    pid_t Child = inChild([&] {
      NodeDirectory B{Shared.Memory, 1};
      B.openFile(8, 100);
      Does(B);
      raise(SIGKILL);
    });
    EXPECT_FALSE(ended(Child));
  }
};

TEST_F(DeathTest, WhatTheyHadIsOfUse) {
  dying([&](NodeDirectory &B) {
    B.claim(B.idOf(0), F, 5, bytesOf(5), 0);
    memset(B.data(), 'x', PageSize);
    B.frames()[0].Valid = PageSize;
    B.publish(B.idOf(0));
  });
  Found X = A.find(F, 5, bytesOf(5), 0);
  ASSERT_TRUE(X && X.ready());
  EXPECT_EQ(*A.bytes(X), std::byte('x'));
  A.beginWrite(F, bytesOf(5));
  EXPECT_FALSE(A.find(F, 5, bytesOf(5), 0)) << "and can be written";
}

TEST_F(DeathTest, WhatTheyWereFetchingIsNot) {
  dying([&](NodeDirectory &B) { B.claim(B.idOf(0), F, 5, bytesOf(5), 0); });
  EXPECT_FALSE(A.find(F, 5, bytesOf(5), 0));
  EXPECT_EQ(A.claim(A.idOf(0), F, 5, bytesOf(5), 0), Claim::Claimed);
}

TEST_F(DeathTest, AWaiterGoesOn) {
  auto &Ready = shared<std::atomic<bool>>();
  pid_t Child = inChild([&] {
    NodeDirectory B{Shared.Memory, 1};
    B.claim(B.idOf(0), F, 5, bytesOf(5), 0);
    Ready = true;
    pause();
  });
  ASSERT_TRUE(eventually([&] { return Ready.load(); }));
  Found X = A.find(F, 5, bytesOf(5), 0);
  ASSERT_TRUE(X);
  std::thread Killer([&] {
    FrameHeader &Frame = A.frames()[8]; // the first one of B
    EXPECT_TRUE(eventually([&] { return Frame.Waiters != 0; }));
    kill(Child, SIGKILL);
    ended(Child);
  });
  EXPECT_FALSE(A.wait(X, bytesOf(5), HangNs)) << "true if the time is over";
  Killer.join();
}

TEST_F(DeathTest, TheirWritesAreOver) {
  dying([&](NodeDirectory &B) {
    for (uint64_t I = 0; I < 100; ++I)
      B.beginWrite(F, bytesOf(I));
  });
  EXPECT_FALSE(A.isBeingWritten(F, {}));
  EXPECT_EQ(A.claim(A.idOf(0), F, 5, bytesOf(5), 0), Claim::Claimed);
}

TEST_F(DeathTest, AnEndedThreadIsNoDeath) {
  auto &Ready = shared<std::atomic<int>>();
  pid_t Child = inChild([&] {
    std::unique_ptr<NodeDirectory> B;
    std::thread([&] {
      B = std::make_unique<NodeDirectory>(Shared.Memory, 1);
    }).join();
    B->claim(B->idOf(0), F, 5, bytesOf(5), 0);
    Ready = 1;
    eventually([&] { return Ready != 1; });
  });
  ASSERT_TRUE(eventually([&] { return Ready != 0; }));
  EXPECT_TRUE(A.find(F, 5, bytesOf(5), 0));
  EXPECT_TRUE(A.find(F, 5, bytesOf(5), 0));
  Ready = 2;
  EXPECT_TRUE(ended(Child));
  EXPECT_FALSE(A.find(F, 5, bytesOf(5), 0));
}

} // namespace
