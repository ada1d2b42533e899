//===- Jobs.h - the processes of a job that show their sensors ------------===//
//
// A number of a process stands for the process, or for those that it has
// started, as a launcher of MPI has.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_TOP_JOBS_H
#define FORESLICE_DRIVER_TOP_JOBS_H

#include "adaptive/policy/SensorBoard.h"

#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace foreslice {

struct WatchedProcess {
  pid_t Pid;
  std::unique_ptr<SensorBoard> Board;

  bool isAlive() const;
};

/// Of Pid and of what it has started, in the order of the ranks. None, and Why,
/// if there are none.
std::vector<WatchedProcess> findWatched(pid_t Pid, std::string &Why);

} // namespace foreslice

#endif // FORESLICE_DRIVER_TOP_JOBS_H
