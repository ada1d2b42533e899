//===- DirtyRangesTest.cpp - reads behind the writes of a slice -----------===//
//
// A slice tells where the main thread will write: what it reads there is not
// fetched before, everything else is.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"

#include <chrono>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;
constexpr int64_t Pages = 6;

class DirtyRangesTest : public MpiTest {
protected:
  using Written = foreslice_written;

  static void expectWrite(MPI_File F, int64_t At, int64_t Bytes, Written W) {
    foreslice_slice_write_at(toHandle(F), At, Bytes, toHandle(MPI_BYTE), W);
  }
  /// The slice asks for each page of the file.
  static void readAll(MPI_File F) {
    for (int64_t I = 0; I < Pages; ++I)
      foreslice_slice_read_at(toHandle(F), I * Page, 8, toHandle(MPI_BYTE));
  }
  /// Waits until the engine has fetched what it may, and a little for what it
  /// should not.
  void waitFor(MPI_File F, uint64_t Fetched) {
    EXPECT_TRUE(eventually(
        [&] { return count(F, Counter::PagesPrefetched) >= Fetched; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::vector<int64_t> cached(MPI_File F) {
    std::vector<int64_t> Found;
    for (int64_t I = 0; I < Pages; ++I)
      if (isCached(F, static_cast<uint64_t>(I)))
        Found.push_back(I);
    return Found;
  }
  /// The main thread reads each page as readAll; Salt of page Changed.
  static void readBack(MPI_File F, int64_t Changed, int Salt) {
    for (int64_t I = 0; I < Pages; ++I) {
      char B[8];
      MPI_File_read_at(F, I * Page, B, 8, MPI_BYTE, MPI_STATUS_IGNORE);
      EXPECT_EQ(B[5], byteAt(I * Page + 5, I == Changed ? Salt : 0)) << I;
    }
  }
  static std::vector<char> bytes(int64_t At, size_t N, int Salt) {
    std::vector<char> B(N);
    for (size_t I = 0; I < N; ++I)
      B[I] = byteAt(At + static_cast<int64_t>(I), Salt);
    return B;
  }
  /// What is cached before the main thread writes, where the slice is Slice and
  /// then reads all.
  std::vector<int64_t> before(MPI_File F, size_t Expected,
                              std::function<void()> Slice) {
    std::vector<int64_t> Found;
    region(
        [&] {
          Slice();
          readAll(F);
        },
        [&] {
          waitFor(F, Expected);
          Found = cached(F);
        });
    return Found;
  }
  using Numbers = std::vector<int64_t>;
};

TEST_F(DirtyRangesTest, AreFetchedWhenTheyAreWritten) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  std::vector<char> New = bytes(2 * Page, 100, 1);
  region(
      [&] {
        expectWrite(F, 2 * Page, 100, FORESLICE_WRITTEN_OWN);
        readAll(F);
      },
      [&] {
        waitFor(F, Pages - 1);
        EXPECT_EQ(cached(F), (Numbers{0, 1, 3, 4, 5}));
        MPI_File_write_at(F, 2 * Page, New.data(), 100, MPI_BYTE,
                          MPI_STATUS_IGNORE);
        waitFor(F, Pages);
        EXPECT_EQ(cached(F), (Numbers{0, 1, 2, 3, 4, 5}));
        readBack(F, 2, 1);
      });
  EXPECT_EQ(count(F, Counter::PagesParked), 1u);
  EXPECT_EQ(count(F, Counter::CacheReads), static_cast<uint64_t>(Pages));
  EXPECT_EQ(count(F, Counter::PagesWasted), 0u);
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, BehindASyncTheWholeFile) {
  for (auto Sync :
       {+[](MPI_File File) { return MPI_File_sync(File); },
        +[](MPI_File File) { return MPI_File_set_size(File, Pages * Page); },
        +[](MPI_File File) { return MPI_File_preallocate(File, Page); }}) {
    MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
    region(
        [&] {
          foreslice_slice_read_at(toHandle(F), 0, 8, toHandle(MPI_BYTE));
          foreslice_slice_sync(toHandle(F));
          readAll(F);
        },
        [&] {
          waitFor(F, 1);
          EXPECT_EQ(cached(F), (Numbers{0}));
          char B[8];
          MPI_File_read_at(F, 0, B, 8, MPI_BYTE, MPI_STATUS_IGNORE);
          Sync(F);
          waitFor(F, 1 + Pages);
          EXPECT_EQ(cached(F), (Numbers{0, 1, 2, 3, 4, 5}));
          readBack(F, 0, 0);
        });
    EXPECT_EQ(count(F, Counter::PagesParked), static_cast<uint64_t>(Pages));
    EXPECT_EQ(count(F, Counter::PagesWasted), 0u);
    EXPECT_EQ(count(F, Counter::CacheReads), 1 + static_cast<uint64_t>(Pages));
    EXPECT_EQ(count(F, Counter::Syncs), 1u);
    MPI_File_close(&F);
  }
}

TEST_F(DirtyRangesTest, AtThePointer) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  EXPECT_EQ(before(F, 4,
                   [&] {
                     foreslice_slice_seek(toHandle(F), 3 * Page, MPI_SEEK_SET);
                     foreslice_slice_write(toHandle(F), 2, toHandle(MPI_BYTE),
                                           FORESLICE_WRITTEN_NOTHING);
                     foreslice_slice_write(toHandle(F), Page,
                                           toHandle(MPI_BYTE),
                                           FORESLICE_WRITTEN_OWN);
                   }),
            (Numbers{0, 1, 2, 5}));
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, HolesOfAViewAreNotWritten) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  MPI_Datatype Even;
  MPI_Type_vector(2, Page, 2 * Page, MPI_BYTE, &Even);
  MPI_Type_commit(&Even);
  EXPECT_EQ(before(F, 3,
                   [&] {
                     foreslice_handle H = toHandle(F), B = toHandle(MPI_BYTE);
                     foreslice_slice_set_view(H, Page, B, toHandle(Even));
                     expectWrite(F, 0, 3 * Page, FORESLICE_WRITTEN_OWN);
                     foreslice_slice_set_view(H, 0, B, B);
                   }),
            (Numbers{0, 2, 5}));
  MPI_Type_free(&Even);
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, WritesOfNothing) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  EXPECT_EQ(before(F, Pages,
                   [&] {
                     expectWrite(F, 0, 0, FORESLICE_WRITTEN_OWN);
                     expectWrite(F, 0, 100, FORESLICE_WRITTEN_NOTHING);
                   })
                .size(),
            static_cast<size_t>(Pages));
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, WhereNobodyKnowsItIsTheWholeFile) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  EXPECT_EQ(before(F, 0,
                   [&] {
                     foreslice_slice_write_at(toHandle(F), INT64_MAX, 1,
                                              toHandle(MPI_INT),
                                              FORESLICE_WRITTEN_OWN);
                   }),
            Numbers{});
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, OfCollectiveWritesAreOneRanksOrUnknown) {
  for (MPI_Comm Comm : {MPI_COMM_SELF, MPI_COMM_WORLD}) {
    bool Alone = Comm == MPI_COMM_SELF || size() == 1;
    MPI_File F = open(Comm == MPI_COMM_SELF ? makeFile(Pages * Page)
                                            : makeSharedFile(Pages * Page),
                      Comm, MPI_MODE_RDWR);
    EXPECT_EQ(before(F, Alone ? 5 : 0,
                     [&] { expectWrite(F, 0, 8, FORESLICE_WRITTEN_BY_ALL); }),
              (Alone ? Numbers{1, 2, 3, 4, 5} : Numbers{}));
    MPI_File_close(&F);
  }
}

TEST_F(DirtyRangesTest, OfStartedWritesAreFetchedAfterTheSync) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  std::vector<char> New = bytes(4 * Page, 100, 1);
  region(
      [&] {
        expectWrite(F, 4 * Page, 100, FORESLICE_WRITTEN_LATER);
        foreslice_slice_sync(toHandle(F));
        readAll(F);
      },
      [&] {
        MPI_Request R;
        MPI_File_iwrite_at(F, 4 * Page, New.data(), 100, MPI_BYTE, &R);
        MPI_Wait(&R, MPI_STATUS_IGNORE);
        waitFor(F, 0);
        EXPECT_EQ(cached(F), Numbers{});
        MPI_File_sync(F);
        waitFor(F, Pages);
        readBack(F, 4, 1);
      });
  EXPECT_EQ(count(F, Counter::PagesParked), static_cast<uint64_t>(Pages));
  EXPECT_EQ(count(F, Counter::CacheReads), static_cast<uint64_t>(Pages));
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, ByOneHandleConcernOthers) {
  std::string Path = makeFile(Pages * Page);
  MPI_File F = open(Path), Writer = open(Path, MPI_COMM_SELF, MPI_MODE_WRONLY);
  EXPECT_EQ(
      before(F, 5, [&] { expectWrite(Writer, 0, 8, FORESLICE_WRITTEN_OWN); }),
      (Numbers{1, 2, 3, 4, 5}));
  MPI_File_close(&Writer);
  MPI_File_close(&F);
}

TEST_F(DirtyRangesTest, AreOverWithTheRegion) {
  MPI_File F = open(makeFile(Pages * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  before(F, 5, [&] { expectWrite(F, 0, 8, FORESLICE_WRITTEN_OWN); });
  EXPECT_EQ(before(F, 6, [] {}), (Numbers{0, 1, 2, 3, 4, 5}));
  MPI_File_close(&F);
}

} // namespace
