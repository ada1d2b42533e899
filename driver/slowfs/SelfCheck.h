//===- SelfCheck.h - does the storage behave as its options say? ----------===//
//
// Prints latency at depth 1 and throughput at depth 32 beside the ideal.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_SELFCHECK_H
#define FORESLICE_DRIVER_SLOWFS_SELFCHECK_H

#include "Options.h"

namespace slowfs {

/// Returns the exit status: 0 whatever the times, others if a read failed.
int selfCheck(Options O);

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_SELFCHECK_H
