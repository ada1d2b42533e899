//===- LibraryReadsTest.cpp - what the library itself reads ---------------===//
//
// Has NetCDF's library write random files and read random parts of them, and
// compares what it asks the system for with the extents. The library reads in
// blocks.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/ClassicHeader.h"

#include <gtest/gtest.h>

#include <netcdf.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::netcdf;

namespace {

constexpr uint64_t Block = 4096;
std::set<uint64_t> *Seen = nullptr; ///< Blocks that are read; null: none.

void note(uint64_t Offset, ssize_t Bytes) {
  for (uint64_t B = Offset / Block;
       Seen && Bytes > 0 && B * Block < Offset + static_cast<uint64_t>(Bytes);
       ++B)
    Seen->insert(B);
}

} // namespace

// In place of the C library's.
extern "C" ssize_t read(int Fd, void *To, size_t Bytes) {
  const off_t At = lseek(Fd, 0, SEEK_CUR);
  const ssize_t Got = syscall(SYS_read, Fd, To, Bytes);
  note(static_cast<uint64_t>(At), Got);
  return Got;
}
extern "C" ssize_t pread(int Fd, void *To, size_t Bytes, off_t At) {
  const ssize_t Got = syscall(SYS_pread64, Fd, To, Bytes, At);
  note(static_cast<uint64_t>(At), Got);
  return Got;
}

namespace {

void check(int Error) { ASSERT_EQ(Error, NC_NOERR) << nc_strerror(Error); }

class LibraryReadsTest : public testing::Test {
protected:
  unsigned upTo(unsigned Most) { return Draw() % (Most + 1); }
  void makeFile();
  void readPart(int Number);
  Contents header();

  std::mt19937 Draw{3};
  size_t BlocksRead = 0;
  const std::string Name =
      std::filesystem::temp_directory_path() /
      ("foreslice_netcdf." + std::to_string(getpid()) + ".nc");
};

void LibraryReadsTest::makeFile() {
  constexpr int Formats[] = {0, NC_64BIT_OFFSET, NC_64BIT_DATA};
  int Id, Dimensions[5];
  check(nc_create(Name.c_str(), NC_CLOBBER | Formats[upTo(2)], &Id));
  const bool HasRecords = upTo(3) != 0;
  for (int D = 0; D < 5; ++D)
    check(nc_def_dim(Id, ("d" + std::to_string(D)).c_str(),
                     D == 0 && HasRecords ? NC_UNLIMITED : 1 + upTo(40),
                     &Dimensions[D]));
  const unsigned Count = 1 + upTo(5);
  for (unsigned I = 0; I < Count; ++I) {
    int Rank = static_cast<int>(upTo(3)), Of[3], Variable;
    for (int D = 0; D < Rank; ++D)
      Of[D] = Dimensions[D == 0 ? upTo(4) : 1 + upTo(3)];
    check(nc_def_var(Id, ("v" + std::to_string(I)).c_str(),
                     static_cast<nc_type>(1 + upTo(5)), Rank, Of, &Variable));
  }
  check(nc_enddef(Id));
  const size_t Records = 1 + upTo(20);
  for (unsigned I = 0; I < Count; ++I) {
    int Rank, Of[NC_MAX_VAR_DIMS];
    nc_type Type;
    size_t Start[3] = {}, Length[3], Points = 1;
    check(nc_inq_var(Id, static_cast<int>(I), nullptr, &Type, &Rank, Of,
                     nullptr));
    for (int D = 0; D < Rank; ++D) {
      check(nc_inq_dimlen(Id, Of[D], &Length[D]));
      if (HasRecords && Of[D] == Dimensions[0])
        Length[D] = Records;
      Points *= Length[D];
    }
    const std::vector<char> Data(Points * 8, 1);
    check(nc_put_vara(Id, static_cast<int>(I), Start, Length, Data.data()));
  }
  check(nc_close(Id));
}

Contents LibraryReadsTest::header() {
  std::vector<std::byte> File(std::filesystem::file_size(Name));
  FILE *In = fopen(Name.c_str(), "rb");
  EXPECT_EQ(fread(File.data(), 1, File.size(), In), File.size());
  fclose(In);
  auto Is = readClassicHeader([&](uint64_t Offset, std::span<std::byte> To) {
    std::ranges::fill(To, std::byte{});
    if (Offset >= File.size())
      return false;
    const auto Part = std::span(File).subspan(Offset).first(
        std::min<size_t>(To.size(), File.size() - Offset));
    std::ranges::copy(Part, To.begin());
    return true;
  });
  EXPECT_TRUE(Is);
  return Is.value_or(Contents());
}

/// By a file that is opened for this read alone: the library has buffered only
/// the header.
void LibraryReadsTest::readPart(int Number) {
  const Contents C = header();
  ASSERT_LT(static_cast<size_t>(Number), C.Variables.size());
  const Variable &V = C.Variables[static_cast<size_t>(Number)];
  hdf5::Dataspace By;
  By.Lengths = C.lengthsOf(V);
  By.Is = hdf5::Selection::Slab;
  size_t Start[3], Count[3], Points = 1;
  ptrdiff_t Stride[3];
  const bool HasStride = upTo(1) != 0;
  for (size_t D = 0; D < By.Lengths.size(); ++D) {
    const size_t Length = By.Lengths[D];
    Start[D] = upTo(static_cast<unsigned>(Length) - 1);
    Stride[D] = HasStride ? 1 + upTo(3) : 1;
    const size_t Most =
        (Length - Start[D] + static_cast<size_t>(Stride[D]) - 1) /
        static_cast<size_t>(Stride[D]);
    Count[D] = 1 + upTo(static_cast<unsigned>(Most) - 1);
    Points *= Count[D];
    By.Slabs.push_back(
        {Start[D], static_cast<uint64_t>(Stride[D]), Count[D], 1});
  }
  std::set<uint64_t> Head, Read, Expected;
  std::vector<double> Data(Points);
  int Id;
  Seen = &Head;
  check(nc_open(Name.c_str(), NC_NOWRITE, &Id));
  Seen = &Read;
  if (V.Type == NC_CHAR)
    check(nc_get_vars(Id, Number, Start, Count, Stride, Data.data()));
  else
    check(nc_get_vars_double(Id, Number, Start, Count, Stride, Data.data()));
  Seen = nullptr;
  check(nc_close(Id));
  const std::optional<hdf5::Box> Chosen = By.chosen();
  ASSERT_TRUE(Chosen);
  forEachExtent(C, V, *Chosen, [&](uint64_t Offset, uint64_t Bytes) {
    for (uint64_t B = Offset / Block; B * Block < Offset + Bytes; ++B)
      Expected.insert(B);
    return true;
  });
  std::set<uint64_t> Missing, TooMany;
  std::ranges::set_difference(Read, Expected,
                              std::inserter(Missing, Missing.end()));
  for (uint64_t B : Expected)
    if (!Read.contains(B) && !Head.contains(B))
      TooMany.insert(B);
  // The library reads two blocks at a time where it has none.
  std::erase_if(Missing, [&](uint64_t B) {
    return Head.contains(B) || (B > 0 && Expected.contains(B - 1)) ||
           Expected.contains(B + 1);
  });
  BlocksRead += Read.size();
  EXPECT_EQ(TooMany, std::set<uint64_t>());
  EXPECT_EQ(Missing, std::set<uint64_t>());
}

} // namespace

TEST_F(LibraryReadsTest, ExtentsAreWhatTheLibraryReads) {
  for (unsigned File = 0; File < 1000 && !HasFailure(); ++File) {
    SCOPED_TRACE(File);
    makeFile();
    for (int Turn = 0; Turn < 4; ++Turn)
      readPart(static_cast<int>(
          upTo(static_cast<unsigned>(header().Variables.size()) - 1)));
  }
  EXPECT_GT(BlocksRead, 1000u);
  std::filesystem::remove(Name);
}
