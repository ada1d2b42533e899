//===- WrittenTest.cpp - reads of what the program has written ------------===//
//
// When a copy of a write is kept, and what takes the copy away.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "NodeFixture.h"

#include "cache/ReadPlan.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

using For = WrittenPages::For;
using Begun = Coherence::WriteBegun;

constexpr uint64_t Size = 4096;

/// Writes and reads of one process.
struct Program {
  PageCache &Cache;
  CachedFile &File;

  Begun begin(ByteRange Range) const {
    return Cache.coherence().beginWrite(File, Range, {Range});
  }
  void keep(const Begun &W, ByteRange Range, int Value = 1,
            For Who = For::Anybody) const {
    const uint64_t Length = Range.End - Range.Begin;
    const std::vector Bytes(Length, static_cast<std::byte>(Value));
    Cache.coherence().keepWritten(File, W, {View::bytes(), Range.Begin, Length},
                                  LayoutNode::bytes(Length), Bytes.data(), Who);
  }
  void end(ByteRange Range) const {
    Cache.coherence().endWrite(File, Range, 0, {Range});
  }
  void write(ByteRange Range, int Value = 1, For Who = For::Anybody) const {
    const Begun W = begin(Range);
    keep(W, Range, Value, Who);
    end(Range);
  }
  /// The byte of all of Range, or -1 if there is no copy.
  int read(ByteRange Range, For Who = For::Anybody) const {
    const uint64_t Length = Range.End - Range.Begin;
    ReadPlan Plan;
    Plan.divide({View::bytes(), Range.Begin, Length}, LayoutNode::bytes(Length),
                PageGrid(Size));
    std::vector<std::byte> Bytes(Length);
    if (!Cache.demand().areWritten(File, Plan, Who))
      return -1;
    EXPECT_TRUE(Cache.demand().copyWritten(File, Plan, Bytes.data(), Who));
    Cache.demand().writtenRead(File, Plan);
    for (std::byte B : Bytes)
      EXPECT_EQ(B, Bytes[0]);
    return static_cast<int>(Bytes[0]);
  }
};

struct WrittenTest : CacheTest {
  /// With room for all that a test writes.
  WrittenTest() : CacheTest(32, 1000) {}

  const Program Main{Cache, *File};
  static constexpr ByteRange Some{Size - 100, 2 * Size + 100};
};

TEST_F(WrittenTest, WhatWasWrittenIsRead) {
  EXPECT_FALSE(Cache.demand().keepsWritten());
  Main.write(Some, 7);
  EXPECT_TRUE(Cache.demand().keepsWritten());
  EXPECT_EQ(Main.read(Some), 7);
  EXPECT_EQ(Main.read({Size, Size + 1}), 7);
  EXPECT_EQ(Main.read({Some.Begin - 1, Some.End}), -1);
  EXPECT_EQ(Main.read({Some.Begin, Some.End + 1}), -1);
  EXPECT_EQ(count(Counter::WrittenReads), 2u);
  EXPECT_EQ(count(Counter::CacheReads), 2u);
  EXPECT_EQ(count(Counter::ReadyHits), 4u);
}

TEST_F(WrittenTest, ALaterWriteReplacesIt) {
  Main.write(Some, 1);
  Main.write({Size, Size + 8}, 2);
  EXPECT_EQ(Main.read({Size, Size + 8}), 2);
  EXPECT_EQ(Main.read({Size + 8, Size + 9}), 1);
  Cache.coherence().beginWrite(*File, {Size, Size + 4});
  EXPECT_EQ(Main.read({Size, Size + 4}), -1) << "the write is under way";
  Cache.coherence().endWrite(*File, {Size, Size + 4});
  EXPECT_EQ(Main.read({Size, Size + 4}), -1) << "nobody gave the bytes";
  EXPECT_EQ(Main.read({Size + 4, Size + 8}), 2);
}

TEST_F(WrittenTest, WhatMayChangeTheFileTakesTheCopyAway) {
  const auto Gone = [&](const char *What) {
    EXPECT_EQ(Main.read(Some), -1) << What;
    EXPECT_FALSE(Cache.demand().keepsWritten()) << What;
    Main.write(Some);
    EXPECT_EQ(Main.read(Some), 1);
  };
  Coherence &Files = Cache.coherence();
  Gone("nothing");
  Files.beginHold(*File);
  Files.endHold(*File);
  Gone("a sync");
  Files.beginHold(*File, true);
  Files.endHold(*File, true);
  Gone("a collective write");
  Files.beginWrite(*File, {});
  Files.endWrite(*File, {});
  Gone("another size");
  Files.invalidate(*File);
  Gone("a delete");
  Files.open(File->Id, scriptedFile(Disk), "again");
  Gone("an open");
  Files.close(File);
  Gone("a close");
  Files.close(File);
  EXPECT_FALSE(Cache.demand().keepsWritten());
}

TEST_F(WrittenTest, StartedWritesAreReadWhenTheyHaveEnded) {
  constexpr ByteRange Other{10 * Size, 11 * Size};
  const Begun First = Main.begin(Some);
  Main.keep(First, Some, 1);
  const Begun Second = Main.begin(Other);
  Main.keep(Second, Other, 2);
  EXPECT_EQ(Main.read(Some), -1);
  EXPECT_EQ(Main.read(Other), -1);
  Main.end(Some);
  EXPECT_EQ(Main.read(Some), 1);
  EXPECT_EQ(Main.read(Other), -1);
  Cache.coherence().dropWritten(*File, Other); // the second has failed
  Main.end(Other);
  EXPECT_EQ(Main.read(Some), 1);
  EXPECT_EQ(Main.read(Other), -1);
}

TEST_F(WrittenTest, NothingIsKeptBesideAnotherChange) {
  Coherence &Files = Cache.coherence();
  // Of another thread, beginning or ending meanwhile.
  constexpr ByteRange Far{10 * Size, 11 * Size};
  Begun W = Main.begin(Far);
  Main.write(Some);
  Main.keep(W, Far);
  Main.end(Far);
  EXPECT_EQ(Main.read(Far), -1);
  // Of the same bytes.
  W = Main.begin({Some.Begin, Some.Begin + 1});
  Main.write(Some);
  EXPECT_EQ(Main.read(Some), -1);
  Main.end({Some.Begin, Some.Begin + 1});
  EXPECT_EQ(Main.read(Some), -1);
  // A sync, or a write without a known end.
  Files.beginHold(*File);
  Main.write(Some);
  EXPECT_EQ(Main.read(Some), -1);
  Files.endHold(*File);
  W = Main.begin(Some);
  Files.beginHold(*File);
  Main.keep(W, Some);
  EXPECT_EQ(Main.read(Some), -1);
  Main.end(Some);
  Files.endHold(*File);
  // Only other ranks write.
  Files.beginHold(*File, true);
  Main.write(Some);
  EXPECT_EQ(Main.read(Some), 1);
  Files.endHold(*File, true);
  EXPECT_EQ(Main.read(Some), 1);
}

TEST_F(WrittenTest, CollectiveWritesAreForVoters) {
  Main.write(Some, 3, For::Voters);
  EXPECT_EQ(Main.read(Some), -1);
  EXPECT_EQ(Main.read(Some, For::Voters), 3);
}

TEST(WrittenFileTest, WhatTheSystemKeepsIsNotKept) {
  auto Disk = std::make_shared<Script>();
  Settings S;
  S.PageSize = Size;
  PageCache Cache(S, makeScriptedStorage(Disk));
  const auto Stored = std::make_shared<MemoryFile>(Disk, 100 * Size);
  auto File = Cache.coherence().open({3, 3}, Stored, "kept-test");
  const Program Main{Cache, *File};
  Stored->keep(0);
  Main.write({0, Size});
  Stored->evict(0);
  Main.write({0, Size});
  EXPECT_EQ(Main.read({0, Size}), -1) << "the first write tells";
  Disk->letGo();
}

struct WrittenNodeTest : NodeTest {
  const Program First{A.Cache, *A.File}, Second{B.Cache, *B.File};
  static constexpr ByteRange Some{100, 1100};
};

TEST_F(WrittenNodeTest, WritesOfOthersTakeTheCopyAway) {
  First.write(Some, 1);
  Second.write({Size + 100, 3 * Size}, 2);
  EXPECT_EQ(First.read(Some), 1);
  Second.write({100, 101}, 2);
  EXPECT_EQ(First.read({100, 101}), -1);
  EXPECT_EQ(First.read({101, Some.End}), 1);
  Second.Cache.coherence().announceWrite(Second.File, {101, 102});
  EXPECT_EQ(First.read({101, 102}), -1);
  // A collective write is of the whole file, and tells what each gives.
  constexpr ByteRange Given{200, 300};
  B.Cache.coherence().beginWrite(*B.File, {}, {Given});
  B.Cache.coherence().endWrite(*B.File, {}, 0, {Given});
  EXPECT_EQ(First.read({199, 201}), -1);
  EXPECT_EQ(First.read({300, Some.End}), 1);
  B.Cache.coherence().beginWrite(*B.File, {});
  EXPECT_EQ(First.read({300, Some.End}), -1);
  B.Cache.coherence().endWrite(*B.File, {});
}

TEST_F(WrittenNodeTest, AWriteBesideOneOfAnotherIsNotKept) {
  Begun W = First.begin(Some);
  Second.write({100, 101}, 2);
  First.keep(W, Some);
  First.end(Some);
  EXPECT_EQ(First.read(Some), -1) << "the other's was all within";
  Second.begin({100, 101});
  W = First.begin(Some);
  First.keep(W, Some);
  First.end(Some);
  Second.end({100, 101});
  EXPECT_EQ(First.read({100, 101}), -1) << "the other's ended later";
  EXPECT_EQ(First.read({101, Some.End}), 1);
}

TEST_F(WrittenNodeTest, ACollectiveWriteOfThisProcessTooTakesNothingAway) {
  constexpr uint64_t Handle = 17;
  constexpr ByteRange Mine{0, 1000}, Theirs{4, 1004};
  A.Cache.coherence().opensTogether(*A.File, Handle);
  const auto Write = [&] {
    const Begun W = A.Cache.coherence().beginWrite(*A.File, {}, {Mine, Handle});
    B.Cache.coherence().beginWrite(*B.File, {}, {Theirs, Handle});
    First.keep(W, Mine, 1, For::Voters);
    A.Cache.coherence().endWrite(*A.File, {}, 0, {Mine, Handle});
    B.Cache.coherence().endWrite(*B.File, {}, 0, {Theirs, Handle});
  };
  Write();
  EXPECT_EQ(First.read(Mine, For::Voters), 1) << "the parts have holes";
  A.Cache.coherence().closesTogether(*A.File, Handle);
  Write();
  EXPECT_EQ(First.read(Mine, For::Voters), -1);
  EXPECT_EQ(First.read({0, 4}, For::Voters), -1) << "written at the same time";
}

TEST_F(WrittenNodeTest, AReadBetweenForgetsNoWriteOfAnother) {
  const Begun W = First.begin(Some);
  Second.write({100, 101}, 2);
  constexpr ByteRange Far{10 * Size, 11 * Size};
  EXPECT_EQ(First.read(Far), -1); // has seen the other's write
  First.keep(W, Some);
  First.end(Some);
  EXPECT_EQ(First.read({100, 101}), -1);
}

TEST_F(WrittenNodeTest, ManyWritesOfOthersMayBeOfAnyBytes) {
  First.write(Some, 1);
  for (uint64_t I = 0; I < 5; ++I)
    Second.write({10 * Size, 11 * Size});
  EXPECT_EQ(First.read(Some), 1);
  for (uint64_t I = 0; I < 100; ++I)
    Second.write({10 * Size, 11 * Size});
  EXPECT_EQ(First.read(Some), -1);
  First.write(Some, 2);
  EXPECT_EQ(First.read(Some), 2);
}

} // namespace
