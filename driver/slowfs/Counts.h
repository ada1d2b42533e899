//===- Counts.h - the requests to the storage -----------------------------===//
//
// For tests and benchmarks: the number of requests and bytes, and of repeated
// reads of a page, a sign of several processes that fetch a page each.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_COUNTS_H
#define FORESLICE_DRIVER_SLOWFS_COUNTS_H

#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace slowfs {

/// A request to the storage.
struct Request {
  bool IsWrite;
  uint64_t File; ///< Also the disk of the file's first stripe.
  uint64_t Offset;
  uint64_t Size;
};

struct Counts {
  uint64_t Reads = 0;
  uint64_t ReadBytes = 0;
  uint64_t Writes = 0;
  uint64_t WriteBytes = 0;
  uint64_t Opens = 0;         ///< Of files to read or write.
  uint64_t DeepestQueue = 0;  ///< Most requests waiting at a time.
  uint64_t PageReads = 0;     ///< A read counts once for each page touched.
  uint64_t DistinctPages = 0; ///< Pages touched by reads.
};

/// Adds requests up. Not thread-safe: guarded by the caller's lock.
class RequestCounter {
public:
  /// For programs with pages of any size: the default of Foreslice's cache.
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
