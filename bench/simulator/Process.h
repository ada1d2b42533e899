//===- Process.h - what a simulated process has of the run time -----------===//
//
// The run time's own objects, as PMPI_Init and MPI_File_open make them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_PROCESS_H
#define FORESLICE_SIMULATOR_PROCESS_H

#include "Machine.h"
#include "cache/CachedFile.h"
#include "cache/PageCache.h"
#include "share/job/JobPages.h"

namespace foreslice::simulator {

/// The memory that the processes of a node share. No page has bytes of its own:
/// the same memory is mapped for the pages of all nodes.
class NodeMemory {
public:
  explicit NodeMemory(const Options &O);

  void *const Start;
  /// Of the directory, without the pages.
  const uint64_t TableBytes;
};

class Process {
public:
  /// Memory is null unless pages are shared. On its node.
  Process(const Options &O, int Rank, NodeMemory *Memory);

  /// Once all ranks of all nodes exist.
  void connect(const std::vector<Endpoint> &Where,
               const std::vector<int> &NodeOf);
  /// Once all are connected; before enter(), which is before renew(), on all.
  void open();
  void enter(const std::vector<int> &AllRanks);
  void renew() { Cache.coherence().renewJob(*File, Job, 1); }

  Endpoint where() const;

  const int Rank;
  std::unique_ptr<NodeDirectory> Directory;
  PageCache Cache;
  std::unique_ptr<Messenger> Net;
  std::unique_ptr<JobPages> Pages;
  std::shared_ptr<CachedFile> File;
  LaneId Lane = 0;
  std::atomic<bool> Cancel{false};

private:
  static constexpr uint64_t Job = 1; ///< How all nodes know the file.
};

} // namespace foreslice::simulator

#endif // FORESLICE_SIMULATOR_PROCESS_H
