//===- LibraryReadsTest.cpp - what the library itself reads ---------------===//
//
// Has HDF5's library write random files, of the earliest and of the latest
// formats, and read random parts of them, and compares the bytes of data that
// it asks the system for with the extents.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkOrder.h"
#include "frontend/hdf5/Namespace.h"

#include <gtest/gtest.h>

#include <hdf5.h>

#include <filesystem>
#include <numeric>
#include <random>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice::hdf5;

namespace {

using ByteMap = std::vector<bool>;
ByteMap *Seen = nullptr; ///< Bytes that are read; null: none.

void mark(ByteMap &In, uint64_t Offset, uint64_t Bytes) {
  for (uint64_t B = Offset; B < Offset + Bytes && B < In.size(); ++B)
    In[B] = true;
}

ssize_t noted(int Fd, void *To, size_t Bytes, off_t Position) {
  const ssize_t Got = syscall(SYS_pread64, Fd, To, Bytes, Position);
  if (Seen && Got > 0)
    mark(*Seen, static_cast<uint64_t>(Position), static_cast<uint64_t>(Got));
  return Got;
}

} // namespace

// In place of the C library's.
extern "C" ssize_t pread(int Fd, void *To, size_t Bytes, off_t Position) {
  return noted(Fd, To, Bytes, Position);
}
extern "C" ssize_t pread64(int Fd, void *To, size_t Bytes, off_t Position) {
  return noted(Fd, To, Bytes, Position);
}

namespace {

class LibraryReadsTest : public testing::Test {
protected:
  unsigned upTo(unsigned Most) { return Draw() % (Most + 1); }
  hid_t properties(bool IsLatest);
  void makeFile();
  void loadFile();
  void readPart();
  void expectInOrder();
  bool load(uint64_t Offset, std::span<std::byte> To) const {
    if (Offset > File.size() || To.size() > File.size() - Offset)
      return false;
    std::copy_n(File.begin() + static_cast<ptrdiff_t>(Offset), To.size(),
                To.begin());
    return true;
  }

  std::mt19937 Draw{5};
  size_t BytesRead = 0;
  std::vector<hsize_t> Lengths, Longest, Chunk;
  std::vector<std::byte> File;
  Dataset Set;
  ByteMap Data; ///< The dataset's, as the library says.
  const std::string Name =
      std::filesystem::temp_directory_path() /
      ("foreslice_hdf5." + std::to_string(getpid()) + ".h5");
};

hid_t LibraryReadsTest::properties(bool IsLatest) {
  const hid_t Made = H5Pcreate(H5P_DATASET_CREATE);
  const auto Rank = static_cast<int>(Lengths.size());
  Chunk.clear();
  if (upTo(5) != 0) {
    // The library's queries go through all chunks for each.
    for (hsize_t Length : Lengths)
      Chunk.push_back(1 +
                      Length / (Rank == 1   ? 100
                                : Rank == 2 ? 8
                                            : 4) +
                      upTo(2));
    for (int D = 0; D < Rank; ++D)
      Chunk[static_cast<size_t>(D)] = std::min(Chunk[static_cast<size_t>(D)],
                                               Lengths[static_cast<size_t>(D)]);
    if (upTo(9) == 0)
      Chunk = Lengths; // Perhaps a single one.
    H5Pset_chunk(Made, Rank, Chunk.data());
    if (upTo(2) == 0)
      H5Pset_deflate(Made, 1);
    else if (IsLatest && upTo(2) == 0)
      H5Pset_alloc_time(Made, H5D_ALLOC_TIME_EARLY);
    for (hsize_t &Length : Longest)
      if (const unsigned Kind = upTo(3); Kind == 0)
        Length = H5S_UNLIMITED;
      else if (Kind == 1)
        Length += upTo(20);
  }
  return Made;
}

void LibraryReadsTest::makeFile() {
  const bool IsLatest = upTo(2) != 0;
  const hid_t Access = H5Pcreate(H5P_FILE_ACCESS);
  if (IsLatest)
    H5Pset_libver_bounds(Access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  const hid_t Made =
      H5Fcreate(Name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, Access);
  const size_t Rank = 1 + upTo(2);
  Lengths.clear();
  for (size_t D = 0; D < Rank; ++D)
    Lengths.push_back(1 + upTo(Rank == 1 ? 4000 : 40));
  Longest = Lengths;
  const hid_t Properties = properties(IsLatest);
  const hid_t Space =
      H5Screate_simple(static_cast<int>(Rank), Lengths.data(), Longest.data());
  const hid_t Id = H5Dcreate2(Made, "data", H5T_NATIVE_INT, Space, H5P_DEFAULT,
                              Properties, H5P_DEFAULT);
  ASSERT_GE(Id, 0);
  // Parts are written, in any order.
  for (unsigned Turn = 1 + upTo(3); Turn > 0; --Turn) {
    hsize_t Start[3], Count[3], Points = 1;
    for (size_t D = 0; D < Rank; ++D) {
      Start[D] = upTo(static_cast<unsigned>(Lengths[D]) - 1);
      Count[D] = 1 + upTo(static_cast<unsigned>(Lengths[D] - Start[D]) - 1);
      Points *= Count[D];
    }
    std::vector<int> Values(Points);
    for (int &V : Values)
      V = static_cast<int>(Draw());
    const hid_t Memory = H5Screate_simple(1, &Points, nullptr);
    H5Sselect_hyperslab(Space, H5S_SELECT_SET, Start, nullptr, Count, nullptr);
    ASSERT_GE(
        H5Dwrite(Id, H5T_NATIVE_INT, Memory, Space, H5P_DEFAULT, Values.data()),
        0);
    H5Sclose(Memory);
  }
  H5Sclose(Space);
  H5Dclose(Id);
  H5Pclose(Properties);
  H5Pclose(Access);
  ASSERT_GE(H5Fclose(Made), 0);
  loadFile();
}

void LibraryReadsTest::loadFile() {
  File.resize(std::filesystem::file_size(Name));
  FILE *In = fopen(Name.c_str(), "rb");
  ASSERT_EQ(fread(File.data(), 1, File.size(), In), File.size());
  fclose(In);
  auto Read = [this](uint64_t Offset, std::span<std::byte> To) {
    return load(Offset, To);
  };
  FilePlace Place;
  KnownLinks Links;
  const std::optional<uint64_t> Root = findRootGroup(Place, Read);
  ASSERT_TRUE(Root);
  const std::optional<uint64_t> Header =
      findObject(Place.Base, *Root, "data", Read, Links);
  ASSERT_TRUE(Header);
  std::optional<Dataset> Known = readDataset(Place, *Header, Read);
  ASSERT_TRUE(Known);
  Set = std::move(*Known);
}

/// By a file that is opened for this read alone.
void LibraryReadsTest::readPart() {
  const size_t Rank = Lengths.size();
  const hid_t In = H5Fopen(Name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
              Id = H5Dopen2(In, "data", H5P_DEFAULT), Space = H5Dget_space(Id);
  Data.assign(File.size(), false);
  if (Chunk.empty()) {
    if (H5Dget_offset(Id) != HADDR_UNDEF)
      mark(Data, H5Dget_offset(Id), H5Dget_storage_size(Id));
  } else {
    hsize_t Chunks = 0;
    H5Dget_num_chunks(Id, Space, &Chunks);
    for (hsize_t C = 0; C < Chunks; ++C) {
      hsize_t At[3], Bytes = 0;
      unsigned Filters = 0;
      haddr_t Begin = HADDR_UNDEF;
      H5Dget_chunk_info(Id, Space, C, At, &Filters, &Begin, &Bytes);
      mark(Data, Begin, Bytes);
    }
  }
  H5Dclose(Id);
  hsize_t Start[3], Stride[3], Count[3], Points = 1;
  Dataspace By;
  By.Is = Selection::Slab;
  for (size_t D = 0; D < Rank; ++D) {
    By.Lengths.push_back(Lengths[D]);
    Start[D] = upTo(static_cast<unsigned>(Lengths[D]) - 1);
    Stride[D] = 1 + (upTo(1) ? upTo(3) : 0);
    const hsize_t Most = (Lengths[D] - Start[D] + Stride[D] - 1) / Stride[D];
    Count[D] = 1 + upTo(static_cast<unsigned>(Most) - 1);
    By.Slabs.push_back({Start[D], Stride[D], Count[D], 1});
    Points *= Count[D];
  }
  ByteMap Read(File.size()), Expected(File.size());
  std::vector<int> Values(Points);
  const hid_t Again = H5Dopen2(In, "data", H5P_DEFAULT),
              Memory = H5Screate_simple(1, &Points, nullptr);
  H5Sselect_hyperslab(Space, H5S_SELECT_SET, Start, Stride, Count, nullptr);
  Seen = &Read;
  EXPECT_GE(
      H5Dread(Again, H5T_NATIVE_INT, Memory, Space, H5P_DEFAULT, Values.data()),
      0);
  Seen = nullptr;
  H5Sclose(Memory);
  H5Sclose(Space);
  H5Dclose(Again);
  H5Fclose(In);
  ChunkIndex Index(Set.Index);
  auto Find = [&](const std::vector<uint64_t> &Coordinates) {
    return Index.find(Coordinates,
                      [&](uint64_t Offset, std::span<std::byte> To) {
                        return load(Offset, To);
                      });
  };
  const std::optional<Box> Chosen = By.chosen();
  ASSERT_TRUE(Chosen);
  Set.forEachExtent(*Chosen, Find, [&](uint64_t Offset, uint64_t Bytes) {
    mark(Expected, Offset, Bytes);
    return true;
  });
  size_t Missing = 0, TooMany = 0;
  for (size_t B = 0; B < File.size(); ++B) {
    const bool IsRead = Read[B] && Data[B];
    BytesRead += IsRead;
    Missing += IsRead && !Expected[B];
    TooMany += Expected[B] && !IsRead;
  }
  EXPECT_FALSE(Index.isUnknown());
  EXPECT_EQ(Missing, 0u);
  EXPECT_EQ(TooMany, 0u);
}

/// Each byte of the data has a place in the order.
void LibraryReadsTest::expectInOrder() {
  const auto Order = ChunkOrder::make(
      {.Read = [this](uint64_t Offset,
                      std::span<std::byte> To) { return load(Offset, To); },
       .Expect = [](uint64_t, uint64_t) {}});
  for (size_t B = 0; B < File.size(); ++B)
    if (Data[B]) {
      ASSERT_TRUE(Order);
      ASSERT_TRUE(Order->placeOf({B, B + 1}));
    }
}

} // namespace

/// Larger indices have pages. A chunk is an element, and has its own number.
TEST_F(LibraryReadsTest, ManyChunksAreFound) {
  for (const hsize_t Most : {hsize_t(150000), hsize_t(H5S_UNLIMITED)}) {
    const hid_t Access = H5Pcreate(H5P_FILE_ACCESS),
                Properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_libver_bounds(Access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    const hsize_t Length = 150000, One = 1, Begin = 70000, Some = 75000;
    H5Pset_chunk(Properties, 1, &One);
    const hid_t Made =
                    H5Fcreate(Name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, Access),
                Space = H5Screate_simple(1, &Length, &Most),
                Memory = H5Screate_simple(1, &Some, nullptr),
                Id = H5Dcreate2(Made, "data", H5T_NATIVE_INT, Space,
                                H5P_DEFAULT, Properties, H5P_DEFAULT);
    std::vector<int> Values(Some);
    std::iota(Values.begin(), Values.end(), static_cast<int>(Begin));
    H5Sselect_hyperslab(Space, H5S_SELECT_SET, &Begin, nullptr, &Some, nullptr);
    ASSERT_GE(
        H5Dwrite(Id, H5T_NATIVE_INT, Memory, Space, H5P_DEFAULT, Values.data()),
        0);
    H5Dclose(Id);
    H5Fclose(Made);
    for (hid_t Other : {Access, Properties})
      H5Pclose(Other);
    for (hid_t Other : {Space, Memory})
      H5Sclose(Other);
    loadFile();
    ChunkIndex Index(Set.Index);
    auto Read = [this](uint64_t Offset, std::span<std::byte> To) {
      return load(Offset, To);
    };
    for (uint64_t C = 0; C < Length; C += 1 + upTo(200)) {
      const std::optional<ChunkExtent> Found = Index.find({C}, Read);
      ASSERT_EQ(Found.has_value(), C >= Begin && C < Begin + Some) << C;
      int Value = 0;
      if (Found)
        ASSERT_TRUE(
            load(Found->Begin, std::as_writable_bytes(std::span(&Value, 1))));
      ASSERT_EQ(Value, Found ? static_cast<int>(C) : 0);
    }
  }
  std::filesystem::remove(Name);
}

TEST_F(LibraryReadsTest, ExtentsAreWhatTheLibraryReads) {
  for (unsigned Number = 0; Number < 1000 && !HasFailure(); ++Number) {
    SCOPED_TRACE(Number);
    makeFile();
    for (int Turn = 0; Turn < 3 && !HasFailure(); ++Turn)
      readPart();
    if (!HasFailure())
      expectInOrder();
  }
  EXPECT_GT(BytesRead, 100000u);
  std::filesystem::remove(Name);
}

/// Bytes that are no data are changed.
TEST_F(LibraryReadsTest, DamagedFilesEnd) {
  for (unsigned Number = 0; Number < 200 && !HasFailure(); ++Number) {
    SCOPED_TRACE(Number);
    makeFile();
    readPart();
    const std::vector<std::byte> Whole = File;
    for (int Turn = 0; Turn < 20; ++Turn) {
      File = Whole;
      for (int Change = 0; Change < 4; ++Change)
        if (const size_t B = Draw() % File.size(); !Data[B])
          File[B] = static_cast<std::byte>(upTo(3) ? Draw() : 255);
      size_t Loaded = 0;
      auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
        Loaded += To.size();
        return load(Offset, To);
      };
      ChunkIndex Index(Set.Index);
      for (uint64_t Row = 0; Row < Lengths[0]; Row += 1 + Lengths[0] / 8)
        Index.find(std::vector<uint64_t>(Lengths.size(), Row), Read);
      ChunkOrder::make({.Read = Read, .Expect = [](uint64_t, uint64_t) {}});
      EXPECT_LT(Loaded, size_t(1) << 24);
    }
  }
  std::filesystem::remove(Name);
}
