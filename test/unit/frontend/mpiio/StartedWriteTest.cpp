//===- StartedWriteTest.cpp - nonblocking and split writes ----------------===//
//
// Which bytes of a started write are kept for reads, from when on, and what is
// fetched beside the write.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

#include <csignal>
#include <sys/resource.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;
constexpr int Bytes = 1000;

class StartedWriteTest : public MpiTest {
protected:
  void SetUp() override {
    MpiTest::SetUp();
    F = open(makeFile(8 * Page), MPI_COMM_SELF, MPI_MODE_RDWR);
  }
  void TearDown() override {
    MPI_File_close(&F);
    EXPECT_TRUE(mpi().startedWrites().none());
    MpiTest::TearDown();
  }

  static std::vector<char> filled(int Value) {
    return std::vector<char>(Bytes, static_cast<char>(Value));
  }
  /// Starts a write of From at Offset.
  MPI_Request start(MPI_Offset Offset, const std::vector<char> &From) {
    MPI_Request R;
    EXPECT_EQ(MPI_File_iwrite_at(F, Offset, From.data(), Bytes, MPI_BYTE, &R),
              MPI_SUCCESS);
    return R;
  }
  /// The byte of all Length bytes from Offset on, -1 if they differ.
  int read(MPI_Offset Offset, int Length = Bytes) {
    std::vector<char> B(Length);
    EXPECT_EQ(MPI_File_read_at(F, Offset, B.data(), Length, MPI_BYTE,
                               MPI_STATUS_IGNORE),
              MPI_SUCCESS);
    for (char C : B)
      if (C != B[0])
        return -1;
    return B[0];
  }
  /// Reads that copies have served.
  uint64_t copies() { return count(F, Counter::WrittenReads); }

  MPI_File F;
};

TEST_F(StartedWriteTest, EachCallOnRequestsEndsTheWrite) {
  using Call = std::function<void(MPI_Request *, MPI_Status *)>;
  int Index, Flag, Some, Indices[2];
  const std::vector<Call> Calls = {
      [](auto *R, auto *S) { MPI_Wait(R + 1, S); },
      [](auto *R, auto *S) { MPI_Waitall(2, R, S); },
      [&](auto *R, auto *S) { MPI_Waitany(2, R, &Index, S); },
      [&](auto *R, auto *S) { MPI_Waitsome(2, R, &Some, Indices, S); },
      [&](auto *R, auto *S) {
        for (Flag = 0; !Flag;)
          MPI_Test(R + 1, &Flag, S);
      },
      [&](auto *R, auto *S) {
        for (Flag = 0; !Flag;)
          MPI_Testall(2, R, &Flag, S);
      },
      [&](auto *R, auto *S) {
        for (Flag = 0; !Flag;)
          MPI_Testany(2, R, &Index, &Flag, S);
      },
      [&](auto *R, auto *S) {
        for (Some = 0; Some == 0;)
          MPI_Testsome(2, R, &Some, Indices, S);
      }};
  int Value = 0;
  uint64_t Served = 0;
  for (const Call &Ends : Calls)
    for (bool IsIgnored : {false, true}) {
      std::vector<char> New = filled(++Value);
      MPI_Request R[2] = {MPI_REQUEST_NULL, start(Value * Bytes, New)};
      EXPECT_NE(mpi().startedWrites().find(R[1]), nullptr);
      MPI_Status S[2];
      Ends(R, IsIgnored ? MPI_STATUSES_IGNORE : S);
      EXPECT_EQ(R[1], MPI_REQUEST_NULL);
      EXPECT_TRUE(mpi().startedWrites().none());
      std::fill(New.begin(), New.end(), 'x'); // the buffer is the program's
      EXPECT_EQ(read(Value * Bytes), Value);
      EXPECT_EQ(copies(), ++Served) << "call " << (Value - 1) / 2;
    }
}

TEST_F(StartedWriteTest, NothingIsServedBeforeTheEnd) {
  const std::vector<char> New = filled(7);
  MPI_Request R = start(Page, New);
  read(Page); // old or new
  EXPECT_EQ(copies(), 0u);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
  EXPECT_EQ(read(Page), 7);
  EXPECT_EQ(copies(), 1u);
}

TEST_F(StartedWriteTest, SeveralWritesAreUnderWay) {
  constexpr int Few = 60, Many = 80; // more than are followed
  std::vector<char> New[Many];
  MPI_Request R[Many];
  for (int I = 0; I < Few; ++I)
    R[I] = start(I * Bytes, New[I] = filled(I));
  MPI_Waitall(Few, R, MPI_STATUSES_IGNORE);
  for (int I = 0; I < Few; ++I)
    EXPECT_EQ(read(I * Bytes), I);
  EXPECT_EQ(copies(), 60u);
  for (int I = 0; I < Many; ++I)
    R[I] = start(I * Bytes, New[I] = filled(I + 1));
  EXPECT_FALSE(mpi().startedWrites().hasRoom());
  MPI_Waitall(Many, R, MPI_STATUSES_IGNORE);
  for (int I = 0; I < Many; ++I)
    EXPECT_EQ(read(I * Bytes), I + 1);
  EXPECT_EQ(copies(), 60u) << "the end of the last was not followed";
}

TEST_F(StartedWriteTest, OverlappingWritesHaveNoOrder) {
  const std::vector<char> One = filled(1), Two = filled(2);
  MPI_Request R[2] = {start(0, One), start(Bytes / 2, Two)};
  MPI_Waitall(2, R, MPI_STATUSES_IGNORE);
  EXPECT_EQ(read(0, Bytes / 2), 1);
  EXPECT_EQ(copies(), 1u);
  read(Bytes / 2, Bytes / 2); // any of the two
  EXPECT_EQ(read(Bytes, Bytes / 2), 2);
  EXPECT_EQ(copies(), 1u);
}

TEST_F(StartedWriteTest, ALaterWriteReplacesIt) {
  const std::vector<char> One = filled(1), Two = filled(2);
  MPI_Request R = start(0, One);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
  R = start(100, Two);
  EXPECT_EQ(read(0, 100), 1);
  EXPECT_EQ(copies(), 1u);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
  EXPECT_EQ(read(100), 2);
  EXPECT_EQ(copies(), 2u);
  MPI_File_write_at(F, 200, One.data(), 1, MPI_BYTE, MPI_STATUS_IGNORE);
  EXPECT_EQ(read(100), -1);
  EXPECT_EQ(copies(), 3u);
}

TEST_F(StartedWriteTest, TypesWithHoles) {
  MPI_Datatype Spread;
  MPI_Type_vector(Bytes / 2, 1, 2, MPI_BYTE, &Spread);
  MPI_Type_commit(&Spread);
  MPI_File_set_view(F, 10, MPI_BYTE, Spread, "native", MPI_INFO_NULL);
  std::vector<char> New(Bytes), Back(Bytes);
  for (int I = 0; I < Bytes; ++I)
    New[I] = static_cast<char>(I);
  MPI_Request R;
  MPI_File_seek(F, 100, MPI_SEEK_SET);
  MPI_File_iwrite(F, New.data(), 1, Spread, &R);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
  MPI_File_iread_at(F, 100, Back.data(), 1, Spread, &R);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
  for (int I = 0; I < Bytes; I += 2)
    EXPECT_EQ(Back[I], New[I]);
  EXPECT_EQ(copies(), 1u);
  MPI_Offset Position;
  MPI_File_get_position(F, &Position);
  EXPECT_EQ(Position, 100 + Bytes / 2);
  MPI_Type_free(&Spread);
}

TEST_F(StartedWriteTest, CollectiveWrites) {
  const std::vector<char> New = filled(1);
  MPI_Request R;
  MPI_File_iwrite_at_all(F, 0, New.data(), Bytes, MPI_BYTE, &R);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
  EXPECT_EQ(read(0), 1);
  EXPECT_EQ(copies(), 1u);
}

TEST_F(StartedWriteTest, SplitWrites) {
  const std::vector<char> One = filled(1), Two = filled(2);
  MPI_File_write_at(F, 0, One.data(), Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  EXPECT_EQ(read(0), 1);
  EXPECT_EQ(copies(), 1u);
  MPI_File_write_at_all_begin(F, Page, Two.data(), Bytes, MPI_BYTE);
  EXPECT_EQ(read(0), 1);
  EXPECT_EQ(copies(), 2u);
  MPI_File_write_at_all_end(F, Two.data(), MPI_STATUS_IGNORE);
  EXPECT_EQ(read(Page), 2);
  EXPECT_EQ(copies(), 3u);
  MPI_File_seek(F, 2 * Page, MPI_SEEK_SET);
  MPI_File_write_all_begin(F, One.data(), Bytes, MPI_BYTE);
  MPI_File_write_all_end(F, One.data(), MPI_STATUS_IGNORE);
  EXPECT_EQ(read(2 * Page), 1);
  EXPECT_EQ(copies(), 4u);
}

// Open MPI itself ends with a fault where a nonblocking write fails.
#ifndef OPEN_MPI
TEST_F(StartedWriteTest, AShortWriteIsNotKept) {
  signal(SIGXFSZ, SIG_IGN);
  rlimit Old;
  getrlimit(RLIMIT_FSIZE, &Old);
  rlimit Few = Old;
  Few.rlim_cur = 8 * Page + Bytes / 2;
  const std::vector<char> New = filled(1);
  setrlimit(RLIMIT_FSIZE, &Few);
  MPI_Request R = start(8 * Page, New);
  MPI_Status Status;
  const int Error = MPI_Wait(&R, &Status);
  setrlimit(RLIMIT_FSIZE, &Old);
  int Written = 0;
  MPI_Get_count(&Status, MPI_BYTE, &Written);
  EXPECT_TRUE(Error != MPI_SUCCESS || Written < Bytes);
  EXPECT_EQ(read(8 * Page, Bytes / 2), 1);
  EXPECT_EQ(copies(), 0u);
}
#endif

TEST_F(StartedWriteTest, OtherPagesAreFetchedMeanwhile) {
  const std::vector<char> New = filled(1);
  MPI_Request R = start(0, New);
  std::vector<char> B(Bytes);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), 3 * Page, Bytes,
                                toHandle(MPI_BYTE));
      },
      [&] {
        MPI_File_read_at(F, 3 * Page, B.data(), Bytes, MPI_BYTE,
                         MPI_STATUS_IGNORE);
      },
      F, 3);
  EXPECT_EQ(B[1], byteAt(3 * Page + 1));
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  EXPECT_EQ(copies(), 0u);
  MPI_Wait(&R, MPI_STATUS_IGNORE);
}

TEST_F(StartedWriteTest, TheHandleMayBeGoneWithoutAnEnd) {
  const std::vector<char> New = filled(1);
  MPI_Request R = start(0, New);
  PMPI_Wait(&R, MPI_STATUS_IGNORE); // past the run time
  EXPECT_EQ(read(0), 1);
  EXPECT_EQ(copies(), 0u);
  EXPECT_FALSE(mpi().startedWrites().none());
  MPI_File_sync(F);
  EXPECT_TRUE(mpi().startedWrites().none());
  R = start(0, New);
  PMPI_Wait(&R, MPI_STATUS_IGNORE);
} // TearDown() closes the file

} // namespace
