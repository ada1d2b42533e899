//===- KernelDeliveryTest.cpp - reads that the kernel delivers ------------===//
//
// The MPI library makes all of them: bytes, counts, status and pointer must be
// those of plain reads, and the ledger must have known of each page.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;

class KernelDeliveryTest : public MpiTest {
protected:
  MPI_File openKernel(const std::string &Path, MPI_Comm Comm = MPI_COMM_SELF,
                      int Mode = MPI_MODE_RDONLY) {
    MPI_Info Info;
    MPI_Info_create(&Info);
    MPI_Info_set(Info, "foreslice_delivery", "kernel");
    MPI_File Handle = open(Path, Comm, Mode, Info);
    MPI_Info_free(&Info);
    return Handle;
  }
  /// Launches Slice, and runs Main once the engine has fetched so many pages.
  void fetched(MPI_File Handle, uint64_t Pages, std::function<void()> Slice,
               std::function<void()> Main) {
    region(std::move(Slice), [&] {
      EXPECT_TRUE(eventually([&] {
        return count(Handle, Counter::StorageBytes) >= Pages * Page;
      }));
      Main();
    });
  }
  static void expectPattern(const std::vector<char> &Bytes, int64_t At,
                            int Salt = 0) {
    for (size_t I = 0; I < Bytes.size(); ++I)
      ASSERT_EQ(Bytes[I], byteAt(At + static_cast<int64_t>(I), Salt))
          << "byte " << I << " at " << At;
  }
};

foreslice_handle handle(MPI_File F) { return toHandle(F); }

TEST_F(KernelDeliveryTest, ReadsAreTheMpiLibrarysAndFindTheirPages) {
  std::string Path = makeFile(8 * Page);
  MPI_File F = openKernel(Path);
  fetched(
      F, 4,
      [&] {
        for (int I = 0; I < 4; ++I)
          foreslice_slice_read_at(handle(F), I * Page, Page,
                                  toHandle(MPI_BYTE));
      },
      [&] {
        std::vector<char> B(Page);
        for (int I = 0; I < 4; ++I) {
          MPI_Status S;
          int N = 0;
          EXPECT_EQ(MPI_File_read_at(F, I * Page, B.data(), Page, MPI_BYTE, &S),
                    MPI_SUCCESS);
          MPI_Get_count(&S, MPI_BYTE, &N);
          EXPECT_EQ(N, Page);
          expectPattern(B, I * Page);
        }
      });
  EXPECT_EQ(count(F, Counter::PagesToSystem), 4u);
  EXPECT_EQ(count(F, Counter::PagesUsed), 4u);
  EXPECT_EQ(count(F, Counter::ReadyHits) + count(F, Counter::UnreadyHits), 4u);
  EXPECT_EQ(count(F, Counter::CacheReads), 0u);
  EXPECT_EQ(count(F, Counter::Reads), 4u);
  MPI_File_close(&F);
}

TEST_F(KernelDeliveryTest, TheEndOfTheFileIsTheMpiLibrarys) {
  std::string Path = makeFile(Page + 1000);
  MPI_File F = openKernel(Path), Plain = open(Path);
  region([&] { foreslice_slice_read(handle(F), 2 * Page, toHandle(MPI_BYTE)); },
         [&] {
           EXPECT_EQ(
               observe(F, MPI_BYTE, 2 * Page,
                       [&](void *B, MPI_Status *S) {
                         return MPI_File_read(F, B, 2 * Page, MPI_BYTE, S);
                       }),
               observe(Plain, MPI_BYTE, 2 * Page, [&](void *B, MPI_Status *S) {
                 return PMPI_File_read(Plain, B, 2 * Page, MPI_BYTE, S);
               }));
         });
  EXPECT_EQ(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
  MPI_File_close(&Plain);
}

TEST_F(KernelDeliveryTest, ANonblockingReadIsCountedWhenItStarts) {
  std::string Path = makeFile(2 * Page);
  MPI_File F = openKernel(Path);
  fetched(
      F, 1,
      [&] { foreslice_slice_read_at(handle(F), 0, Page, toHandle(MPI_BYTE)); },
      [&] {
        std::vector<char> B(Page);
        MPI_Request R;
        MPI_File_iread_at(F, 0, B.data(), Page, MPI_BYTE, &R);
        MPI_Wait(&R, MPI_STATUS_IGNORE);
        expectPattern(B, 0);
      });
  EXPECT_EQ(count(F, Counter::PagesUsed), 1u);
  EXPECT_EQ(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
}

TEST_F(KernelDeliveryTest, CollectiveReadsStayCollective) {
  std::string Path = makeSharedFile(4 * Page * size());
  MPI_File F = openKernel(Path, MPI_COMM_WORLD);
  const MPI_Offset At = rank() * Page;
  region(
      [&] { foreslice_slice_read_at(handle(F), At, Page, toHandle(MPI_BYTE)); },
      [&] {
        std::vector<char> B(Page);
        MPI_File_read_at_all(F, At, B.data(), Page, MPI_BYTE,
                             MPI_STATUS_IGNORE);
        expectPattern(B, At);
        MPI_File_read_at_all_begin(F, At + size() * Page, B.data(), Page,
                                   MPI_BYTE);
        MPI_File_read_at_all_end(F, B.data(), MPI_STATUS_IGNORE);
        expectPattern(B, At + size() * Page);
      });
  EXPECT_EQ(count(F, Counter::CollectiveCacheReads), 0u);
  EXPECT_EQ(count(F, Counter::CollectivePlainReads), 2u);
  MPI_File_close(&F);
}

TEST_F(KernelDeliveryTest, ASliceReadsItsDataFromTheSystem) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = openKernel(Path);
  static char Data[16];
  int64_t Got = 0;
  region(
      [&] {
        Got = foreslice_slice_read_at_data(handle(F), 2 * Page, sizeof Data,
                                           toHandle(MPI_BYTE), Data);
      },
      [&] {});
  EXPECT_EQ(Got, static_cast<int64_t>(sizeof Data));
  EXPECT_EQ(count(F, Counter::DependentReads), 1u);
  MPI_File_close(&F);
}

TEST_F(KernelDeliveryTest, WhatOthersHaveWrittenIsSeenAtOnce) {
  std::string Path = makeFile(2 * Page);
  MPI_File F = openKernel(Path);
  fetched(
      F, 1,
      [&] { foreslice_slice_read_at(handle(F), 0, Page, toHandle(MPI_BYTE)); },
      [&] {
        overwrite(Path, 0, Page, 5);
        std::vector<char> B(Page);
        MPI_File_read_at(F, 0, B.data(), Page, MPI_BYTE, MPI_STATUS_IGNORE);
        expectPattern(B, 0, 5);
      });
  MPI_File_close(&F);
}

TEST_F(KernelDeliveryTest, WritesAndReadsOfOneHandle) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = openKernel(Path, MPI_COMM_SELF, MPI_MODE_RDWR);
  region(
      [&] {
        foreslice_slice_read_at(handle(F), 0, Page, toHandle(MPI_BYTE));
        foreslice_slice_read_at(handle(F), Page, Page, toHandle(MPI_BYTE));
      },
      [&] {
        std::vector<char> B(Page), Own(Page, 7);
        MPI_File_read_at(F, 0, B.data(), Page, MPI_BYTE, MPI_STATUS_IGNORE);
        expectPattern(B, 0);
        MPI_File_write_at(F, Page, Own.data(), Page, MPI_BYTE,
                          MPI_STATUS_IGNORE);
        MPI_File_read_at(F, Page, B.data(), Page, MPI_BYTE, MPI_STATUS_IGNORE);
        EXPECT_EQ(B, Own);
        MPI_File_sync(F);
        MPI_File_read_at(F, Page, B.data(), Page, MPI_BYTE, MPI_STATUS_IGNORE);
        EXPECT_EQ(B, Own);
      });
  EXPECT_EQ(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
}

TEST_F(KernelDeliveryTest, TheFirstHandleDecides) {
  std::string Path = makeFile(2 * Page);
  MPI_File First = open(Path), Second = openKernel(Path);
  auto Cached = mpi().files().find(Second)->Cached;
  EXPECT_EQ(Cached->DeliveredBy, Delivery::Pool);
  EXPECT_EQ(mpi().files().find(First)->Cached, Cached);
  MPI_File_close(&First);
  MPI_File_close(&Second);
}

} // namespace
