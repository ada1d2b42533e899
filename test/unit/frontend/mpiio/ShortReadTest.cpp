//===- ShortReadTest.cpp - reads that end beyond the end of their file ----===//
//
// Bytes, counts and pointers are those of the library's own reads, and the
// cache has been used from the second read on.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int64_t Page = 65536;
constexpr int64_t Size = 2 * Page + 1232; // 154 doubles in the last page

class ShortReadTest : public MpiTest {
protected:
  using ReadFn = std::function<int(MPI_File, void *, MPI_Status *)>;

  /// Reads Times times by Ours, and by Library without Foreslice; gives how
  /// many reads were served.
  uint64_t compare(MPI_Datatype Etype, MPI_Datatype Type, int Times,
                   const std::function<void(MPI_File)> &Before,
                   const ReadFn &Ours, const ReadFn &Library) {
    std::string Path = makeFile(Size);
    MPI_File F = open(Path), G = open(Path);
    for (MPI_File H : {F, G})
      MPI_File_set_view(H, 0, Etype, Etype, "native", MPI_INFO_NULL);
    int EtypeSize;
    MPI_Type_size(Etype, &EtypeSize);
    int64_t Whole = Size / EtypeSize * EtypeSize;
    region(
        [&] {
          foreslice_slice_read_at(toHandle(F), 0, Whole, toHandle(MPI_BYTE));
        },
        [&] {
          for (int I = 0; I < Times; ++I) {
            auto One = [&](MPI_File H, const ReadFn &Read) {
              Before(H);
              return observe(H, Type, size_t(4 * Page),
                             [&](void *B, auto *S) { return Read(H, B, S); });
            };
            Observed Mine = One(F, Ours), Plain = One(G, Library);
            EXPECT_EQ(Mine.Error, Plain.Error);
            EXPECT_EQ(Mine.Counts, Plain.Counts) << I;
            EXPECT_EQ(Mine.Position, Plain.Position) << I;
            // ROMIO leaves anything in the buffer where memory has holes.
            if (count(F, Counter::CacheReads) != 0)
              EXPECT_TRUE(Mine.Bytes == Plain.Bytes) << I;
          }
        },
        F, 2);
    uint64_t Served = count(F, Counter::CacheReads);
    MPI_File_close(&F);
    MPI_File_close(&G);
    return Served;
  }
};

const auto Stays = [](MPI_File) {};

TEST_F(ShortReadTest, AtAnOffset) {
  auto Read = [](auto Fn) {
    return [Fn](MPI_File H, void *B, MPI_Status *S) {
      return Fn(H, 2 * Page, B, 100000, MPI_BYTE, S);
    };
  };
  EXPECT_GE(compare(MPI_BYTE, MPI_BYTE, 3, Stays, Read(MPI_File_read_at),
                    Read(PMPI_File_read_at)),
            2u);
}

TEST_F(ShortReadTest, AtThePointer) {
  auto Read = [](auto Fn) {
    return [Fn](MPI_File H, void *B, MPI_Status *S) {
      return Fn(H, B, 20000, MPI_DOUBLE, S);
    };
  };
  auto ToLastPage = [](MPI_File H) {
    MPI_File_seek(H, 2 * Page / 8, MPI_SEEK_SET);
  };
  EXPECT_GE(compare(MPI_DOUBLE, MPI_DOUBLE, 3, ToLastPage, Read(MPI_File_read),
                    Read(PMPI_File_read)),
            2u);
}

/// The file ends in the middle of an etype.
TEST_F(ShortReadTest, PartOfAnEtypeIsTheLibrarys) {
  MPI_Datatype Etype;
  MPI_Type_contiguous(5, MPI_INT, &Etype);
  MPI_Type_commit(&Etype);
  auto Read = [Etype](auto Fn) {
    return [Fn, Etype](MPI_File H, void *B, MPI_Status *S) {
      return Fn(H, B, 10000, Etype, S);
    };
  };
  auto ToLastPage = [](MPI_File H) {
    MPI_File_seek(H, 2 * Page / 20, MPI_SEEK_SET);
  };
  EXPECT_EQ(compare(Etype, Etype, 3, ToLastPage, Read(MPI_File_read),
                    Read(PMPI_File_read)),
            0u);
  MPI_Type_free(&Etype);
}

/// Nothing is promised of memory with holes.
TEST_F(ShortReadTest, HolesInMemoryAreTheLibrarys) {
  MPI_Datatype Type;
  MPI_Type_vector(2, 1, 2, MPI_INT, &Type);
  MPI_Type_commit(&Type);
  auto Read = [Type](auto Fn) {
    return [Fn, Type](MPI_File H, void *B, MPI_Status *S) {
      return Fn(H, 2 * Page, B, 10000, Type, S);
    };
  };
  EXPECT_EQ(compare(MPI_BYTE, Type, 3, Stays, Read(MPI_File_read_at),
                    Read(PMPI_File_read_at)),
            0u);
  MPI_Type_free(&Type);
}

TEST_F(ShortReadTest, TheFileGrows) {
  std::string Path = makeFile(Size);
  MPI_File F = open(Path, MPI_COMM_SELF, MPI_MODE_RDWR);
  auto Count = [&] {
    std::vector<char> B(Page);
    MPI_Status S;
    int N = 0;
    MPI_File_read_at(F, 2 * Page, B.data(), Page, MPI_BYTE, &S);
    MPI_Get_count(&S, MPI_BYTE, &N);
    return N;
  };
  region(
      [&] {
        foreslice_slice_read_at(toHandle(F), 2 * Page, Page,
                                toHandle(MPI_BYTE));
      },
      [&] {
        EXPECT_EQ(Count(), 1232);
        EXPECT_EQ(Count(), 1232);
        int More = 1;
        MPI_File_write_at(F, Size, &More, 1, MPI_INT, MPI_STATUS_IGNORE);
        EXPECT_EQ(Count(), 1236);
        MPI_File_set_size(F, 2 * Page + 7);
        EXPECT_EQ(Count(), 7);
      },
      F, 2);
  MPI_File_close(&F);
}

} // namespace
