//===- Counts.cpp - the requests to the storage ---------------------------===//
//
// A page belongs to a file, identified by the inode.
//
//===----------------------------------------------------------------------===//

#include "Counts.h"

#include <algorithm>
#include <fstream>

using namespace slowfs;

void RequestCounter::count(const Request &R) {
  if (R.IsWrite) {
    Total.Writes += 1;
    Total.WriteBytes += R.Size;
    return;
  }
  Total.Reads += 1;
  Total.ReadBytes += R.Size;
  if (R.Size == 0)
    return;
  const uint64_t Last = (R.Offset + R.Size - 1) / PageBytes;
  for (uint64_t Page = R.Offset / PageBytes; Page <= Last; ++Page) {
    Total.PageReads += 1;
    Pages.emplace(R.File, Page);
  }
  Total.DistinctPages = Pages.size();
}

void RequestCounter::queueIs(uint64_t Length) {
  Total.DeepestQueue = std::max(Total.DeepestQueue, Length);
}

bool slowfs::writeCounts(const Counts &C, const std::string &Path) {
  std::ofstream Out(Path);
  Out << "{\"reads\": " << C.Reads << ", \"read_bytes\": " << C.ReadBytes
      << ", \"writes\": " << C.Writes << ", \"write_bytes\": " << C.WriteBytes
      << ", \"opens\": " << C.Opens << ", \"deepest_queue\": " << C.DeepestQueue
      << ", \"page_reads\": " << C.PageReads
      << ", \"distinct_pages\": " << C.DistinctPages << "}\n";
  return static_cast<bool>(Out.flush());
}
