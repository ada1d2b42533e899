//===- Counters.h - counters, histograms of times and ranges --------------===//
//
// The counters of statistics.def, and the types of figures: while the program
// runs (Statistics.h) and in the report (StatisticsReport.h).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_COUNTERS_H
#define FORESLICE_SUPPORT_COUNTERS_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
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

/// Notes that decide the verdict.
namespace notes {
/// The end of a note on a file.
inline constexpr const char *NotCached = ": not cached";
inline constexpr const char *Disabled =
    "prefetching was off (FORESLICE_DISABLE)";
inline constexpr const char *WrongFamily =
    "the program was compiled for another MPI library than it runs with";
inline constexpr const char *NoInit = "the program did not call MPI_Init";
/// The beginning of a note on MPI calls that pass the run time by.
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
  /// bound of a bucket; 0 if empty.
  uint64_t quantile(double Q) const;
  size_t quantileBucket(double Q) const;
  static size_t bucketOf(uint64_t Ns);

private:
  std::array<std::atomic<uint32_t>, Size> Buckets{};
};

/// The latest times of one kind of read, in nanoseconds.
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

/// Reads of about one size: up to 4 KiB, 16 KiB and so on, the last class
/// without a bound.
struct SizeClass {
  static constexpr size_t Count = 8;
  static size_t of(uint64_t Bytes);
  /// UINT64_MAX for the last class.
  static uint64_t mostBytes(size_t Class);

  /// Storage times of reads of the class, by the number of reads in flight at
  /// the begin, with the read itself: 1, 2 to 3, 4 to 7 and so on.
  static constexpr size_t Depths = 6;
  static size_t depthOf(unsigned InFlight);
  std::array<TimeSamples, Depths> Storage;
  /// Demand reads that the cache served in place of storage, and their time in
  /// nanoseconds.
  std::atomic<uint64_t> Served{0}, ServedNs{0};
};

/// A change of the policy while the program runs, and the cause.
struct PolicyChange {
  uint64_t AtNs = 0; ///< Time since the sensors' start.
  uint64_t Rank = 0;
  std::string By;  ///< The rule, or "by hand".
  std::string Set; ///< "prefetch_pages = 16, scheme = auto".
  std::map<std::string, double> Sensors;
};

/// The least and the most value of a figure; Least is above Most if there was
/// no value.
struct Range {
  uint64_t Least = UINT64_MAX, Most = 0;

  bool empty() const { return Least > Most; }
  void include(const Range &Other);
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_COUNTERS_H
