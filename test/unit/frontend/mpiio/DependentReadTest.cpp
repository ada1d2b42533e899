//===- DependentReadTest.cpp - reads whose data the slice needs -----------===//
//
// The slice gets the bytes that the MPI library gives the main thread, in its
// own memory or over the main thread's, and the main thread finds the pages.
//
//===----------------------------------------------------------------------===//

#include "MainThread.h"
#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/slice/Lag.h"

#include <algorithm>
#include <cstring>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;

class DependentReadTest : public MpiTest {
protected:
  /// What a slice's read gave.
  struct Got {
    int64_t Bytes = -1;
    std::vector<char> Buffer;
    bool operator==(const Got &) const = default;
  };

  /// Reads by a slice, into its own memory, Room bytes of 0x55 from the start.
  Got bySlice(MPI_File F, int64_t Offset, int64_t Count, MPI_Datatype Type,
              size_t Room, size_t Shift = 0) {
    Got G;
    G.Buffer.resize(Room);
    region(
        [&] {
          auto *Own = static_cast<char *>(foreslice_slice_alloc(Room));
          std::memset(Own, 0x55, Room);
          G.Bytes = foreslice_slice_read_at_data(toHandle(F), Offset, Count,
                                                 toHandle(Type), Own + Shift);
          std::memcpy(G.Buffer.data(), Own, Room);
        },
        [] {});
    return G;
  }
  /// The same by the MPI library.
  static Got byMpi(MPI_File F, int64_t Offset, int Count, MPI_Datatype Type,
                   size_t Room, size_t Shift = 0) {
    Got G;
    G.Buffer.assign(Room, 0x55);
    MPI_Status S;
    PMPI_File_read_at(F, Offset, G.Buffer.data() + Shift, Count, Type, &S);
    MPI_Count N = 0;
    PMPI_Get_elements_x(&S, MPI_BYTE, &N);
    G.Bytes = N;
    return G;
  }
};

TEST_F(DependentReadTest, TheMainThreadFindsThePage) {
  MPI_File F = open(makeFile(4 * Page));
  int64_t Seen = 0;
  std::vector<char> B(100);
  region(
      [&] {
        auto *Own = static_cast<char *>(foreslice_slice_alloc(8));
        Seen = foreslice_slice_read_at_data(toHandle(F), Page + 5, 8,
                                            toHandle(MPI_BYTE), Own);
        Seen = Seen * 1000 + Own[3];
      },
      [&] {
        MPI_File_read_at(F, Page + 5, B.data(), 8, MPI_BYTE, MPI_STATUS_IGNORE);
      },
      F, 1);
  EXPECT_EQ(Seen, 8000 + byteAt(Page + 8));
  EXPECT_EQ(B[3], byteAt(Page + 8));
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  EXPECT_EQ(count(F, Counter::PagesUsed), 1u);
  EXPECT_EQ(count(F, Counter::DependentReads), 1u);
  EXPECT_GT(count(F, Counter::DependentReadNs), 0u);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, PageEdgesAndEndOfFile) {
  constexpr int64_t Size = 3 * Page + 1000;
  MPI_File F = open(makeFile(Size));
  for (auto [Offset, Count] : {std::pair<int64_t, int>{0, 1},
                               {Page - 1, 1},
                               {Page, 1},
                               {Page - 1, 2},
                               {Page - 1, Page + 2},
                               {0, Size},
                               {Size - 1, 1},
                               {Size - 1, 2},
                               {Size, 1},
                               {Size - 10, 100},
                               {0, Size + 50},
                               {Size + 5 * Page, 10}})
    EXPECT_EQ(bySlice(F, Offset, Count, MPI_BYTE, Size + 100),
              byMpi(F, Offset, Count, MPI_BYTE, Size + 100))
        << Offset << " " << Count;
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, TypesWithHoles) {
  constexpr size_t Room = 40000;
  MPI_File F = open(makeFile(12 * Page));
  MPI_Datatype Spread, Tile, Backwards;
  MPI_Type_vector(5, 3, 7, MPI_INT, &Spread);
  MPI_Type_commit(&Spread);
  int Lengths[] = {2, 1}, Places[] = {40, 3};
  MPI_Type_indexed(2, Lengths, Places, MPI_INT, &Backwards);
  MPI_Type_commit(&Backwards);
  MPI_Type_create_resized(MPI_INT, 0, 2500, &Tile);
  MPI_Type_commit(&Tile);
  for (bool HolesInFile : {false, true}) {
    if (HolesInFile)
      MPI_File_set_view(F, 12, MPI_INT, Tile, "native", MPI_INFO_NULL);
    for (MPI_Datatype Type : {MPI_INT, Spread, Backwards})
      for (int Count : {1, 2, 20}) {
        EXPECT_EQ(bySlice(F, 8, Count, Type, Room, 64),
                  byMpi(F, 8, Count, Type, Room, 64))
            << HolesInFile << " " << Count;
      }
  }
  for (MPI_Datatype *T : {&Spread, &Backwards, &Tile})
    MPI_Type_free(T);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, BufferOfTheMainThreadIsNotWritten) {
  MPI_File F = open(makeFile(4 * Page));
  std::vector<char> Main(2 * Page, 7), Seen(2 * Page);
  region(
      [&] {
        foreslice_slice_read_at_data(toHandle(F), 100, 2 * Page,
                                     toHandle(MPI_BYTE), Main.data());
        auto *Own = static_cast<char *>(foreslice_slice_alloc(2 * Page));
        foreslice_slice_load(Own, Main.data(), 2 * Page);
        std::memcpy(Seen.data(), Own, 2 * Page);
      },
      [] {});
  EXPECT_EQ(std::ranges::count(Main, 7), 2 * Page);
  for (int64_t I = 0; I < 2 * Page; ++I)
    ASSERT_EQ(Seen[I], byteAt(100 + I)) << I;
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, IndividualPointerMovesOn) {
  MPI_File F = open(makeFile(4 * Page));
  std::vector<char> Seen;
  int64_t Position = 0;
  MPI_File_seek(F, 10, MPI_SEEK_SET);
  region(
      [&] {
        auto *Own = static_cast<char *>(foreslice_slice_alloc(8));
        for (int I = 0; I < 3; ++I) {
          foreslice_slice_read_data(toHandle(F), 2, toHandle(MPI_INT), Own);
          Seen.push_back(Own[0]);
        }
        Position = foreslice_slice_position(toHandle(F));
      },
      [] {});
  EXPECT_EQ(Seen, (std::vector{byteAt(10), byteAt(18), byteAt(26)}));
  EXPECT_EQ(Position, 34);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, AChainThroughTheFile) {
  // Every record says where the next one is.
  constexpr int64_t Records = 50, Far = 3 * Page + 8;
  std::string Path = makeFile(0);
  MPI_File W = open(Path, MPI_COMM_SELF, MPI_MODE_RDWR);
  int64_t At = 0;
  for (int64_t I = 0; I < Records; ++I) {
    int64_t Next = (At + Far) % (Records * Page);
    MPI_File_write_at(W, At, &Next, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    At = Next;
  }
  MPI_File_close(&W);
  MPI_File F = open(Path);
  int64_t Expected = At, Seen = -1, Main = 0;
  region(
      [&] {
        auto *Own = static_cast<int64_t *>(foreslice_slice_alloc(8));
        for (int64_t I = 0; I < Records; ++I)
          foreslice_slice_read_at_data(toHandle(F), *Own, 8, toHandle(MPI_BYTE),
                                       Own);
        Seen = *Own;
      },
      [&] {
        for (int64_t I = 0; I < Records; ++I)
          MPI_File_read_at(F, Main, &Main, 8, MPI_BYTE, MPI_STATUS_IGNORE);
      });
  EXPECT_EQ(Seen, Expected);
  EXPECT_EQ(Main, Expected);
  EXPECT_EQ(count(F, Counter::DependentReads), static_cast<uint64_t>(Records));
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, WhatIsNotCachedIsReadPlainly) {
  MPI_File F = open(makeFile(2 * Page + 50), MPI_COMM_SELF, MPI_MODE_RDWR);
  MPI_File_set_atomicity(F, 1);
  for (int64_t Offset : {int64_t(3), Page - 5, 2 * Page - 5, 2 * Page + 45})
    EXPECT_EQ(bySlice(F, Offset, 10, MPI_BYTE, 20),
              byMpi(F, Offset, 10, MPI_BYTE, 20))
        << Offset;
  MPI_Datatype Tile;
  MPI_Type_create_resized(MPI_INT, 0, 1000, &Tile);
  MPI_Type_commit(&Tile);
  MPI_File_set_view(F, 2, MPI_INT, Tile, "native", MPI_INFO_NULL);
  EXPECT_EQ(bySlice(F, 1, 120, MPI_INT, 600), byMpi(F, 1, 120, MPI_INT, 600));
  // MPICH counts behind the end of the file here: 131 ints are before it.
  EXPECT_EQ(bySlice(F, 1, 150, MPI_INT, 600).Bytes, 131 * 4);
  EXPECT_FALSE(isCached(F, 0));
  EXPECT_EQ(count(F, Counter::PagesPrefetched), 0u);
  MPI_Type_free(&Tile);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, CallIdsAreThoseOfAllReads) {
  MPI_File F = open(makeFile(8 * Page));
  std::vector<char> B(100);
  region(
      [&] {
        auto *Own = static_cast<char *>(foreslice_slice_alloc(100));
        foreslice_slice_read_at(toHandle(F), 0, 100, toHandle(MPI_BYTE));
        foreslice_slice_read_at_data(toHandle(F), Page, 100, toHandle(MPI_BYTE),
                                     Own);
        foreslice_slice_read_at(toHandle(F), 2 * Page, 100, toHandle(MPI_BYTE));
      },
      [&] {
        for (int64_t I = 0; I < 3; ++I)
          MPI_File_read_at(F, I * Page, B.data(), 100, MPI_BYTE,
                           MPI_STATUS_IGNORE);
      },
      F, 2);
  EXPECT_EQ(count(F, Counter::RequestsSkipped), 0u);
  EXPECT_EQ(count(F, Counter::CacheReads), 3u);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, WhatTheSliceCannotHaveEndsIt) {
  MPI_File F = open(makeFile(4 * Page)), OnlyWritten = MPI_FILE_NULL;
  OnlyWritten = open(makeFile(100), MPI_COMM_SELF, MPI_MODE_WRONLY);
  foreslice_handle Good = toHandle(F), Byte = toHandle(MPI_BYTE);
  auto Read = [](foreslice_handle File, int64_t Count, foreslice_handle Type,
                 size_t Room) {
    foreslice_slice_read_at_data(File, 0, Count, Type,
                                 foreslice_slice_alloc(Room));
  };
  using enum RunCounter;
  failingRegion(SlicesUnknownHandle, [&] { Read(4711, 8, Byte, 8); });
  failingRegion(SlicesUnknownHandle, [&] { Read(Good, 8, 4711, 8); });
  failingRegion(SlicesUnknownHandle,
                [&] { Read(toHandle(OnlyWritten), 8, Byte, 8); });
  failingRegion(SlicesOutOfMemory,
                [&] { Read(Good, FORESLICE_MAX_SLICE_MEMORY + 1, Byte, 8); });
  failingRegion(SliceFaults, [&] { Read(Good, 17, Byte, 16); });
  failingRegion(SliceFaults, [&] {
    foreslice_slice_read_at_data(Good, 0, 8, Byte, nullptr);
  });
  MPI_File_close(&F);
  MPI_File_close(&OnlyWritten);
}

TEST_F(DependentReadTest, ReadsOfNothing) {
  MPI_File F = open(makeFile(4 * Page));
  EXPECT_EQ(bySlice(F, 0, 0, MPI_BYTE, 8).Bytes, 0);
  EXPECT_EQ(bySlice(F, -1, 8, MPI_BYTE, 8).Bytes, 0);
  EXPECT_EQ(bySlice(F, 0, -1, MPI_BYTE, 8).Bytes, 0);
  MPI_File_close(&F);
}

TEST_F(DependentReadTest, FilesThatAreNotOpenGiveZeros) {
  MPI_Datatype Spread;
  MPI_Type_vector(2, 3, 5, MPI_BYTE, &Spread);
  MPI_Type_commit(&Spread);
  Got G = bySlice(MPI_FILE_NULL, 0, 1, Spread, 12, 2);
  EXPECT_EQ(G.Bytes, 0);
  EXPECT_EQ(G.Buffer, (std::vector<char>{0x55, 0x55, 0, 0, 0, 0x55, 0x55, 0, 0,
                                         0, 0x55, 0x55}));
  EXPECT_EQ(bySlice(MPI_FILE_NULL, 0, 0, Spread, 12, 2).Buffer,
            std::vector<char>(12, 0x55));
  EXPECT_EQ(bySlice(MPI_FILE_NULL, 0, -1, Spread, 12, 2).Buffer,
            std::vector<char>(12, 0x55));
  MPI_Type_free(&Spread);
}

TEST_F(DependentReadTest, RegionEndCancelsAWait) {
  MPI_File F = open(makeFile(4 * Page));
  // A write that does not end keeps the page from being fetched.
  auto Cached = mpi().files().find(F)->Cached;
  runtime().coherence().beginWrite(*Cached, {0, Page});
  failingRegion(RunCounter::SlicesCancelled, [&] {
    foreslice_slice_read_at_data(toHandle(F), 0, 8, toHandle(MPI_BYTE),
                                 foreslice_slice_alloc(8));
  });
  runtime().coherence().endWrite(*Cached, {0, Page});
  MPI_File_close(&F);
}

TEST(LagTest, HopelessAfterManyWaitsThatBringItNoNearer) {
  Lag Constant, Nearer, CaughtUp, OtherLaunch;
  for (uint64_t I = 0; I < 64; ++I) {
    EXPECT_FALSE(Constant.isHopeless());
    Constant.waitedBehind(1, 5);
    Nearer.waitedBehind(1, 100 - I);
    if (I == 40)
      CaughtUp.caughtUp();
    CaughtUp.waitedBehind(1, 5);
    OtherLaunch.waitedBehind(I < 40 ? 1 : 2, 5);
  }
  EXPECT_TRUE(Constant.isHopeless());
  EXPECT_FALSE(Nearer.isHopeless());
  EXPECT_FALSE(CaughtUp.isHopeless());
  EXPECT_FALSE(OtherLaunch.isHopeless());
}

TEST_F(DependentReadTest, BehindTheMainThreadButInMemoryGoesOn) {
  MPI_File F = open(makeFile(4 * Page));
  auto Cached = mpi().files().find(F)->Cached;
  int64_t Seen = 0;
  region(
      [&] {
        comeTo(*Cached, 1000);
        auto *Own = static_cast<char *>(foreslice_slice_alloc(8));
        for (int I = 0; I < 500; ++I)
          Seen += foreslice_slice_read_at_data(toHandle(F), I * 300, 8,
                                               toHandle(MPI_BYTE), Own) +
                  (*Own == byteAt(I * 300));
      },
      [] {});
  EXPECT_EQ(Seen, 500 * 9);
  EXPECT_EQ(count(F, Counter::PagesPrefetched), 0u);
  MPI_File_close(&F);
}

} // namespace
