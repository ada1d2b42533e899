//===- LibraryFile.cpp - a file that a library reads for the program ------===//
//
// See LibraryFile.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/LibraryFile.h"

#include "support/Clock.h"
#include "support/Trace.h"

#include <algorithm>

namespace foreslice {

static constinit LibraryOpens Opens = {};

void setLibraryOpens(const LibraryOpens &New) { Opens = New; }
const LibraryOpens &libraryOpens() { return Opens; }

DatasetStatistics *LibraryFile::countersOf(std::string_view Dataset) const {
  return Stream.File && !Dataset.empty()
             ? Statistics::get().dataset(Dataset, Stream.File->Stats->Path)
             : nullptr;
}

void LibraryFile::post(uint64_t Offset, uint64_t Bytes,
                       DatasetStatistics *Counters) {
  constexpr size_t MostAsked = 256;
  if (Bytes == 0)
    return;
  const uint64_t Size = sizeUpTo(Offset + std::min(Bytes, ~Offset));
  if (Offset >= Size)
    return;
  if (Asked.size() < MostAsked)
    Asked.emplace_back(Offset, Bytes);
  if (Counters)
    Stream.File->Stats->Datasets.ask(Offset, std::min(Bytes, Size - Offset),
                                     *Counters);
  Stream.Position = static_cast<int64_t>(Offset);
  Stream.post(static_cast<int64_t>(std::min(Bytes, Size - Offset)),
              static_cast<int64_t>(LastSize));
}

uint64_t LibraryFile::sizeUpTo(uint64_t End) {
  if (End > LastSize)
    LastSize = static_cast<uint64_t>(Stream.size());
  return std::min(End, LastSize);
}

void LibraryFile::postAsOf(const LibraryFile &Other) {
  if (!Other.Stream.File || Stream.size() != Other.Stream.size())
    return;
  for (auto [Offset, Bytes] : Other.Asked)
    post(Offset, Bytes);
  Asked.clear();
}

void LibraryFile::countDependentRead(uint64_t StartNs) const {
  if (!Stream.File)
    return;
  FileStatistics &Counters = *Stream.File->Stats;
  Counters.add(Counter::DependentReads);
  Counters.add(Counter::DependentReadNs, nowNs() - StartNs);
  trace::extent("waits for data", StartNs, Counters.Path.c_str());
}

bool LibraryFile::load(uint64_t Offset, std::span<std::byte> To) {
  const auto Size = static_cast<uint64_t>(Stream.size());
  if (Offset >= Size)
    return false;
  // What lies behind the end of the file is zero.
  const uint64_t Bytes = std::min<uint64_t>(To.size(), Size - Offset);
  std::ranges::fill(To.subspan(Bytes), std::byte{});
  post(Offset, Bytes);
  for (uint64_t Done = 0; Done < Bytes;) {
    std::span<const std::byte> Here =
        Stream.dataAt(static_cast<int64_t>(Offset + Done));
    Here = Here.first(std::min<uint64_t>(Here.size(), Bytes - Done));
    if (Here.empty())
      return false;
    std::ranges::copy(Here, To.begin() + static_cast<ptrdiff_t>(Done));
    Done += Here.size();
  }
  return true;
}

} // namespace foreslice
