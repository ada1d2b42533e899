//===- DatasetStatistics.h - counters of one dataset ----------------------===//
//
// Of libraries of data, as far as slices or the order of the data know which
// bytes of a file are of which dataset. Counted only if statistics are asked
// for. Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DATASETSTATISTICS_H
#define FORESLICE_SUPPORT_DATASETSTATISTICS_H

#include "support/Mutex.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>

namespace foreslice {

enum class DatasetCounter {
  Requests,       ///< Extents asked for by slices.
  RequestedBytes, ///< Bytes of the extents.
  Reads,          ///< The program's reads of the dataset's bytes.
  ReadBytes,      ///< Bytes that these reads gave.
  ReadyReads,     ///< Reads that found all data ready.
  Count
};

/// Counters of one dataset or variable. Lives until the process ends.
class DatasetStatistics {
public:
  DatasetStatistics(std::string Name, std::string File)
      : Name(std::move(Name)), File(std::move(File)) {}
  void add(DatasetCounter C, uint64_t N = 1) {
    Values[static_cast<size_t>(C)].fetch_add(N, std::memory_order_relaxed);
  }
  uint64_t get(DatasetCounter C) const {
    return Values[static_cast<size_t>(C)].load(std::memory_order_relaxed);
  }
  /// The program has read bytes of the dataset.
  void read(uint64_t Bytes, bool Ready) {
    add(DatasetCounter::Reads);
    add(DatasetCounter::ReadBytes, Bytes);
    add(DatasetCounter::ReadyReads, Ready);
  }

  const std::string Name, File;

private:
  std::array<std::atomic<uint64_t>, static_cast<size_t>(DatasetCounter::Count)>
      Values{};
};

/// Which bytes of a file are of which dataset.
class DatasetPlaces {
public:
  bool areAny() const { return Any.load(std::memory_order_relaxed); }
  /// A slice has asked for bytes of Of.
  void ask(uint64_t Offset, uint64_t Bytes, DatasetStatistics &Of)
      FORESLICE_EXCLUDES(M) {
    Of.add(DatasetCounter::Requests);
    Of.add(DatasetCounter::RequestedBytes, Bytes);
    MutexLock L(M);
    if (Places.size() == MostPlaces)
      Places.clear();
    Place &P = Places[Offset];
    P = {Offset + Bytes, &Of};
    Any.store(true, std::memory_order_relaxed);
  }
  /// The program has read bytes of the file.
  void read(uint64_t Offset, uint64_t Bytes, bool Ready) FORESLICE_EXCLUDES(M) {
    MutexLock L(M);
    auto Behind = Places.upper_bound(Offset);
    if (Behind != Places.begin())
      if (const Place &P = std::prev(Behind)->second; Offset < P.End)
        return P.Of->read(Bytes, Ready);
    if (Behind != Places.end() && Behind->first < Offset + Bytes)
      Behind->second.Of->read(Bytes, Ready);
  }

private:
  static constexpr size_t MostPlaces = 1 << 16;
  struct Place {
    uint64_t End = 0;
    DatasetStatistics *Of = nullptr;
  };
  std::atomic<bool> Any{false};
  Mutex M;
  std::map<uint64_t, Place> Places FORESLICE_GUARDED_BY(M); ///< By begin.
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_DATASETSTATISTICS_H
