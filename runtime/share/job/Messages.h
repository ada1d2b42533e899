//===- Messages.h - the messages between caches ---------------------------===//
//
// JobPages.h describes the messages.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_JOB_MESSAGES_H
#define FORESLICE_SHARE_JOB_MESSAGES_H

#include "share/RemotePages.h"

namespace foreslice::job {

enum Type : uint8_t { Look, Get, Wrote, Drop, Dropped, Tell };

/// The payload of Look. Get has the run alone.
struct LookMessage {
  PageRun Run;
  int64_t Lost;
};

/// The payload of Wrote, Drop and Dropped.
struct RangeMessage {
  NodeDirectory::JobFileId File;
  ByteRange Written;  ///< Whole pages.
  uint64_t Until = 0; ///< In Dropped: HomeTable::Copies::Until.
};

} // namespace foreslice::job

#endif // FORESLICE_SHARE_JOB_MESSAGES_H
