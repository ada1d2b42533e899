//===- Statistics.h - counters, per file and in all -----------------------===//
//
// Lock-free counters after statistics.def and one latency histogram a file.
// Any thread may count. At MPI_Finalize every rank gives its json(), and rank
// 0 hands all of them to report().
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

/// Times in powers of two with four steps each, 1 ns to 300 s.
class LatencyHistogram {
public:
  static constexpr size_t Size = 160;

  void add(uint64_t Ns);
  /// Counts N entries into one bucket, of Size.
  void addToBucket(size_t Bucket, uint32_t N);
  uint32_t bucket(size_t Bucket) const;
  /// The time below which the share Q (0 to 1) of all entries lies: the upper
  /// bound of its bucket; 0 if empty.
  uint64_t quantile(double Q) const;

private:
  std::array<std::atomic<uint32_t>, Size> Buckets{};
};

/// Counters of one file (device and inode). Lives until the process ends.
class FileStatistics {
public:
  explicit FileStatistics(std::string Path) : Path(std::move(Path)) {}
  void add(Counter C, uint64_t N = 1) {
    Values[static_cast<size_t>(C)].fetch_add(N, std::memory_order_relaxed);
  }
  uint64_t get(Counter C) const {
    return Values[static_cast<size_t>(C)].load(std::memory_order_relaxed);
  }
  const std::string Path;
  LatencyHistogram DemandReads;

private:
  std::array<std::atomic<uint64_t>, static_cast<size_t>(Counter::Count)>
      Values{};
};

/// The process's statistics.
class Statistics {
public:
  /// An empty set, for tests; programs use get().
  Statistics();
  ~Statistics();
  static Statistics &get();

  /// The counters of the file that Path names now; at most 256 files are kept
  /// apart, the rest share one entry "(other files)".
  FileStatistics &file(const std::string &Path);

  void add(RunCounter C, uint64_t N = 1);
  uint64_t get(RunCounter C) const;

  /// Notes once per distinct text that, and why, something was given up
  /// ("data.bin: opened in atomic mode: not cached"). At most 64 are kept.
  void note(const std::string &Text);

  /// This rank's statistics as JSON on one line.
  std::string json() const;

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
