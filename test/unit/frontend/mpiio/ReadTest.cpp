//===- ReadTest.cpp - independent reads from the cache --------------------===//
//
// Bytes, counts, status and file pointer must be those of a plain read, at end
// of file, through views and into derived datatypes; and the cache must have
// been used.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/LayoutBuilder.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/TypeContents.h"

#include <chrono>
#include <random>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;

class ReadTest : public MpiTest {
protected:
  /// ROMIO leaves garbage in the buffer where a read through a view with holes
  /// goes past the end of the file, another each time.
  static bool endsBehindFile(MPI_File Handle, MPI_Offset Offset, int Count,
                             MPI_Datatype Type) {
    int Size;
    MPI_Offset FileSize, Last;
    MPI_Datatype Etype, Filetype;
    char Representation[MPI_MAX_DATAREP_STRING];
    int EtypeSize;
    MPI_File_get_view(Handle, &Last, &Etype, &Filetype, Representation);
    MPI_Type_size(Etype, &EtypeSize);
    MPI_Type_size(Type, &Size);
    MPI_File_get_size(Handle, &FileSize);
    MPI_Offset Etypes = static_cast<MPI_Offset>(Count) * Size / EtypeSize;
    MPI_File_get_byte_offset(Handle, Offset + Etypes, &Last);
    if (!isPredefined(Filetype))
      MPI_Type_free(&Filetype);
    return Last > FileSize;
  }

  /// read_at through the wrapper on Handle, and plainly on Other.
  void compareReadAt(MPI_File Handle, MPI_File Other, MPI_Offset Offset,
                     int Count, MPI_Datatype Type, bool Contiguous = true) {
    MPI_Aint Lower, Extent;
    MPI_Type_get_extent(Type, &Lower, &Extent);
    size_t Room = static_cast<size_t>(Extent) * Count + 64;
    Observed Served = observe(Handle, Type, Room, [&](void *B, auto *S) {
      return MPI_File_read_at(Handle, Offset, B, Count, Type, S);
    });
    Observed Plain = observe(Other, Type, Room, [&](void *B, auto *S) {
      return PMPI_File_read_at(Other, Offset, B, Count, Type, S);
    });
    EXPECT_EQ(Served.Error, Plain.Error);
    EXPECT_EQ(Served.Counts, Plain.Counts) << "at " << Offset;
    EXPECT_EQ(Served.Position, Plain.Position);
    if (!Contiguous && endsBehindFile(Handle, Offset, Count, Type))
      return;
    EXPECT_TRUE(Served.Bytes == Plain.Bytes) << "at " << Offset;
  }
};

TEST_F(ReadTest, BytesAreServedAndRight) {
  std::string Path = makeFile(20 * Page);
  MPI_File F = open(Path), G = open(Path);
  region(
      [&] {
        for (int I = 0; I < 8; ++I)
          foreslice_slice_read_at(toHandle(F), I * Page + 100, 3000,
                                  toHandle(MPI_BYTE));
      },
      [&] {
        for (int I = 0; I < 8; ++I)
          compareReadAt(F, G, I * Page + 100, 3000, MPI_BYTE);
      },
      F, 0);
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  EXPECT_EQ(count(F, Counter::Reads), 8u);
  EXPECT_EQ(count(F, Counter::ReadBytes), 8u * 3000);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, RequestOverCachedAndAbsentPages) {
  std::string Path = makeFile(20 * Page);
  MPI_File F = open(Path), G = open(Path);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), 3 * Page, 10, toHandle(MPI_BYTE));
      },
      [&] { compareReadAt(F, G, 2 * Page - 5, 3 * Page + 11, MPI_BYTE); }, F,
      3);
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, EndOfFile) {
  int64_t Size = 2 * Page + 1234;
  std::string Path = makeFile(Size);
  MPI_File F = open(Path), G = open(Path);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), 2 * Page, 100000,
                                toHandle(MPI_BYTE));
      },
      [&] {
        for (int64_t At :
             {2 * Page, Size - 10, Size - 1, Size, Size + 1, Size + 10 * Page})
          for (int Count : {0, 1, 9, 10, 11, 4096, 100000})
            compareReadAt(F, G, At, Count, MPI_BYTE);
        compareReadAt(F, G, Size - 10, 3, MPI_INT);
        compareReadAt(F, G, Size - 13, 2, MPI_DOUBLE);
      },
      F, 2);
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, InvalidArgumentsGoToMpi) {
  std::string Path = makeFile(Page);
  MPI_File F = open(Path);
  char B[8];
  auto SameError = [&](MPI_Offset At, int Count, MPI_Datatype Type) {
    int Mine = MPI_File_read_at(F, At, B, Count, Type, MPI_STATUS_IGNORE);
    int Plain = PMPI_File_read_at(F, At, B, Count, Type, MPI_STATUS_IGNORE);
    MPI_Error_class(Mine, &Mine);
    MPI_Error_class(Plain, &Plain);
    EXPECT_EQ(Mine, Plain);
  };
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), -1, 1, toHandle(MPI_BYTE));
        foreslice_slice_read_at(toHandle(F), 0, -1, toHandle(MPI_BYTE));
        foreslice_slice_read_at(toHandle(F), INT64_MAX, 1, toHandle(MPI_BYTE));
        foreslice_slice_read_at(toHandle(F), 0, INT64_MAX, toHandle(MPI_INT));
        foreslice_slice_read_at(toHandle(F), 0, 8, toHandle(MPI_BYTE));
      },
      [&] {
        SameError(-1, 1, MPI_BYTE);
        SameError(0, -1, MPI_BYTE);
        SameError(0, 1, MPI_DATATYPE_NULL);
        EXPECT_EQ(MPI_File_read_at(F, 0, B, 8, MPI_BYTE, MPI_STATUS_IGNORE),
                  MPI_SUCCESS);
        EXPECT_EQ(B[7], byteAt(7));
      },
      F, 0);
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  MPI_File_close(&F);
}

TEST_F(ReadTest, IndividualPointer) {
  std::string Path = makeFile(20 * Page);
  MPI_File F = open(Path), G = open(Path);
  MPI_File_seek(F, 1000, MPI_SEEK_SET);
  MPI_File_seek(G, 1000, MPI_SEEK_SET);
  std::vector<int64_t> Seen;
  region(
      [&] {
        foreslice_handle H = toHandle(F);
        Seen.push_back(foreslice_slice_position(H));
        foreslice_slice_read(H, 1000, toHandle(MPI_INT));
        Seen.push_back(foreslice_slice_position(H));
        foreslice_slice_seek(H, 3 * Page, MPI_SEEK_CUR);
        foreslice_slice_read(H, 1000, toHandle(MPI_INT));
        foreslice_slice_seek(H, -100, MPI_SEEK_END);
        Seen.push_back(foreslice_slice_position(H));
        foreslice_slice_read(H, 1000, toHandle(MPI_BYTE));
        foreslice_slice_seek(H, 5, MPI_SEEK_SET);
        foreslice_slice_write(H, 10, toHandle(MPI_BYTE), FORESLICE_WRITTEN_OWN);
        Seen.push_back(foreslice_slice_position(H));
        Seen.push_back(foreslice_slice_file_size(H));
      },
      [&] {
        auto Step = [&](int Count, MPI_Datatype T) {
          Observed A = observe(F, T, 8192, [&](void *B, auto *S) {
            return MPI_File_read(F, B, Count, T, S);
          });
          Observed B = observe(G, T, 8192, [&](void *B, auto *S) {
            return PMPI_File_read(G, B, Count, T, S);
          });
          EXPECT_TRUE(A == B);
          EXPECT_EQ(A.Position, B.Position);
        };
        Step(1000, MPI_INT);
        for (MPI_File H : {F, G})
          MPI_File_seek(H, 3 * Page, MPI_SEEK_CUR);
        Step(1000, MPI_INT);
        for (MPI_File H : {F, G})
          MPI_File_seek(H, -100, MPI_SEEK_END);
        Step(1000, MPI_BYTE);
        Step(1, MPI_BYTE);
      },
      F, 0);
  EXPECT_EQ(Seen,
            (std::vector<int64_t>{1000, 5000, 20 * Page - 100, 15, 20 * Page}));
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, SliceHasAViewOfItsOwn) {
  std::string Path = makeFile(20 * Page);
  MPI_File F = open(Path), G = open(Path);
  MPI_Datatype Filetype;
  MPI_Type_vector(100, 30, 70, MPI_INT, &Filetype);
  MPI_Type_commit(&Filetype);
  auto SetViews = [&](int64_t Displacement, MPI_Datatype Type) {
    for (MPI_File H : {F, G})
      MPI_File_set_view(H, Displacement, MPI_INT, Type, "native",
                        MPI_INFO_NULL);
  };
  SetViews(8, MPI_INT);
  int64_t Pages = -1;
  region(
      [&] {
        foreslice_handle H = toHandle(F);
        foreslice_slice_read(H, 100, toHandle(MPI_INT));
        foreslice_slice_set_view(H, 5 * Page, toHandle(MPI_INT),
                                 toHandle(Filetype));
        foreslice_slice_read(H, 3000, toHandle(MPI_INT));
        Pages = foreslice_slice_position(H);
        foreslice_slice_set_view(H, 12 * Page, toHandle(MPI_BYTE),
                                 toHandle(MPI_BYTE));
        foreslice_slice_read_at(H, 3, 100, toHandle(MPI_BYTE));
      },
      [&] {
        compareReadAt(F, G, 0, 100, MPI_INT);
        SetViews(5 * Page, Filetype);
        compareReadAt(F, G, 0, 3000, MPI_INT, false);
        SetViews(12 * Page, MPI_INT);
        compareReadAt(F, G, 1, 25, MPI_INT);
      },
      F, 12);
  EXPECT_EQ(Pages, 3000);
  EXPECT_EQ(count(F, Counter::CacheReads), 3u);
  MPI_Type_free(&Filetype);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, ClosedFilesAreKnownToSlicesThatAreBehind) {
  std::string Path = makeFile(4 * Page);
  foreslice_handle Old = 0;
  region([] {},
         [&] {
           MPI_File F = open(Path);
           char B = 0;
           MPI_File_read_at(F, 5, &B, 1, MPI_BYTE, MPI_STATUS_IGNORE);
           EXPECT_EQ(B, byteAt(5));
           Old = toHandle(F);
           MPI_File_close(&F);
           EXPECT_FALSE(mpi().files().find(Old));
           EXPECT_TRUE(mpi().files().findForSlice(Old));
           EXPECT_FALSE(mpi().files().findForSlice(0x1234));
         });
  bool Reached = false;
  region([] {}, [&] { Reached = true; });
  EXPECT_TRUE(Reached);
  EXPECT_FALSE(mpi().files().findForSlice(Old));
}

TEST_F(ReadTest, ViewsWithHolesIntoDerivedTypes) {
  std::string Path = makeFile(30 * Page);
  MPI_File F = open(Path), G = open(Path);
  MPI_Datatype Filetype, Memory;
  MPI_Type_vector(100, 30, 70, MPI_INT, &Filetype);
  MPI_Type_commit(&Filetype);
  MPI_Type_vector(50, 3, 5, MPI_INT, &Memory);
  MPI_Type_commit(&Memory);
  for (MPI_File H : {F, G})
    MPI_File_set_view(H, 77, MPI_INT, Filetype, "native", MPI_INFO_NULL);
  // A view keeps its type.
  MPI_Type_free(&Filetype);
  region(
      [&] {
        for (int I = 0; I < 5; ++I)
          foreslice_slice_read_at(toHandle(F), I * 5000 + 7, 20,
                                  toHandle(Memory));
      },
      [&] {
        for (int I = 0; I < 5; ++I)
          compareReadAt(F, G, I * 5000 + 7, 20, Memory, false);
        // Past the end, in the middle of the filetype.
        compareReadAt(F, G, 30 * Page / 4 * 3 / 7 - 40, 20, Memory, false);
      },
      F, 0);
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_Type_free(&Memory);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, ViewsOfManyPartsAreFoundAtTheFirstUse) {
  constexpr int Parts = 70000;
  std::string Path = makeFile(20 * Page);
  MPI_File F = open(Path), G = open(Path);
  std::vector<int> Lengths(Parts);
  std::vector<MPI_Aint> Offsets(Parts);
  for (int I = 0; I < Parts; ++I) {
    Lengths[I] = 4 + I % 2;
    Offsets[I] = 12 * I + I % 3;
  }
  MPI_Datatype Indexed, Filetype;
  MPI_Type_create_hindexed(Parts, Lengths.data(), Offsets.data(), MPI_BYTE,
                           &Indexed);
  MPI_Type_create_resized(Indexed, 0, 12 * Parts, &Filetype);
  MPI_Type_commit(&Filetype);
  for (MPI_File H : {F, G})
    MPI_File_set_view(H, 77, MPI_BYTE, Filetype, "native", MPI_INFO_NULL);
  EXPECT_FALSE(mpi().types().find(toHandle(Filetype)).Known);
  EXPECT_TRUE(mpi().types().find(toHandle(Filetype)).Large);
  // A view keeps its type.
  MPI_Type_free(&Indexed);
  MPI_Type_free(&Filetype);
  region(
      [&] {
        for (int I = 0; I < 5; ++I)
          foreslice_slice_read_at(toHandle(F), I * 50000 + 7, 2000,
                                  toHandle(MPI_BYTE));
      },
      [&] {
        for (int I = 0; I < 5; ++I)
          compareReadAt(F, G, I * 50000 + 7, 2000, MPI_BYTE);
      },
      F, 0);
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, RandomViewsAndRequests) {
  constexpr MPI_Offset FileBytes = 16 * Page + 333;
  std::string Path = makeFile(FileBytes);
  MPI_File F = open(Path), G = open(Path);
  std::mt19937 R(17 + rank());
  auto Pick = [&](int Low, int High) {
    return std::uniform_int_distribution<int>(Low, High)(R);
  };
  const MPI_Datatype Etypes[] = {MPI_BYTE, MPI_SHORT, MPI_INT, MPI_DOUBLE};
  for (int Round = 0; Round < 60; ++Round) {
    MPI_Datatype Etype = Etypes[Pick(0, 3)], Filetype, Memory;
    int Block = Pick(1, 3000);
    MPI_Type_vector(Pick(1, 20), Block, Block + Pick(0, 5000), Etype,
                    &Filetype);
    int Lengths[] = {Pick(0, 50), Pick(1, 50)}, Starts[] = {60, Pick(0, 5)};
    MPI_Type_indexed(2, Lengths, Starts, Etype, &Memory);
    MPI_Type_commit(&Filetype);
    MPI_Type_commit(&Memory);
    int Displacement = Pick(0, 200000);
    for (MPI_File H : {F, G})
      MPI_File_set_view(H, Displacement, Etype, Filetype, "native",
                        MPI_INFO_NULL);
    MPI_Offset At = Pick(0, 30000);
    int Count = Pick(1, 300);
    // In some rounds the first page shall have come.
    MPI_Offset First = 0;
    MPI_File_get_byte_offset(F, At, &First);
    region(
        [&] {
          foreslice_slice_read_at(toHandle(F), At, Count, toHandle(Memory));
        },
        [&] { compareReadAt(F, G, At, Count, Memory, false); }, F,
        Round % 8 == 0 && First < FileBytes ? First / Page : -1);
    MPI_Type_free(&Filetype);
    MPI_Type_free(&Memory);
  }
  EXPECT_GT(count(F, Counter::CacheReads), 0u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

TEST_F(ReadTest, OffsetsBeyondThreeGib) {
  std::string Path = makeFile(0);
  int64_t At = 3ll << 30;
  int Fd = ::open(Path.c_str(), O_WRONLY);
  ASSERT_EQ(pwrite(Fd, "0123456789abcdef", 16, At + 5 * Page - 8), 16);
  close(Fd);
  MPI_File F = open(Path), G = open(Path);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), At + 4 * Page, 2 * Page,
                                toHandle(MPI_BYTE));
      },
      [&] {
        compareReadAt(F, G, At + 5 * Page - 8, 16, MPI_BYTE);
        compareReadAt(F, G, At + 5 * Page - 8, 17, MPI_BYTE);
      },
      F, At / Page + 4);
  EXPECT_GE(count(F, Counter::CacheReads), 1u);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

#if FORESLICE_LARGE_COUNTS
TEST_F(ReadTest, LargeCountForm) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path);
  std::vector<char> B(1000);
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), 10, 1000, toHandle(MPI_BYTE));
      },
      [&] {
        MPI_Status S;
        MPI_Count N;
        EXPECT_EQ(MPI_File_read_at_c(F, 10, B.data(), 1000, MPI_BYTE, &S),
                  MPI_SUCCESS);
        MPI_Get_count_c(&S, MPI_BYTE, &N);
        EXPECT_EQ(N, 1000);
      },
      F, 0);
  for (int I = 0; I < 1000; ++I)
    ASSERT_EQ(B[I], byteAt(10 + I));
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  MPI_File_close(&F);
}
#endif

TEST_F(ReadTest, SliceWithUnknownHandlesEndsQuietly) {
  std::string Path = makeFile(Page);
  MPI_File F = open(Path);
  static std::atomic<int> Reached;
  Reached = 0;
  foreslice_region Bad = {"bad",
                          [](const void *) {
                            Reached = 1;
                            foreslice_slice_read_at(0x1234, 0, 1, 0x5678);
                            Reached = 2;
                          },
                          0,
                          nullptr,
                          0,
                          0,
                          {},
                          nullptr};
  void *Packet = foreslice_packet(&Bad);
  ASSERT_TRUE(Packet);
  foreslice_launch(&Bad, Packet);
  char B = 0;
  EXPECT_EQ(MPI_File_read_at(F, 5, &B, 1, MPI_BYTE, MPI_STATUS_IGNORE),
            MPI_SUCCESS);
  EXPECT_EQ(B, byteAt(5));
  foreslice_end(&Bad);
  // The next slice runs after the bad one has ended.
  region([] {}, [] {});
  EXPECT_NE(Reached, 2);
  MPI_File_close(&F);
}

TEST_F(ReadTest, SliceAsksForTypes) {
  int64_t Seen = 0;
  region([&] { Seen = foreslice_slice_type_size(toHandle(MPI_DOUBLE_INT)); },
         [] {});
  EXPECT_EQ(Seen, 12);
}

TEST_F(ReadTest, FreedTypesAreForgotten) {
  MPI_Datatype T;
  MPI_Type_vector(3, 1, 2, MPI_INT, &T);
  MPI_Type_commit(&T);
  foreslice_handle Handle = toHandle(T);
  EXPECT_TRUE(mpi().types().find(Handle).Layout);
  // Past the wrapper, as the Fortran bindings do.
  PMPI_Type_free(&T);
  EXPECT_FALSE(mpi().types().find(Handle).Known);
}

TEST_F(ReadTest, ForkedChildrenReadByThemselves) {
  std::string Path = makeFile(4 * Page);
  MPI_File F = open(Path);
  region(
      [&] { foreslice_slice_read_at(toHandle(F), 0, 100, toHandle(MPI_BYTE)); },
      [&] {
        pid_t Child = fork();
        if (Child == 0) {
          char B = 0;
          bool Read = MPI_File_read_at(F, 5, &B, 1, MPI_BYTE,
                                       MPI_STATUS_IGNORE) == MPI_SUCCESS &&
                      B == byteAt(5);
          _exit(mpi().isUp() || mpi().files().find(F) ? 2 : !Read);
        }
        int Status = -1;
        EXPECT_EQ(waitpid(Child, &Status, 0), Child);
        EXPECT_EQ(Status, 0);
        char B = 0;
        MPI_File_read_at(F, 5, &B, 1, MPI_BYTE, MPI_STATUS_IGNORE);
        EXPECT_EQ(B, byteAt(5));
      },
      F, 0);
  EXPECT_EQ(count(F, Counter::CacheReads), 1u);
  MPI_File_close(&F);
}

TEST_F(ReadTest, InfoKeyDisables) {
  std::string Path = makeFile(4 * Page);
  MPI_Info Info;
  MPI_Info_create(&Info);
  MPI_Info_set(Info, "foreslice_disable", "1");
  MPI_File F = open(Path, MPI_COMM_SELF, MPI_MODE_RDONLY, Info);
  ASSERT_TRUE(mpi().files().find(F));
  EXPECT_FALSE(mpi().files().find(F)->Cached);
  MPI_Info_set(Info, "foreslice_disable", "0");
  MPI_File G = open(Path, MPI_COMM_SELF, MPI_MODE_RDONLY, Info);
  EXPECT_TRUE(mpi().files().find(G)->Cached);
  MPI_Info_free(&Info);
  MPI_File_close(&F);
  MPI_File_close(&G);
}

} // namespace
