//===- LibraryFilesFuzz.cpp - any bytes as a file of HDF5 or NetCDF -------===//
//
// For libFuzzer. Groups, datasets and indices of chunks are read, and headers
// and extents of classic files.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkOrder.h"
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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::span<const uint8_t> File(Data, Size);
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return load(File, Offset, To);
  };
  readClassic(File);
  auto Ignore = [](uint64_t, uint64_t) {};
  const auto Order = hdf5::ChunkOrder::make({Read, Ignore});
  for (uint64_t Byte = 0; Order && Byte < Size; Byte += 512)
    if (std::optional<ByteRange> Place = Order->placeOf({Byte, Byte + 1}))
      (void)Order->bytesAt(*Place);
  return 0;
}
