//===- ConsistencyTest.cpp - no stale byte --------------------------------===//
//
// Pages are cached, then the file changes in every way that MPI has; the next
// read must see the change.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;
constexpr int ReadWrite = MPI_MODE_RDWR;

class ConsistencyTest : public MpiTest {
protected:
  /// Caches page 1 of F, calls Change, reads 100 bytes of that page and expects
  /// those of Salt.
  void changed(MPI_File F, int Salt, std::function<void()> Change) {
    std::vector<char> B(100);
    region(
        [&] {
          foreslice_slice_read_at(toHandle(F), Page, 100, toHandle(MPI_BYTE));
        },
        [&] {
          Change();
          EXPECT_EQ(MPI_File_read_at(F, Page, B.data(), 100, MPI_BYTE,
                                     MPI_STATUS_IGNORE),
                    MPI_SUCCESS);
        },
        F, 1);
    EXPECT_EQ(B, bytes(Salt));
  }

  /// Page 1's first 100 bytes with Salt.
  static std::vector<char> bytes(int Salt) {
    std::vector<char> B(100);
    for (int I = 0; I < 100; ++I)
      B[I] = byteAt(Page + I, Salt);
    return B;
  }
};

TEST_F(ConsistencyTest, BlockingWrites) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  std::vector<char> New = bytes(1);
  changed(F, 1, [&] {
    MPI_File_write_at(F, Page, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  });
  New = bytes(2);
  changed(F, 2, [&] {
    MPI_File_seek(F, Page, MPI_SEEK_SET);
    MPI_File_write(F, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  });
  New = bytes(3);
  changed(F, 3, [&] {
    MPI_File_write_at_all(F, Page, New.data(), 100, MPI_BYTE,
                          MPI_STATUS_IGNORE);
  });
  New = bytes(4);
  changed(F, 4, [&] {
    MPI_File_seek(F, Page, MPI_SEEK_SET);
    MPI_File_write_all(F, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  });
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, SharedPointerWrites) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  std::vector<char> New = bytes(1);
  changed(F, 1, [&] {
    MPI_File_seek_shared(F, Page, MPI_SEEK_SET);
    MPI_File_write_shared(F, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  });
  New = bytes(2);
  changed(F, 2, [&] {
    MPI_File_seek_shared(F, Page, MPI_SEEK_SET);
    MPI_File_write_ordered(F, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  });
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, NonblockingWrites) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  std::vector<char> New = bytes(1);
  changed(F, 1, [&] {
    MPI_Request R;
    MPI_File_iwrite_at(F, Page, New.data(), 100, MPI_BYTE, &R);
    MPI_Wait(&R, MPI_STATUS_IGNORE);
  });
  EXPECT_FALSE(mpi().files().find(F)->Shared->suspended());
  changed(F, 1, [] {});
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, NonblockingWriteWithoutAnEndSuspendsUntilSync) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  static const std::vector<char> New = bytes(1); // written some time
  std::vector<char> Back(100);
  MPI_Request R;
  MPI_File_iwrite_at(F, Page, New.data(), 100, MPI_BYTE, &R);
  EXPECT_FALSE(mpi().files().find(F)->Shared->suspended());
  MPI_Request_free(&R);
  EXPECT_TRUE(mpi().files().find(F)->Shared->suspended());
  EXPECT_TRUE(mpi().startedWrites().none());
  MPI_File_read_at(F, Page, Back.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  EXPECT_EQ(count(F, Counter::WrittenReads), 0u);
  MPI_File_sync(F);
  EXPECT_FALSE(mpi().files().find(F)->Shared->suspended());
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, SplitCollectiveWrites) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  std::vector<char> New = bytes(1);
  changed(F, 1, [&] {
    MPI_File_write_at_all_begin(F, Page, New.data(), 100, MPI_BYTE);
    MPI_File_write_at_all_end(F, New.data(), MPI_STATUS_IGNORE);
    EXPECT_FALSE(mpi().files().find(F)->Shared->suspended());
  });
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, WritesOfSeveralRanksSuspendUntilSync) {
  std::string Path = makeSharedFile(4 * size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD, ReadWrite);
  auto Suspended = [&] { return mpi().files().find(F)->Shared->suspended(); };
  char B[100] = {};
  MPI_Offset At = rank() * Page;
  auto Check = [&](auto Write) {
    Write();
    EXPECT_EQ(Suspended(), size() > 1);
    MPI_File_sync(F);
    EXPECT_FALSE(Suspended());
  };
  Check([&] {
    MPI_File_write_at_all(F, At, B, 100, MPI_BYTE, MPI_STATUS_IGNORE);
  });
  Check(
      [&] { MPI_File_write_ordered(F, B, 100, MPI_BYTE, MPI_STATUS_IGNORE); });
  Check([&] {
    MPI_File_write_at_all_begin(F, At, B, 100, MPI_BYTE);
    MPI_File_write_at_all_end(F, B, MPI_STATUS_IGNORE);
  });
  MPI_File_write_at(F, At, B, 100, MPI_BYTE, MPI_STATUS_IGNORE);
  EXPECT_FALSE(Suspended());
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, WritesOfSeveralRanksSuspendFilesOpenedLater) {
  std::string Path = makeSharedFile(4 * size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD, MPI_MODE_WRONLY);
  char B[100] = {};
  MPI_File_write_ordered(F, B, 100, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File G = open(Path, MPI_COMM_SELF);
  auto Shared = mpi().files().find(G)->Shared;
  EXPECT_EQ(Shared->suspended(), size() > 1);
  MPI_File_close(&F);
  EXPECT_FALSE(Shared->suspended());
  MPI_File_close(&G);
}

TEST_F(ConsistencyTest, OtherHandles) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF);
  MPI_File Both = open(Path, MPI_COMM_SELF, ReadWrite);
  MPI_File Writer = open(Path, MPI_COMM_SELF, MPI_MODE_WRONLY);
  std::vector<char> New = bytes(1);
  changed(F, 1, [&] {
    MPI_File_write_at(Both, Page, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_sync(Both);
  });
  New = bytes(2);
  changed(F, 2, [&] {
    MPI_File_write_at(Writer, Page, New.data(), 100, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    MPI_File_sync(Writer);
  });
  MPI_File_close(&Writer);
  MPI_File_close(&Both);
  changed(F, 2, [] {});
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, WriteOfOtherPagesKeepsThisOne) {
  std::string Path = makeFile(8 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  std::vector<char> New(100);
  uint64_t Before = count(F, Counter::CacheReads);
  changed(F, 0, [&] {
    MPI_File_write_at(F, 5 * Page, New.data(), 100, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    EXPECT_TRUE(isCached(F, 1));
  });
  EXPECT_EQ(count(F, Counter::CacheReads), Before + 1);
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, SyncShowsOthersWrites) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  changed(F, 1, [&] {
    overwrite(Path, 0, 4 * Page, 1);
    MPI_File_sync(F);
  });
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, ReopenShowsOthersWrites) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path), G = open(Path);
  changed(F, 1, [&] {
    overwrite(Path, 0, 4 * Page, 1);
    MPI_File_close(&G);
    G = open(Path);
  });
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ConsistencyTest, SizeChanges) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite);
  char B[100];
  MPI_Status S;
  int N = -1;
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), Page, 100, toHandle(MPI_BYTE));
      },
      [&] {
        MPI_File_set_size(F, Page + 10);
        MPI_File_read_at(F, Page, B, 100, MPI_BYTE, &S);
        MPI_Get_count(&S, MPI_BYTE, &N);
      },
      F, 1);
  EXPECT_EQ(N, 10);
  MPI_File_close(&F);
}

TEST_F(ConsistencyTest, AtomicModeIsNotCached) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path, MPI_COMM_SELF, ReadWrite), G = open(Path);
  std::vector<char> B(100);
  ASSERT_EQ(MPI_File_set_atomicity(G, 1), MPI_SUCCESS);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), Page, 100, toHandle(MPI_BYTE));
      },
      [&] {
        MPI_File_read_at(F, Page, B.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
      });
  EXPECT_EQ(B, bytes(0));
  EXPECT_EQ(count(F, Counter::CacheReads), 0u);
  EXPECT_EQ(count(F, Counter::PagesPrefetched), 0u);
  MPI_File_set_atomicity(G, 0);
  changed(F, 0, [] {});
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ConsistencyTest, DeletedAndMadeAnew) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path);
  changed(F, 0, [] {});
  MPI_File_close(&F);
  MPI_File_delete(Path.c_str(), MPI_INFO_NULL);
  F = open(Path, MPI_COMM_SELF, MPI_MODE_CREATE | MPI_MODE_RDWR);
  std::vector<char> New = bytes(1);
  MPI_File_write_at(F, Page, New.data(), 100, MPI_BYTE, MPI_STATUS_IGNORE);
  changed(F, 1, [] {});
  MPI_File_close(&F);
}

} // namespace
