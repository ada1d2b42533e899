//===- LibraryFilesFuzz.cpp - any bytes as a file of HDF5 or NetCDF -------===//
//
// For libFuzzer. Groups, datasets, lists of raw files and of sources, and
// indices of chunks are read, by unions of hyperslabs, too, and headers and
// extents of classic files.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkOrder.h"
#include "frontend/hdf5/Namespace.h"
#include "frontend/hdf5/OtherPlaces.h"
#include "frontend/netcdf/ClassicHeader.h"

#include <algorithm>
#include <span>

using namespace foreslice;

static bool load(std::span<const uint8_t> File, uint64_t Offset,
                 std::span<std::byte> To) {
  if (Offset >= File.size())
    return false;
  const auto Bytes = std::min<uint64_t>(To.size(), File.size() - Offset);
  const auto There = std::as_bytes(File.subspan(Offset, Bytes));
  std::ranges::fill(std::ranges::copy(There, To.begin()).out, To.end(),
                    std::byte(0));
  return true;
}

static void readClassic(std::span<const uint8_t> File) {
  const std::optional<netcdf::Contents> In =
      netcdf::readClassicHeader([&](uint64_t Offset, std::span<std::byte> To) {
        return load(File, Offset, To);
      });
  if (!In)
    return;
  for (const netcdf::Variable &V : In->Variables) {
    hdf5::Box All;
    bool IsEmpty = false;
    for (uint64_t Length : In->lengthsOf(V)) {
      IsEmpty |= Length == 0;
      All.push_back({{0, Length}});
    }
    if (IsEmpty)
      continue;
    unsigned Extents = 0;
    netcdf::forEachExtent(*In, V, All,
                          [&](uint64_t, uint64_t) { return ++Extents < 1000; });
  }
}

/// Rows that are united, points with a step, and all: what the first bytes of
/// the file draw.
static hdf5::Dataspace drawSelection(const std::vector<uint64_t> &Lengths,
                                     uint64_t Drawn) {
  hdf5::Dataspace By;
  By.Lengths = Lengths;
  if (Drawn % 4 == 0)
    return By;
  By.select(hdf5::Selection::None);
  for (uint64_t I = 0; I < 3; ++I) {
    hdf5::SlabOfDimensions Slab;
    for (uint64_t Length : Lengths) {
      const uint64_t Start = Length ? (Drawn >> I) % Length : 0;
      Slab.push_back({Start, 1 + Drawn % 5, Drawn % 4 == 1 ? 1 : Drawn % 9,
                      Drawn % 4 == 2 ? 1 + Drawn % 3 : 1});
    }
    By.unite(std::move(Slab));
  }
  return By;
}

/// What a slice reads of a dataset.
static void readSet(const hdf5::Dataset &Set, hdf5::ReadFn Read,
                    uint64_t Drawn) {
  hdf5::ChunkIndex Index(Set.Index);
  unsigned Extents = 0;
  const hdf5::OtherPlaces Others = hdf5::readOtherPlaces(
      Set.Index.Base, Set.Index.Header, Set.Space.Lengths, Read);
  drawSelection(Set.Space.Lengths, Drawn)
      .forEachChosen([&](const hdf5::Box &Chosen) {
        auto Find = [&](const std::vector<uint64_t> &Coordinates) {
          return Index.find(Coordinates, Read);
        };
        Set.forEachExtent(Chosen, Find,
                          [&](uint64_t, uint64_t) { return ++Extents < 1000; });
        for (const hdf5::Mapping &M : Others.Mappings)
          if (M.touches(Chosen))
            M.sourceOf(Chosen, Set.Space.Lengths, {16, 16});
        return Extents < 1000;
      });
}

static void readSets(hdf5::ReadFn Read, uint64_t Drawn) {
  hdf5::FilePlace Place;
  const std::optional<uint64_t> Root = hdf5::findRootGroup(Place, Read);
  const auto Links = Root ? hdf5::linksOf(Place.Base, *Root, Read) : nullptr;
  for (size_t I = 0; Links && I < std::min<size_t>(Links->size(), 16); ++I)
    if ((*Links)[I].Header != hdf5::NoAddress)
      if (const auto Set = hdf5::readDataset(Place, (*Links)[I].Header, Read))
        readSet(*Set, Read, Drawn);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::span<const uint8_t> File(Data, Size);
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return load(File, Offset, To);
  };
  readClassic(File);
  uint64_t Drawn = 0;
  for (uint8_t Byte : File.last(std::min<size_t>(Size, 4)))
    Drawn = Drawn << 8 | Byte;
  readSets(Read, Drawn);
  auto Ignore = [](uint64_t, uint64_t) {};
  const auto Order = hdf5::ChunkOrder::make({Read, Ignore});
  for (uint64_t Byte = 0; Order && Byte < Size; Byte += 512)
    if (std::optional<ByteRange> Place = Order->placeOf({Byte, Byte + 1}))
      (void)Order->bytesAt(*Place);
  return 0;
}
