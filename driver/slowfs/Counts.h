//===- Counts.h - what the storage was asked for --------------------------===//
//
// For tests and benchmarks: how many requests and bytes, and how often the same
// page was read, which tells whether several processes fetch what one could.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_COUNTS_H
#define FORESLICE_DRIVER_SLOWFS_COUNTS_H

#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace slowfs {

/// What a request asks of the storage.
struct Request {
  bool IsWrite;
  uint64_t File; ///< Also the disk that its first stripe lies on.
  uint64_t Offset;
  uint64_t Size;
};

struct Counts {
  uint64_t Reads = 0;
  uint64_t ReadBytes = 0;
  uint64_t Writes = 0;
  uint64_t WriteBytes = 0;
  uint64_t Opens = 0;         ///< Of files to read or write.
  uint64_t DeepestQueue = 0;  ///< Most requests that were waiting at a time.
  uint64_t PageReads = 0;     ///< A read counts once for each page it touches.
  uint64_t DistinctPages = 0; ///< Pages that reads have touched.
};

/// Adds requests up. Not thread-safe: the caller's lock guards it.
class RequestCounter {
public:
  /// Whatever pages the programs use: that of Foreslice's cache by default.
  static constexpr uint64_t PageBytes = 64 << 10;

  void count(const Request &R);
  void countOpen() { ++Total.Opens; }
  void queueIs(uint64_t Length);
  const Counts &total() const { return Total; }

private:
  Counts Total;
  std::set<std::pair<uint64_t, uint64_t>> Pages; ///< File, index.
};

/// Writes C as one JSON object; false if the file cannot be written.
bool writeCounts(const Counts &C, const std::string &Path);

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_COUNTS_H
