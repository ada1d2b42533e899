//===- FileShare.h - how other processes know a file ----------------------===//
//
// The processes of this node by a number of the directory, those of other nodes
// by numbers of the job. The cache's mutex guards all members but the atomic
// one.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_FILESHARE_H
#define FORESLICE_SHARE_NODE_FILESHARE_H

#include "share/node/NodeDirectory.h"

#include <vector>

namespace foreslice {

struct FileShare {
  explicit FileShare(NodeDirectory::FileId Id) : Id(Id) {}

  /// Whether pages may come from other nodes: they are no older than this
  /// process wants them, and other nodes hear of all writes.
  bool remote(const NodeDirectory &Node) const {
    return Job && Since <= JobSince && Node.onlyJob(Id, Job);
  }

  const NodeDirectory::FileId Id; ///< In the directory of the node.
  /// Pages that others read before this time of the directory are no use.
  std::atomic<uint64_t> Since{0};
  /// How ranks of other nodes know the file, one number for each open; the
  /// first counts, and is Job. 0 if they do not know the file.
  std::vector<NodeDirectory::JobFileId> Jobs;
  NodeDirectory::JobFileId Job = 0;
  uint64_t JobGeneration = 0;
  /// What comes from other nodes is as of this time of the directory.
  uint64_t JobSince = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_FILESHARE_H
