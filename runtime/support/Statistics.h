//===- Statistics.h - counters, per file, per region and in all -----------===//
//
// Lock-free counters (Counters.h), and times of reads by size. Any thread may
// count. At MPI_Finalize every rank gives its json(), and rank 0 hands all
// texts to report(). docs/statistics.md explains the figures.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_STATISTICS_H
#define FORESLICE_SUPPORT_STATISTICS_H

#include "support/Counters.h"
#include "support/DatasetStatistics.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice {

/// Counters of one file (device and inode). Lives until the process ends.
class FileStatistics {
public:
  explicit FileStatistics(std::string Path) : Path(std::move(Path)) {}
  /// A read of the engine took Ns, with InFlight reads in flight, this read
  /// included.
  void storageRead(uint64_t Bytes, uint64_t Ns, unsigned InFlight) {
    add(Counter::StorageTimed);
    add(Counter::StorageNs, Ns);
    tookFromStorage(Bytes, Ns, InFlight);
  }
  /// A read of program or engine took Ns, from storage.
  void tookFromStorage(uint64_t Bytes, uint64_t Ns, unsigned InFlight) {
    SizeClass &C = BySize[SizeClass::of(Bytes)];
    C.Storage[SizeClass::depthOf(InFlight)].add(Ns);
  }
  /// A demand read took Ns in place of a read from storage.
  void servedForStorage(uint64_t Bytes, uint64_t Ns) {
    SizeClass &C = BySize[SizeClass::of(Bytes)];
    C.Served.fetch_add(1, std::memory_order_relaxed);
    C.ServedNs.fetch_add(Ns, std::memory_order_relaxed);
  }
  void add(Counter C, uint64_t N = 1) {
    Values[static_cast<size_t>(C)].fetch_add(N, std::memory_order_relaxed);
  }
  uint64_t get(Counter C) const {
    return Values[static_cast<size_t>(C)].load(std::memory_order_relaxed);
  }
  const std::string Path;
  LatencyHistogram DemandReads;
  std::array<SizeClass, SizeClass::Count> BySize;
  /// The operating system keeps data that were read once in memory, as far as
  /// looked.
  std::atomic<bool> KeptBySystem{false};
  DatasetPlaces Datasets;

private:
  std::array<std::atomic<uint64_t>, static_cast<size_t>(Counter::Count)>
      Values{};
};

class Statistics;

/// Counters of one region. Lives until the process ends.
class RegionStatistics {
public:
  RegionStatistics(std::string Name, Statistics &Whole)
      : Name(std::move(Name)), Whole(Whole) {}
  /// Counts for the process, too.
  void add(RunCounter C, uint64_t N = 1);
  uint64_t get(RunCounter C) const {
    return Values[static_cast<size_t>(C)].load(std::memory_order_relaxed);
  }
  const std::string Name;

private:
  Statistics &Whole;
  std::array<std::atomic<uint64_t>, static_cast<size_t>(RunCounter::Count)>
      Values{};
};

/// Outcome of the requests of one source, in all files. Lives until the process
/// ends.
class SourceStatistics {
public:
  explicit SourceStatistics(std::string Name) : Name(std::move(Name)) {}
  void add(Counter C, uint64_t N = 1) {
    Values[static_cast<size_t>(C)].fetch_add(N, std::memory_order_relaxed);
  }
  uint64_t get(Counter C) const {
    return Values[static_cast<size_t>(C)].load(std::memory_order_relaxed);
  }
  const std::string Name;

private:
  std::array<std::atomic<uint64_t>, static_cast<size_t>(Counter::Count)>
      Values{};
};

/// Extremes of the prefetch scheme's thresholds and of the pure prefetch
/// content, in pages. One thread at a time observes; any thread may look.
class SchemeRange {
public:
  void observe(size_t Low, size_t High, size_t Content) {
    widen(Lows, Low);
    widen(Highs, High);
    widen(Contents, Content);
  }
  Range lows() const { return Lows.load(); }
  Range highs() const { return Highs.load(); }
  Range contents() const { return Contents.load(); }

private:
  struct Ends {
    std::atomic<uint64_t> Least{UINT64_MAX}, Most{0};
    Range load() const {
      return {Least.load(std::memory_order_relaxed),
              Most.load(std::memory_order_relaxed)};
    }
  };
  static void widen(Ends &E, uint64_t Value) {
    if (Value < E.Least.load(std::memory_order_relaxed))
      E.Least.store(Value, std::memory_order_relaxed);
    if (Value > E.Most.load(std::memory_order_relaxed))
      E.Most.store(Value, std::memory_order_relaxed);
  }
  Ends Lows, Highs, Contents;
};

/// The process's statistics.
class Statistics {
public:
  /// An empty set, for tests; programs use get().
  Statistics();
  ~Statistics();
  static Statistics &get();

  struct FileId {
    uint64_t Device, Inode;
    auto operator<=>(const FileId &) const = default;
  };
  /// The counters of this file, under the path of the first mention; at most
  /// 256 files are kept apart, all further files share one entry "(other
  /// files)".
  FileStatistics &file(const std::string &Path, FileId Id);

  /// The counters of the region Name; at most 256 regions are kept apart, all
  /// further regions share one entry "(other regions)".
  RegionStatistics &region(const std::string &Name);

  /// The counters of the dataset Name of File; null if statistics are off. At
  /// most 64 datasets are kept apart, all further ones share one entry "(other
  /// datasets)".
  DatasetStatistics *dataset(std::string_view Name, const std::string &File);

  /// The counters of the source Name.
  SourceStatistics &source(const std::string &Name);

  void add(RunCounter C, uint64_t N = 1);
  uint64_t get(RunCounter C) const;
  SchemeRange &scheme();
  /// Reads in flight of all engines, about now.
  std::atomic<unsigned> ReadsInFlight{0};
  /// Whether to take times that only sensors use.
  std::atomic<bool> Sensing{false};

  /// The program was compiled with -fprefetch-slice, as far as the regions
  /// tell.
  std::atomic<bool> HasRegions{false};

  /// The sum over the files.
  std::array<uint64_t, static_cast<size_t>(Counter::Count)> fileSums() const;

  /// A policy was changed. At most 64 changes are kept.
  void changed(PolicyChange Change);

  /// Notes once per distinct text why something was given up ("data.bin: opened
  /// in atomic mode: not cached"). Keeps at most 64 notes.
  void note(const std::string &Text);
  /// The statistics are of Program, another process.
  void areOf(const std::string &Program);
  /// The command line of that process.
  void wasCalled(std::vector<std::string> Arguments);
  /// What the MPI library calls itself.
  void runsWith(const std::string &Mpi);

  /// Whether there is a file without a counted read.
  bool hasUnreadFile() const;

  /// The statistics as JSON on one line, as of rank Rank.
  std::string json(int Rank = 0) const;

  /// Adds up the ranks' json() and puts the sum where Settings::Stats says: a
  /// table on standard error or a file of JSON. Called on rank 0. No-op when
  /// off; text that is no JSON is left out and counted.
  static void report(std::span<const std::string> Ranks);

  /// report() of this rank alone. With Size above 1 the file's name gets
  /// ".RANK" appended; in a process that foreslice-run did not start itself,
  /// ".PID".
  void print(int Rank, int Size) const;

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_STATISTICS_H
