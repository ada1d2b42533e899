//===- Statistics.h - counters, per file, per region and in all -----------===//
//
// Lock-free counters after statistics.def, and what reads of each size took.
// Any thread may count. At MPI_Finalize every rank gives its json(), and rank
// 0 hands all of them to report(). docs/statistics.md explains the figures.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_STATISTICS_H
#define FORESLICE_SUPPORT_STATISTICS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace foreslice {

enum class Counter {
#define FORESLICE_COUNTER(Id, Key, Unit, Help) Id,
#include "statistics.def"
  Count
};

enum class RunCounter {
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help) Id,
#include "statistics.def"
  Count
};

/// The ways in which slices fail.
inline constexpr RunCounter SliceFailures[] = {
    RunCounter::SliceFaults,       RunCounter::SlicesEndless,
    RunCounter::SlicesOutOfMemory, RunCounter::SlicesUnknownHandle,
    RunCounter::SlicesChannelFull, RunCounter::SlicesDiverged,
    RunCounter::SlicesOvertaken,
};

/// Notes that the verdict rests on.
namespace notes {
/// The end of what is noted of a file.
inline constexpr const char *NotCached = ": not cached";
inline constexpr const char *Disabled =
    "prefetching was off (FORESLICE_DISABLE)";
inline constexpr const char *WrongFamily =
    "the program was compiled for another MPI library than it runs with";
inline constexpr const char *NoInit = "the program did not call MPI_Init";
/// What is noted of MPI calls that pass the run time by begins so.
inline constexpr const char *SeesNoCalls =
    "the run time came after the MPI library and sees no calls";
} // namespace notes

/// Times in powers of two with four steps each, 1 ns to 300 s.
class LatencyHistogram {
public:
  static constexpr size_t Size = 160;

  LatencyHistogram() = default;
  LatencyHistogram(const LatencyHistogram &Other) { add(Other); }
  void add(uint64_t Ns);
  void add(const LatencyHistogram &Other);
  /// Counts N entries into one bucket, of Size.
  void addToBucket(size_t Bucket, uint32_t N);
  uint32_t bucket(size_t Bucket) const;
  /// The time below which the share Q (0 to 1) of all entries lies: the upper
  /// bound of its bucket; 0 if empty.
  uint64_t quantile(double Q) const;
  size_t quantileBucket(double Q) const;
  static size_t bucketOf(uint64_t Ns);

private:
  std::array<std::atomic<uint32_t>, Size> Buckets{};
};

/// The latest times of some kind of read.
class TimeSamples {
public:
  static constexpr size_t Size = 16;

  void add(uint64_t Ns) {
    uint32_t N = Count.fetch_add(1, std::memory_order_relaxed);
    Ring[N % Size].store(Ns, std::memory_order_relaxed);
  }
  /// In no order.
  std::vector<uint64_t> times() const;

private:
  std::atomic<uint32_t> Count{0};
  std::array<std::atomic<uint64_t>, Size> Ring{};
};

/// Reads of about the same size: up to 4 KiB, 16 KiB and so on, the last
/// without a bound.
struct SizeClass {
  static constexpr size_t Count = 8;
  static size_t of(uint64_t Bytes);
  /// UINT64_MAX of the last one.
  static uint64_t mostBytes(size_t Class);

  /// What storage took for such reads, by how many were in flight when they
  /// began, they included: 1, 2 to 3, 4 to 7 and so on.
  static constexpr size_t Depths = 6;
  static size_t depthOf(unsigned InFlight);
  std::array<TimeSamples, Depths> Storage;
  /// Demand reads that the cache served in place of storage, and their time.
  std::atomic<uint64_t> Served{0}, ServedNs{0};
};

/// Counters of one file (device and inode). Lives until the process ends.
class FileStatistics {
public:
  explicit FileStatistics(std::string Path) : Path(std::move(Path)) {}
  /// A read of the engine's, that made it so many in flight, took Ns.
  void storageRead(uint64_t Bytes, uint64_t Ns, unsigned InFlight) {
    add(Counter::StorageTimed);
    add(Counter::StorageNs, Ns);
    tookFromStorage(Bytes, Ns, InFlight);
  }
  /// A read of anybody's took Ns, from storage.
  void tookFromStorage(uint64_t Bytes, uint64_t Ns, unsigned InFlight) {
    SizeClass &C = BySize[SizeClass::of(Bytes)];
    C.Storage[SizeClass::depthOf(InFlight)].add(Ns);
  }
  /// A demand read took Ns and would else have gone to storage.
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
  /// The operating system has in memory what was read once, as far as looked.
  std::atomic<bool> KeptBySystem{false};

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

/// What has come of the requests of one source, in all files. Lives until the
/// process ends.
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

/// The least and the most that something was; Least is above Most if it never
/// was anything.
struct Range {
  uint64_t Least = UINT64_MAX, Most = 0;

  bool empty() const { return Least > Most; }
  void include(const Range &Other);
};

/// How far the prefetch scheme's thresholds and the pure prefetch content went,
/// in pages. One thread at a time observes; any may look.
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
  /// The counters of this file, under the path of its first mention; at most
  /// 256 files are kept apart, the rest share one entry "(other files)".
  FileStatistics &file(const std::string &Path, FileId Id);

  /// The counters of the region of this name; at most 256 are kept apart, the
  /// rest share one entry "(other regions)".
  RegionStatistics &region(const std::string &Name);

  /// The counters of the source of this name.
  SourceStatistics &source(const std::string &Name);

  void add(RunCounter C, uint64_t N = 1);
  uint64_t get(RunCounter C) const;
  SchemeRange &scheme();
  /// The engine's, about now.
  std::atomic<unsigned> ReadsInFlight{0};

  /// Notes once per distinct text that, and why, something was given up
  /// ("data.bin: opened in atomic mode: not cached"). At most 64 are kept.
  void note(const std::string &Text);

  /// Whether there is a file of which no read was counted.
  bool hasUnreadFile() const;

  /// The statistics as JSON on one line, as those of this rank.
  std::string json(int Rank = 0) const;

  /// Adds up what the ranks' json() gave and puts it where Settings::Stats
  /// says: a table on standard error or a file of JSON. Called on rank 0.
  /// No-op when off; text that is no JSON is left out and counted.
  static void report(std::span<const std::string> Ranks);

  /// report() of this rank alone. With Size above 1 the file's name gets
  /// ".RANK" appended.
  void print(int Rank, int Size) const;

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_STATISTICS_H
