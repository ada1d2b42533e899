//===- Jobs.h - processes of a job that show sensors ----------------------===//
//
// The number of a process stands for the process, or for the processes started
// there, as by a launcher of MPI.
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

/// Pid and descendants, in the order of ranks. None, with Why set, if there are
/// none.
std::vector<WatchedProcess> findWatched(pid_t Pid, std::string &Why);

} // namespace foreslice

#endif // FORESLICE_DRIVER_TOP_JOBS_H
