//===- PageCache.h - the cache, by faces ----------------------------------===//
//
// One per process. Sources post pages, the engine fetches the pages deep,
// sorted and merged, and reads of the main thread find the pages. Each user of
// the cache gets only the face for its work: a source cannot serve, and a front
// end cannot post.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_PAGECACHE_H
#define FORESLICE_CACHE_PAGECACHE_H

#include "cache/CacheControl.h"
#include "cache/Coherence.h"
#include "cache/DemandReads.h"
#include "cache/Posting.h"

#include <memory>

namespace foreslice {

class Storage; // by which descriptors are read, and where the engine waits

class PageCache {
public:
  /// Starts no thread until the first prefetch, and maps no memory until
  /// then. Files of kernel delivery have a ledger and an engine of their own,
  /// which reads by ForKernel, and files read before MPI_Init a pool and an
  /// engine, which reads by ForEarly.
  PageCache(const Settings &S, std::unique_ptr<Storage> Backend,
            std::unique_ptr<Storage> ForKernel = nullptr,
            std::unique_ptr<Storage> ForEarly = nullptr);
  ~PageCache();

  /// For sources.
  Posting &posting() { return Posts; }
  /// For front ends: reads of the program.
  DemandReads &demand() { return Reads; }
  /// For front ends: opens, writes and closes of the program.
  Coherence &coherence() { return Files; }
  /// For code that starts, steers and ends the process's run.
  CacheControl &control() { return Steers; }

private:
  const std::unique_ptr<Deliveries> All;
  Posting Posts;
  DemandReads Reads;
  Coherence Files;
  CacheControl Steers;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_PAGECACHE_H
