//===- OpenedAheadTest.cpp - files that a slice opens before the program --===//
//
// What a slice fetched of a file before the program opened it is left to the
// operating system: whatever has become of the file meanwhile, the program
// reads what is in it.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/OpenedAhead.h"
#include "MpiFixture.h"
#include "OwnProcess.h"
#include "frontend/mpiio/MpiFrontend.h"

#include <atomic>
#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;

class OpenedAheadTest : public MpiTest {
protected:
  /// A slice opens Path and reads its second page; then Main runs.
  void ahead(const std::string &Path, std::function<void()> Main) {
    region(
        [&] {
          auto *Handle =
              static_cast<foreslice_handle *>(foreslice_slice_alloc(8));
          foreslice_slice_open(0, Path.c_str(), MPI_MODE_RDONLY, Handle);
          Stand = *Handle;
          foreslice_slice_read_at(Stand, Page, 100, toHandle(MPI_BYTE));
        },
        [&] {
          EXPECT_TRUE(eventually([&] { return isOnItsWay(); }));
          Main();
        });
  }
  /// Whether the page of the slice's file has come, or is being read; or there
  /// is no such file.
  bool isOnItsWay() const {
    auto File = mpi().openedAhead().find(Stand);
    std::shared_ptr<CachedFile> Cached = File ? File->Cached : nullptr;
    PagePart Part{1, {Page, 2 * Page}};
    return !Cached || runtime().demand().probe(*Cached, {&Part, 1}) != 0;
  }
  char firstByte(MPI_File F) {
    char B[100];
    MPI_File_read_at(F, Page, B, 100, MPI_BYTE, MPI_STATUS_IGNORE);
    return B[0];
  }
  foreslice_handle Stand = 0;
};

TEST_F(OpenedAheadTest, TheProgramFindsThePagesInMemory) {
  std::string Path = makeFile(4 * Page);
  ahead(Path, [&] {
    EXPECT_TRUE(OpenedAhead::isStand(Stand));
    MPI_File F = open(Path);
    EXPECT_EQ(mpi().openedAhead().find(Stand)->Shared->cached(),
              mpi().files().find(F)->Cached);
    FileStatistics &Stats = *mpi().files().find(F)->Cached->Stats;
    EXPECT_EQ(Stats.get(Counter::PagesLeftToSystem), 1u);
    EXPECT_EQ(firstByte(F), byteAt(Page));
    // The engine may have fetched it again by then.
    EXPECT_EQ(count(F, Counter::CacheReads) + count(F, Counter::SystemReads),
              1u);
    MPI_File_close(&F);
    EXPECT_FALSE(mpi().openedAhead().find(Stand)->Shared) << "closed";
    F = open(Path);
    EXPECT_EQ(firstByte(F), byteAt(Page));
    EXPECT_EQ(count(F, Counter::CacheReads) + count(F, Counter::SystemReads),
              0u)
        << "the claim was used up";
    MPI_File_close(&F);
  });
}

TEST_F(OpenedAheadTest, HandlesOfFortranHaveFourBytes) {
  std::string Path = makeFile(4 * Page);
  std::atomic<uint32_t> Behind = 0;
  region(
      [&] {
        auto *Handle = static_cast<uint32_t *>(foreslice_slice_alloc(8));
        Handle[1] = 7;
        foreslice_slice_open_fortran(0, Path.c_str(), MPI_MODE_RDONLY, Handle);
        Stand = FORESLICE_FORTRAN_HANDLE | Handle[0];
        foreslice_slice_read_at(Stand, Page, 100, toHandle(MPI_BYTE));
        Behind = Handle[1];
      },
      [&] {
        EXPECT_TRUE(eventually([&] { return Behind != 0 && isOnItsWay(); }));
        EXPECT_TRUE(OpenedAhead::isStand(Stand));
        MPI_File F = open(Path);
        EXPECT_EQ(mpi().openedAhead().find(Stand)->Shared->cached(),
                  mpi().files().find(F)->Cached);
        auto InFortran = static_cast<uint32_t>(PMPI_File_c2f(F));
        EXPECT_FALSE(
            OpenedAhead::isStand(FORESLICE_FORTRAN_HANDLE | InFortran));
        EXPECT_EQ(firstByte(F), byteAt(Page));
        MPI_File_close(&F);
      });
  EXPECT_EQ(Behind, 7u);
}

TEST_F(OpenedAheadTest, LocksOfTheProgramStay) {
  std::string Path = makeFile(4 * Page);
  int Fd = ::open(Path.c_str(), O_RDWR);
  struct flock L{};
  L.l_type = F_WRLCK;
  L.l_whence = SEEK_SET;
  ASSERT_EQ(fcntl(Fd, F_SETLK, &L), 0);
  ahead(Path, [] {});
  MPI_File Other = open(makeFile(Page));
  MPI_File_close(&Other);
  EXPECT_TRUE(test::isLocked(Fd)) << "of a file that was never opened";
  ::close(Fd);
}

TEST_F(OpenedAheadTest, ChangedFilesAreReadAnew) {
  for (bool Replaced : {false, true}) {
    std::string Path = makeFile(4 * Page), Other = makeFile(4 * Page);
    overwrite(Other, 0, 4 * Page, 1);
    ahead(Path, [&] {
      if (Replaced)
        EXPECT_EQ(rename(Other.c_str(), Path.c_str()), 0);
      else
        overwrite(Path, 0, 4 * Page, 1);
      MPI_File F = open(Path);
      EXPECT_EQ(firstByte(F), byteAt(Page, 1));
      MPI_File_close(&F);
    });
  }
}

TEST_F(OpenedAheadTest, HandlesThatMayNotBeServedTakeNothing) {
  std::string Path = makeFile(4 * Page);
  ahead(Path, [&] {
    MPI_File F = open(Path, MPI_COMM_SELF, MPI_MODE_WRONLY);
    EXPECT_FALSE(mpi().files().find(F)->Cached);
    EXPECT_FALSE(mpi().files().find(F)->Shared->cached());
    MPI_File_close(&F);
  });
}

TEST_F(OpenedAheadTest, OnlyFilesToReadThatAreThere) {
  std::string Path = makeFile(100);
  EXPECT_EQ(mpi().openedAhead().open("no such file", MPI_MODE_RDONLY), 0u);
  EXPECT_EQ(mpi().openedAhead().open(Path.c_str(), MPI_MODE_WRONLY), 0u);
  MPI_File F = open(Path);
  EXPECT_EQ(mpi().openedAhead().open(Path.c_str(), MPI_MODE_RDONLY), 0u)
      << "it is open";
  MPI_File_close(&F);
  EXPECT_NE(mpi().openedAhead().open(Path.c_str(), MPI_MODE_RDWR), 0u);
  mpi().openedAhead().clear(0);
}

} // namespace
