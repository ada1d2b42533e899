//===- DataFiles.cpp - files in the order of their datasets ---------------===//
//
// See DataFiles.h.
//
//===----------------------------------------------------------------------===//

#include "DataFiles.h"

#include "frontend/families/DataFormats.h"
#include "signature/Signatures.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice::signature {

/// Datasets of other files may have so many times the places.
static constexpr uint64_t Headroom = 64;

static DataFiles::File look(const std::string &Path) {
  DataFiles::File Found;
  const int Fd = open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (Fd < 0)
    return Found;
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    const ssize_t Got =
        pread(Fd, To.data(), To.size(), static_cast<off_t>(Offset));
    if (Got <= 0)
      return false;
    std::ranges::fill(To.subspan(static_cast<size_t>(Got)), std::byte{});
    return true;
  };
  struct stat Status;
  if (fstat(Fd, &Status) == 0 && S_ISREG(Status.st_mode)) {
    Found.Order = dataOrderOf({Read, [](uint64_t, uint64_t) {}});
    Found.Bytes = static_cast<uint64_t>(Status.st_size);
  }
  close(Fd);
  if (!Found.Order)
    return Found;
  Datasets Wide = Found.Order->datasets();
  if (Wide.Names.size() > Signatures::MostDatasets ||
      Wide.Distance > INT64_MAX / Headroom / Wide.Names.size())
    return {};
  Wide.Distance *= Headroom;
  Found.Order = arranged(std::move(Found.Order), Wide);
  return Found;
}

const DataFiles::File &DataFiles::at(const std::string &Path) {
  auto Known = Files.find(Path);
  if (Known == Files.end())
    Known = Files.emplace(Path, look(Path)).first;
  return Known->second;
}

std::optional<PatternPoint> DataFiles::File::placed(PatternPoint Access) const {
  // In a view, the place is none of the file.
  if (!Order || Access.Kind != 0 || Access.Shift != 0 || Access.Place < 0 ||
      Access.Bytes <= 0)
    return std::nullopt;
  const auto Begin = static_cast<uint64_t>(Access.Place);
  const std::optional<ByteRange> Place =
      Order->placeOf({Begin, Begin + static_cast<uint64_t>(Access.Bytes)});
  if (!Place)
    return std::nullopt;
  Access.Place = static_cast<int64_t>(Place->Begin);
  Access.Bytes = static_cast<int64_t>(Place->End - Place->Begin);
  return Access;
}

std::string DataFiles::File::text(const std::set<size_t> &Used) const {
  constexpr size_t MostNames = 3;
  const Datasets &All = Order->datasets();
  std::string Names;
  for (size_t Number = 0; size_t Set : Used)
    if (Number++ < MostNames)
      Names += (Names.empty() ? "" : ", ") + All.Names[Set];
  if (Used.size() > MostNames)
    Names += " and " + std::to_string(Used.size() - MostNames) + " more";
  return "datasets " + Names + ", of " + std::to_string(All.Names.size()) +
         "; each has " + std::to_string(All.Distance) + " places";
}

} // namespace foreslice::signature
