//===- CollectiveTest.cpp - collective reads ------------------------------===//
//
// Either every rank is served from its cache or every rank calls the MPI
// library: a wrong decision shows as a hang or as a count that differs between
// ranks.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;

class CollectiveTest : public MpiTest {
protected:
  /// Each rank reads a page of its own, Rounds times; ranks for which InRegion
  /// is false have no slice.
  void readAll(MPI_File F, int Rounds, bool InRegion) {
    auto Main = [&] {
      for (int I = 0; I < Rounds; ++I) {
        MPI_Status S;
        int N = -1;
        std::vector<char> B(Page);
        int64_t At = (I * size() + rank()) * Page;
        EXPECT_EQ(MPI_File_read_at_all(F, At, B.data(), Page, MPI_BYTE, &S),
                  MPI_SUCCESS);
        MPI_Get_count(&S, MPI_BYTE, &N);
        EXPECT_EQ(N, Page);
        bool Same = true;
        for (int64_t J = 0; J < Page; ++J)
          Same = Same && B[J] == byteAt(At + J);
        EXPECT_TRUE(Same) << "round " << I;
      }
    };
    if (!InRegion)
      return Main();
    region(
        [&] {
          for (int I = 0; I < Rounds; ++I)
            foreslice_slice_read_at(toHandle(F), (I * size() + rank()) * Page,
                                    Page, toHandle(MPI_BYTE));
        },
        Main, F, rank());
  }

  /// The same on all ranks?
  uint64_t agreed(uint64_t Mine) {
    uint64_t Low, High;
    MPI_Allreduce(&Mine, &Low, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&Mine, &High, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(Low, High);
    return Mine;
  }
};

TEST_F(CollectiveTest, AllRanksInTheRegion) {
  std::string Path = makeSharedFile(8 * size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD);
  readAll(F, 8, true);
  EXPECT_GT(agreed(count(F, Counter::CollectiveCacheReads)), 0u);
  MPI_File_close(&F);
}

TEST_F(CollectiveTest, OneRankOutsideTheRegion) {
  std::string Path = makeSharedFile(8 * size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD);
  readAll(F, 8, rank() != 0);
  uint64_t Served = agreed(count(F, Counter::CollectiveCacheReads));
  // Half of all pages must be there: not when the only rank has none.
  if (size() > 1) {
    EXPECT_GT(Served, 0u);
  } else {
    EXPECT_EQ(Served, 0u);
  }
  MPI_File_close(&F);
}

/// Ranks that vote before different reads hang.
TEST_F(CollectiveTest, FewVotesWhileNobodyHasAPage) {
  std::string Path = makeSharedFile(40 * size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD);
  readAll(F, 40, false);
  EXPECT_EQ(agreed(count(F, Counter::CollectiveCacheReads)), 0u);
  readAll(F, 40, true);
  uint64_t Served = agreed(count(F, Counter::CollectiveCacheReads));
  EXPECT_GT(Served, 0u);
  EXPECT_LE(Served, 25u); // The first vote is before the 16th read.
  MPI_File_close(&F);
}

TEST(VotePaceTest, BecomesRarerWherePatternsAloneTell) {
  VotePace P;
  P.beRare();
  unsigned Votes = 0, Reads = 500;
  for (unsigned I = 0; I < Reads; ++I)
    if (!P.skips()) {
      P.voted(false);
      ++Votes;
    }
  EXPECT_GE(Votes, 8u);
  EXPECT_FALSE(P.isGivenUp());
  P.voted(true);
  EXPECT_FALSE(P.skips());
}

/// A pattern that shows at the N-th read is served from the 2N-th on at least.
TEST(VotePaceTest, VotesBeforeTwiceAsManyReads) {
  for (unsigned Known = 3; Known < 200; ++Known) {
    VotePace P;
    P.beRare();
    unsigned Reads = 1;
    for (;; ++Reads)
      if (!P.skips()) {
        if (Reads >= Known)
          break;
        P.voted(false);
      }
    EXPECT_LE(Reads, 2 * Known);
  }
}

TEST(VotePaceTest, GivesUpWherePatternsAloneTellNothing) {
  VotePace P;
  P.beRare();
  unsigned Reads = 0;
  for (; !P.isGivenUp() && Reads < 10'000; ++Reads)
    if (!P.skips())
      P.voted(false);
  EXPECT_GE(Reads, 500u);
  EXPECT_LE(Reads, 1000u);
}

/// A file from memory: no source looks at its reads.
TEST(VotePaceTest, VotesFourTimesWhereNoSourceLearns) {
  VotePace P;
  P.beRare();
  unsigned Reads = 0, Votes = 0;
  for (; !P.isGivenUp() && Reads < 10'000; ++Reads)
    if (!P.skips()) {
      P.voted(false, false);
      ++Votes;
    }
  EXPECT_TRUE(P.isGivenUp());
  EXPECT_EQ(Votes, 4u);
}

TEST(VotePaceTest, IsPatientAgainWhenASourceBeginsToLearn) {
  VotePace P;
  P.beRare();
  P.voted(false, false);
  EXPECT_TRUE(P.skips());
  P.voted(false, true);
  for (int I = 0; I < 4; ++I) {
    EXPECT_FALSE(P.skips());
    P.voted(false, true);
  }
  EXPECT_TRUE(P.skips());
}

TEST(VotePaceTest, IsRareUntilAPageIsFound) {
  VotePace P;
  auto Votes = [&](int Reads) {
    int Held = 0;
    for (int I = 0; I < Reads; ++I)
      if (!P.skips()) {
        ++Held;
        P.voted(false);
      }
    return Held;
  };
  EXPECT_EQ(Votes(8), 8);
  EXPECT_EQ(Votes(160), 10);
  P.voted(true);
  EXPECT_EQ(Votes(8), 8);
  EXPECT_EQ(Votes(16), 1);
}

TEST_F(CollectiveTest, OneRankNotWilling) {
  std::string Path = makeSharedFile(4 * size() * Page);
  MPI_Info Info;
  MPI_Info_create(&Info);
  MPI_Info_set(Info, "foreslice_disable", rank() == size() - 1 ? "1" : "0");
  MPI_File F = open(Path, MPI_COMM_WORLD, MPI_MODE_RDONLY, Info);
  MPI_Info_free(&Info);
  EXPECT_FALSE(mpi().files().find(F)->Collective);
  readAll(F, 4, false);
  EXPECT_EQ(count(F, Counter::CollectiveCacheReads), 0u);
  MPI_File_close(&F);
}

/// What a read beyond the end of file leaves to look at.
struct Outcome {
  int Count = -1;
  MPI_Offset Position = -1;
  bool operator==(const Outcome &) const = default;
};

/// Reads a page at From in place of Read, through the pointer.
template <typename Fn> Outcome readPage(MPI_File F, int64_t From, Fn Read) {
  std::vector<char> B(Page);
  MPI_Status S;
  Outcome O;
  MPI_File_seek(F, From, MPI_SEEK_SET);
  Read(F, B.data(), static_cast<int>(Page), MPI_BYTE, &S);
  MPI_Get_count(&S, MPI_BYTE, &O.Count);
  MPI_File_get_position(F, &O.Position);
  return O;
}

/// The MPI libraries count what they will where a collective read ends beyond
/// the file, and move the pointer by that.
TEST_F(CollectiveTest, EndOfFileIsTheMpiLibrarysAffair) {
  int64_t Last = (size() + 1) * Page - 1000;
  std::string Path = makeSharedFile(Last);
  MPI_File F = open(Path, MPI_COMM_WORLD), G = open(Path, MPI_COMM_WORLD);
  auto Same = [&](int64_t From) {
    Outcome Ours;
    region(
        [&] {
          foreslice_slice_read_at(toHandle(F), From, Page, toHandle(MPI_BYTE));
        },
        [&] { Ours = readPage(F, From, MPI_File_read_all); }, F,
        From < Last ? From / Page : -1);
    EXPECT_EQ(Ours, readPage(G, From, PMPI_File_read_all)) << From;
  };
  Same((rank() + 1) * Page); // One rank beyond the end.
  Same(Last - 2000);         // All in the same place.
  Same(Last);
  Same(Last + 5000);
  uint64_t Served = agreed(count(F, Counter::CollectiveCacheReads));
  EXPECT_EQ(Served, 0u);
  Same(Last - Page);
  EXPECT_EQ(agreed(count(F, Counter::CollectiveCacheReads)), 1u)
      << "up to the end, and no further";
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(CollectiveTest, EndOfFileMoves) {
  std::string Path = makeSharedFile(2 * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD, MPI_MODE_RDWR);
  SharedFile &Shared = *mpi().files().find(F)->Shared;
  const CachedFile &File = *mpi().files().find(F)->Cached;
  EXPECT_TRUE(Shared.reachesTo(2 * Page, File));
  EXPECT_FALSE(Shared.reachesTo(2 * Page + 1, File));
  MPI_Barrier(MPI_COMM_WORLD); // One rank sets the size for all.
  MPI_File_set_size(F, Page);
  EXPECT_FALSE(Shared.reachesTo(Page + 1, File));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_size(F, 3 * Page);
  EXPECT_TRUE(Shared.reachesTo(3 * Page, File));
  MPI_File_close(&F);
}

TEST_F(CollectiveTest, EmptyReadsOnSomeRanks) {
  std::string Path = makeSharedFile(size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD);
  int Count = rank() % 2 ? 0 : 1000, N = -1;
  auto Main = [&] {
    char B[1000];
    MPI_Status S;
    MPI_File_read_at_all(F, rank() * Page, B, Count, MPI_BYTE, &S);
    MPI_Get_count(&S, MPI_BYTE, &N);
  };
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), rank() * Page, Count,
                                toHandle(MPI_BYTE));
      },
      Main, F, Count ? rank() : -1);
  EXPECT_EQ(N, Count);
  EXPECT_EQ(agreed(count(F, Counter::CollectiveCacheReads)), 1u);
  MPI_File_close(&F);
}

TEST_F(CollectiveTest, CollectiveWritesInBetween) {
  std::string Path = makeSharedFile(size() * Page);
  MPI_File F = open(Path, MPI_COMM_WORLD, MPI_MODE_RDWR);
  std::vector<char> New(Page), B(Page);
  // Each rank caches its neighbour's page, which then changes.
  int From = (rank() + 1) % size();
  for (int64_t I = 0; I < Page; ++I)
    New[I] = byteAt(rank() * Page + I, 9);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), From * Page, Page,
                                toHandle(MPI_BYTE));
      },
      [&] {
        // Nobody caches what another rank is writing.
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_write_at_all(F, rank() * Page, New.data(), Page, MPI_BYTE,
                              MPI_STATUS_IGNORE);
        MPI_File_sync(F);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_sync(F);
        MPI_File_read_at_all(F, From * Page, B.data(), Page, MPI_BYTE,
                             MPI_STATUS_IGNORE);
      },
      F, From);
  bool Same = true;
  for (int64_t I = 0; I < Page; ++I)
    Same = Same && B[I] == byteAt(From * Page + I, 9);
  EXPECT_TRUE(Same);
  MPI_File_close(&F);
}

} // namespace
