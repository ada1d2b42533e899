//===- FileEndsTest.cpp - slices at the end of a file ---------------------===//
//
// What lies behind the end of a file is not fetched, and a slice runs on there
// for some calls only.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;
constexpr uint64_t MostBehind = 16;

class FileEndsTest : public MpiTest {
protected:
  void SetUp() override {
    MpiTest::SetUp();
    Before = Statistics::get().get(RunCounter::ReadsBehindEnd);
  }
  uint64_t behind() const {
    return Statistics::get().get(RunCounter::ReadsBehindEnd) - Before;
  }
  static void readPage(MPI_File F, int64_t I) {
    foreslice_slice_read_at(toHandle(F), I * Page, Page, toHandle(MPI_BYTE));
  }

private:
  uint64_t Before = 0;
};

TEST_F(FileEndsTest, NothingIsFetchedBehindTheEnd) {
  MPI_File F = open(makeFile(4 * Page + 100));
  region(
      [&] {
        for (int64_t I = 0; I < 5 + 10; ++I)
          readPage(F, I);
      },
      [] {}, F, 4);
  EXPECT_EQ(behind(), 10u);
  EXPECT_LE(count(F, Counter::PagesPrefetched), 5u);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, ALongReadIsCutOff) {
  MPI_File F = open(makeFile(4 * Page + 100));
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), 0, 100 * Page, toHandle(MPI_BYTE));
      },
      [] {}, F, 4);
  EXPECT_EQ(behind(), 0u);
  EXPECT_LE(count(F, Counter::PagesPrefetched), 5u);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, CountsAreWhatTheFileHas) {
  MPI_File F = open(makeFile(4 * Page + 100));
  std::vector<int64_t> Counts;
  auto Count = [&](MPI_Datatype T) {
    Counts.push_back(foreslice_slice_count(toHandle(T)));
  };
  region(
      [&] {
        readPage(F, 1);
        Count(MPI_BYTE);
        Count(MPI_DOUBLE);
        readPage(F, 4);
        Count(MPI_BYTE);
        Count(MPI_INT);
        Count(MPI_DOUBLE);
        readPage(F, 5);
        Count(MPI_DOUBLE);
        foreslice_slice_seek(toHandle(F), 4 * Page + 90, MPI_SEEK_SET);
        foreslice_slice_read(toHandle(F), 8, toHandle(MPI_INT));
        Count(MPI_BYTE);
        readPage(MPI_FILE_NULL, 0);
        Count(MPI_BYTE);
      },
      [] {}, F, 1);
  EXPECT_EQ(Counts, (std::vector<int64_t>{Page, Page / 8, 100, 25,
                                          MPI_UNDEFINED, 0, 10, 0}));
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, CountsThroughAView) {
  MPI_File F = open(makeFile(1000));
  MPI_Datatype EveryOther;
  MPI_Type_create_resized(MPI_INT, 0, 8, &EveryOther);
  MPI_Type_commit(&EveryOther);
  MPI_File_set_view(F, 100, MPI_INT, EveryOther, "native", MPI_INFO_NULL);
  std::vector<int64_t> Counts;
  region(
      [&] {
        for (int64_t At : {0, 100, 112, 113}) {
          foreslice_slice_read_at(toHandle(F), At, 10, toHandle(MPI_INT));
          Counts.push_back(foreslice_slice_count(toHandle(MPI_INT)));
        }
      },
      [] {}, F, 0);
  EXPECT_EQ(Counts, (std::vector<int64_t>{10, 10, 1, 0}));
  MPI_Type_free(&EveryOther);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, AnEndlessSliceWaits) {
  MPI_File F = open(makeFile(4 * Page));
  failingRegion(
      RunCounter::SlicesCancelled,
      [&] {
        for (int64_t I = 0;; ++I)
          readPage(F, I);
      },
      [&] { return behind() == MostBehind; });
  EXPECT_EQ(behind(), MostBehind);
  EXPECT_LE(count(F, Counter::PagesPrefetched), 4u);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, AnEndlessSliceWithoutDataWaits) {
  MPI_File F = open(makeFile(4 * Page)), Other = open(makeFile(4 * Page));
  failingRegion(
      RunCounter::SlicesCancelled,
      [&] {
        auto *Own = static_cast<char *>(foreslice_slice_alloc(8));
        for (int64_t I = 4;; ++I) {
          foreslice_slice_read_at_data(toHandle(F), I * Page, 8,
                                       toHandle(MPI_BYTE), Own);
          readPage(Other, 1);
        }
      },
      [&] { return behind() == MostBehind; });
  EXPECT_EQ(behind(), MostBehind);
  MPI_File_close(&F);
  MPI_File_close(&Other);
}

TEST_F(FileEndsTest, AnEndlessSliceOfNoFileEnds) {
  failingRegion(RunCounter::SlicesAstray, [&] {
    for (;;)
      readPage(MPI_FILE_NULL, 0);
  });
}

TEST_F(FileEndsTest, AReadWithinAFileBreaksTheRow) {
  MPI_File F = open(makeFile(4 * Page));
  region(
      [&] {
        for (int64_t I = 0; I < 3 * static_cast<int64_t>(MostBehind); ++I)
          readPage(F, I % 2 ? 1 : 10 + I);
      },
      [] {}, F, 1);
  EXPECT_EQ(behind(), 3 * MostBehind / 2);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, WhatTheProgramWillWriteIsNotBehind) {
  MPI_File F = open(makeFile(4 * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  region(
      [&] {
        for (int64_t I = 4; I < 4 + 2 * static_cast<int64_t>(MostBehind); ++I) {
          foreslice_slice_write_at(toHandle(F), I * Page, Page,
                                   toHandle(MPI_BYTE), FORESLICE_WRITTEN_OWN);
          readPage(F, I);
        }
      },
      [] {});
  EXPECT_EQ(behind(), 0u);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, CountsHaveWhatTheProgramWillWrite) {
  MPI_File F = open(makeFile(4 * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  int64_t Before = 0, Behind = 0;
  region(
      [&] {
        readPage(F, 4);
        Before = foreslice_slice_count(toHandle(MPI_BYTE));
        foreslice_slice_write_at(toHandle(F), 4 * Page, Page,
                                 toHandle(MPI_BYTE), FORESLICE_WRITTEN_OWN);
        readPage(F, 4);
        Behind = foreslice_slice_count(toHandle(MPI_BYTE));
      },
      [] {});
  EXPECT_EQ(Before, 0);
  EXPECT_EQ(Behind, Page);
  MPI_File_close(&F);
}

TEST_F(FileEndsTest, WhatHasComeWithinTheFileIsPosted) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path);
  std::vector<char> B(Page);
  auto Reads = [&](int64_t I) {
    MPI_File_read_at(F, I * Page, B.data(), Page, MPI_BYTE, MPI_STATUS_IGNORE);
  };
  launched(
      [&] {
        for (int64_t I = 0; I < 4 + static_cast<int64_t>(MostBehind); ++I)
          readPage(F, I);
      },
      [&] {
        EXPECT_TRUE(eventually([&] { return behind() == MostBehind; }));
        overwrite(Path, 4 * Page, (5 + MostBehind) * Page, 0);
        for (int64_t I = 0; I < 5; ++I)
          Reads(I);
        EXPECT_TRUE(eventually([&] { return isCached(F, 10); }));
      });
  MPI_File_close(&F);
}

} // namespace
