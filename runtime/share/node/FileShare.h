//===- FileShare.h - a file as other processes know it --------------------===//
//
// The processes of this node know the file by a number of the directory, other
// nodes by numbers of the job. The cache's mutex guards all members but the
// atomic member.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_FILESHARE_H
#define FORESLICE_SHARE_NODE_FILESHARE_H

#include "share/node/NodeDirectory.h"

#include <vector>

namespace foreslice {

struct FileShare {
  explicit FileShare(NodeDirectory::FileId Id) : Id(Id) {}

  /// Whether pages may come from other nodes: the pages are no older than
  /// Since, and other nodes hear of all writes.
  bool remote(const NodeDirectory &Node) const {
    return Job && Since <= JobSince && Node.onlyJob(Id, Job);
  }

  const NodeDirectory::FileId Id; ///< In the directory of the node.
  /// Pages that others read before this time of the directory are no use.
  std::atomic<uint64_t> Since{0};
  /// Numbers by which ranks of other nodes know the file, one for each open;
  /// the first counts, and is Job. 0 for an unknown file.
  std::vector<NodeDirectory::JobFileId> Jobs;
  NodeDirectory::JobFileId Job = 0;
  uint64_t JobGeneration = 0;
  /// Pages from other nodes are as of this time of the directory.
  uint64_t JobSince = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_FILESHARE_H
