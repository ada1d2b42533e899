//===- ScoutedReadsTest.cpp - what scouts fetch ---------------------------===//
//
// Scouts post what the slice comes to later, not too far ahead, count calls of
// their own, and do no harm where they are wrong.
//
//===----------------------------------------------------------------------===//

#include "MainThread.h"
#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/slice/SlicedFile.h"

#include "frontend/mpiio/slice/OpenedAhead.h"

#include <array>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;
/// As many as fit into the cache: the main thread reads only when the slice has
/// ended.
constexpr int64_t Pages = 80;

class ScoutedReadsTest : public MpiTest {
protected:
  void SetUp() override {
    MpiTest::SetUp();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "scouts do not run with sanitizers";
#endif
    Before = Statistics::get().get(RunCounter::ReadsScouted);
  }
  uint64_t scouted() const {
    return Statistics::get().get(RunCounter::ReadsScouted) - Before;
  }
  /// Where the slice reads its Nth header.
  static int64_t place(int64_t N) { return N * 37 % Pages * Page; }
  static void post(MPI_File F, int64_t Offset) {
    foreslice_slice_read_at(toHandle(F), Offset, 8, toHandle(MPI_BYTE));
  }
  static void postAll(MPI_File F) {
    for (int64_t I = 0; I < Pages; ++I)
      post(F, place(I));
  }
  static char *own() { return static_cast<char *>(foreslice_slice_alloc(8)); }
  static int64_t get(MPI_File F, int64_t Offset, char *Own) {
    return foreslice_slice_read_at_data(toHandle(F), Offset, 8,
                                        toHandle(MPI_BYTE), Own);
  }
  static void read(MPI_File F, int64_t Offset) {
    char B[8];
    MPI_File_read_at(F, Offset, B, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    EXPECT_EQ(B[3], byteAt(Offset + 3));
  }

private:
  uint64_t Before = 0;
};

TEST_F(ScoutedReadsTest, TheSliceFindsWhatItWouldWaitFor) {
  MPI_File F = open(makeFile(Pages * Page));
  int64_t Wrong = 0;
  Scouts = {[&] { postAll(F); }};
  region(
      [&] {
        char *Own = own();
        for (int64_t I = 0; I < Pages; ++I)
          Wrong += get(F, place(I), Own) != 8 || Own[5] != byteAt(place(I) + 5);
      },
      [&] {
        for (int64_t I = 0; I < Pages; ++I)
          read(F, place(I));
      });
  EXPECT_EQ(Wrong, 0);
  EXPECT_GT(scouted(), static_cast<uint64_t>(Pages) / 2);
  EXPECT_EQ(count(F, Counter::PagesPrefetched), static_cast<uint64_t>(Pages));
  EXPECT_EQ(count(F, Counter::CacheReads), static_cast<uint64_t>(Pages));
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, NotTooFarAhead) {
  MPI_File F = open(makeFile(Pages * Page));
  uint64_t AfterOne = 0, AfterMany = 0;
  Scouts = {[&] { postAll(F); }};
  region(
      [&] {
        char *Own = own();
        get(F, place(0), Own);
        AfterOne = scouted();
        for (int64_t I = 1; I < 35; ++I)
          get(F, place(I), Own);
        AfterMany = scouted();
      },
      [] {});
  EXPECT_GT(AfterOne, 30u);
  EXPECT_LE(AfterOne, 65u);
  EXPECT_GT(AfterMany, AfterOne);
  EXPECT_LE(AfterMany, 35 + 65u);
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, GoesOnAfterTheMainThreadWasAhead) {
  MPI_File F = open(makeFile(Pages * Page));
  Scouts = {[&] { postAll(F); }};
  uint64_t Before = 0;
  region(
      [&] {
        auto Cached = mpi().files().find(F)->Cached;
        char *Own = own();
        get(F, place(0), Own);
        Before = scouted();
        comeTo(*Cached, 66);
        for (int64_t I = 1; I < Pages; ++I)
          get(F, place(I), Own);
      },
      [] {});
  EXPECT_LE(Before, 65u);
  EXPECT_GT(scouted(), Before);
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, AWrongOneComesToAStop) {
  MPI_File F = open(makeFile(Pages * Page));
  Scouts = {[&] {
    for (int64_t I = 0;; ++I)
      post(F, place(I) + 9); // of the same pages
  }};
  region(
      [&] {
        char *Own = own();
        for (int64_t I = 0; I < Pages; ++I)
          get(F, place(I), Own);
      },
      [&] { read(F, place(Pages - 1)); });
  EXPECT_GT(scouted(), 0u);
  EXPECT_LE(scouted(), 65u);
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, WhatItCannotCountIsPutRight) {
  MPI_File F = open(makeFile(Pages * Page));
  std::array<uint64_t, execution::Runners> CallIds{};
  Scouts = {[&] { postAll(F); }};
  region(
      [&] {
        char *Own = own();
        for (int64_t I = 0; I < Pages; ++I) {
          get(F, place(I), Own);
          for (int J = 0; J < 5; ++J)
            post(F, place(I)); // calls that the scout knows nothing of
          // The main thread is past what the scout would count.
          comeTo(*mpi().files().find(F)->Cached, static_cast<uint64_t>(I) * 6);
        }
        MutexLock L(SlicedFilesLock);
        CallIds = mpi().files().find(F)->Shared->Sliced->CallIds;
      },
      [] {});
  EXPECT_GT(scouted(), static_cast<uint64_t>(Pages) / 2);
  EXPECT_EQ(CallIds[0], 6u * Pages);
  EXPECT_EQ(CallIds[1], CallIds[0] - 5)
      << "which followed the last one it knows";
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, SkippedCallsLoseThePointer) {
  MPI_File F = open(makeFile(Pages * Page));
  foreslice_handle H = toHandle(F), Byte = toHandle(MPI_BYTE);
  std::vector<uint64_t> Counts;
  uint64_t CallId = 0;
  Scouts = {[&] {
    auto Read = [&] {
      foreslice_slice_read(H, 8, Byte);
      Counts.push_back(scouted());
    };
    Read();
    foreslice_slice_skip(H, 0, 1);
    Read();
    foreslice_slice_seek(H, 100, MPI_SEEK_CUR);
    Read();
    foreslice_slice_seek(H, 100, MPI_SEEK_SET);
    Read();
    foreslice_slice_skip(H, 1, 0);
    Read();
    foreslice_slice_skip(H, 1, 1);
    foreslice_slice_set_view(H, 100, Byte, Byte);
    Read();
    {
      MutexLock L(SlicedFilesLock);
      CallId = mpi().files().find(F)->Shared->Sliced->CallIds[1];
    }
    foreslice_slice_skip(H, 1, 1);
    foreslice_slice_position(H); // ends it
    Counts.clear();
  }};
  int64_t Position = -1;
  region(
      [&] {
        foreslice_slice_read_data(H, 8, Byte, own());
        Position = foreslice_slice_position(H);
      },
      [] {});
  EXPECT_EQ(Counts, (std::vector<uint64_t>{1, 1, 1, 2, 3, 4}));
  EXPECT_EQ(CallId, 8u);
  EXPECT_EQ(Position, 8) << "the slice's own";
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, TheSecondWaitsForWhatTheFirstFetches) {
  MPI_File F = open(makeFile(Pages * Page));
  // A page further on, by what the header says.
  auto Next = [&](int64_t I, char Header) {
    return place(I) + (Header == byteAt(place(I)) ? Page / 2 : 0);
  };
  Scouts = {[&] { postAll(F); },
            [&] {
              char *Own = own();
              for (int64_t I = 0; I < Pages; ++I) {
                get(F, place(I), Own);
                post(F, Next(I, *Own));
              }
            }};
  int64_t Wrong = 0;
  region(
      [&] {
        char *Own = own();
        for (int64_t I = 0; I < Pages; ++I) {
          get(F, place(I), Own);
          int64_t At = Next(I, *Own);
          Wrong += get(F, At, Own) != 8 || *Own != byteAt(place(I) + Page / 2);
        }
      },
      [] {});
  EXPECT_EQ(Wrong, 0);
  EXPECT_GT(scouted(), static_cast<uint64_t>(Pages));
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, TheSecondEndsWhereTheMainThreadStaysAhead) {
  MPI_File F = open(makeFile(Pages * Page));
  int64_t Got = 0;
  Scouts = {[] {},
            [&] {
              char *Own = own();
              for (int64_t I = 0; I < Pages; ++I, ++Got)
                get(F, place(I), Own);
            }};
  region(
      [&] {
        comeTo(*mpi().files().find(F)->Cached, 1000);
        char *Own = own();
        for (int64_t I = 0; I < 5; ++I)
          get(F, place(I), Own);
      },
      [] {});
  EXPECT_EQ(Got, 16);
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, DoNotWaitForCommunicators) {
  MPI_File F = open(makeFile(Pages * Page));
  int Reached = 0;
  Scouts = {[&] {
    Reached = 1;
    foreslice_slice_comm_rank(4711);
    Reached = 2;
  }};
  region([&] { get(F, 0, own()); }, [] {});
  EXPECT_EQ(Reached, 1);
  MPI_File_close(&F);
}

TEST_F(ScoutedReadsTest, FilesOpenedFurtherAheadAreTheSlices) {
  constexpr int Files = 2 * OpenedAhead::Most + 8;
  std::vector<std::string> Paths;
  for (int I = 0; I < Files; ++I)
    Paths.push_back(makeFile(Page));
  std::vector<foreslice_handle> First, Second;
  auto Open = [&](int I, std::vector<foreslice_handle> &Stands) {
    auto *Handle = static_cast<foreslice_handle *>(foreslice_slice_alloc(8));
    foreslice_slice_open(0, Paths[I].c_str(), MPI_MODE_RDONLY, Handle);
    Stands.push_back(*Handle);
    return *Handle;
  };
  size_t Most = 0;
  Scouts = {[&] {
    for (int I = 0; I < Files; ++I) {
      Open(I, First);
      Most = std::max(Most, mpi().openedAhead().scouted());
    }
  }};
  // More than the slice may be ahead by would wait for the main thread.
  constexpr int Opened = OpenedAhead::Most;
  region(
      [&] {
        char *Own = own();
        for (int I = 0; I < Opened; ++I)
          foreslice_slice_read_at_data(Open(I, Second), 0, 8,
                                       toHandle(MPI_BYTE), Own);
      },
      [] {});
  EXPECT_LE(Most, OpenedAhead::Most);
  EXPECT_GE(Most, OpenedAhead::Most / 2);
  ASSERT_GT(First.size(), Second.size());
  for (size_t I = 0; I < Second.size(); ++I)
    EXPECT_EQ(First[I], Second[I]) << I;
}

} // namespace
