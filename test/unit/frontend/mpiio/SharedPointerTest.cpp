//===- SharedPointerTest.cpp - reads at the shared file pointer -----------===//
//
// Followed and served where one rank opened the file, the MPI library's where
// several did.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;

class SharedPointerTest : public MpiTest {};

int intsOf(const MPI_Status &S) {
  int N = -1;
  MPI_Get_count(&S, MPI_INT, &N);
  return N;
}

TEST_F(SharedPointerTest, OfOneRank) {
  // In some libraries handles on one file share the pointer, too.
  MPI_File F = open(makeFile(40 * Page)), G = open(makeFile(40 * Page));
  // A launch finds the pointer where the program has left it.
  for (MPI_File H : {F, G})
    MPI_File_seek_shared(H, 1000, MPI_SEEK_SET);
  std::vector<int64_t> Seen;
  region(
      [&] {
        foreslice_handle H = toHandle(F);
        Seen.push_back(foreslice_slice_position_shared(H));
        foreslice_slice_read_shared(H, 1000, toHandle(MPI_INT));
        foreslice_slice_read_shared(H, 10, toHandle(MPI_INT));
        foreslice_slice_seek_shared(H, 3 * Page, MPI_SEEK_CUR);
        foreslice_slice_read_shared(H, 1000, toHandle(MPI_INT));
        foreslice_slice_write_shared(H, 10, toHandle(MPI_BYTE),
                                     FORESLICE_WRITTEN_BY_ALL);
        Seen.push_back(foreslice_slice_position_shared(H));
        Seen.push_back(foreslice_slice_position(H));
      },
      [&] {
        auto Compare = [&](int Count, auto Read) {
          std::vector<char> A(8192), B(8192);
          Read(F, A.data(), Count);
          Read(G, B.data(), Count);
          EXPECT_EQ(A, B);
          MPI_Offset AtF, AtG;
          MPI_File_get_position_shared(F, &AtF);
          MPI_File_get_position_shared(G, &AtG);
          EXPECT_EQ(AtF, AtG);
        };
        Compare(1000, [](MPI_File H, char *B, int Count) {
          MPI_Status S;
          MPI_File_read_shared(H, B, Count, MPI_INT, &S);
          EXPECT_EQ(intsOf(S), Count);
        });
        Compare(10, [](MPI_File H, char *B, int Count) {
          MPI_Request R;
          MPI_File_iread_shared(H, B, Count, MPI_INT, &R);
          MPI_Status S;
          MPI_Wait(&R, &S);
          EXPECT_EQ(intsOf(S), Count);
        });
        for (MPI_File H : {F, G})
          MPI_File_seek_shared(H, 3 * Page, MPI_SEEK_CUR);
        Compare(1000, [](MPI_File H, char *B, int Count) {
          MPI_File_read_ordered_begin(H, B, Count, MPI_INT);
          MPI_Status S;
          MPI_File_read_ordered_end(H, B, &S);
          EXPECT_EQ(intsOf(S), Count);
        });
      },
      F, 3);
  EXPECT_EQ(Seen, (std::vector<int64_t>{
                      1000, 1000 + 4040 + 3 * Page + 4000 + 10, 0}));
  EXPECT_EQ(count(F, Counter::CacheReads), 3u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(SharedPointerTest, OfSeveralRanksIsTheLibrarys) {
  if (size() == 1)
    GTEST_SKIP() << "needs two ranks";
  std::string Path = makeSharedFile(40 * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD);
  region(
      [&] {
        foreslice_slice_read_shared(toHandle(F), 1000, toHandle(MPI_BYTE));
      },
      [&] {
        char B[1000];
        MPI_File_read_ordered(F, B, 1000, MPI_BYTE, MPI_STATUS_IGNORE);
        EXPECT_EQ(B[999], byteAt(rank() * 1000 + 999));
      });
  failingRegion(RunCounter::SlicesUnknownHandle,
                [&] { foreslice_slice_position_shared(toHandle(F)); });
  failingRegion(RunCounter::SlicesUnknownHandle, [&] {
    char B[8];
    foreslice_slice_read_shared_data(toHandle(F), 8, toHandle(MPI_BYTE), B);
  });
  EXPECT_EQ(count(F, Counter::CacheReads), 0u);
  EXPECT_EQ(count(F, Counter::PagesPrefetched), 0u);
  MPI_File_close(&F);
}

TEST_F(SharedPointerTest, OfAnAppendedFileStandsAtItsEnd) {
  MPI_File F =
      open(makeFile(4 * Page), MPI_COMM_SELF, MPI_MODE_RDWR | MPI_MODE_APPEND);
  std::vector<int64_t> Seen;
  region(
      [&] {
        Seen.push_back(foreslice_slice_position(toHandle(F)));
        Seen.push_back(foreslice_slice_position_shared(toHandle(F)));
      },
      [] {});
  EXPECT_EQ(Seen, (std::vector<int64_t>{4 * Page, 4 * Page}));
  MPI_File_close(&F);
}

} // namespace
