//===- RunIdentity.h - which run the statistics are of --------------------===//
//
// What was run, where and when. Found out when statistics are written, and not
// before: the program pays nothing for it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_RUNIDENTITY_H
#define FORESLICE_SUPPORT_RUNIDENTITY_H

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace foreslice {

/// The command line of a process, the program's name included: at most 4 KiB of
/// it. Empty if the process is not there. Keeps errno.
std::vector<std::string> argumentsOf(pid_t Process);

struct RunIdentity {
  static constexpr size_t MostHosts = 1024;

  std::vector<std::string> Arguments; ///< Of the first rank that tells.
  std::set<std::string> Hosts;        ///< At most MostHosts.
  std::string Started; ///< In UTC, as 2026-01-31T08:00:00Z; of the first rank.
  std::string Job;     ///< What the batch system calls it; "" without one.
  std::string Mpi;     ///< What the MPI library calls itself; "" without MPI.
  std::string Version; ///< Of Foreslice.
  bool Beside = false; ///< Counted by a companion, not in the process.

  /// Of a run that has taken so long by now, on this machine.
  static RunIdentity ofNow(uint64_t RunNs);
  /// Adds that of another rank.
  void add(const RunIdentity &Other);
};

nlohmann::ordered_json toJson(const RunIdentity &Run);
/// Throws as the library of JSON does where a part has another type.
RunIdentity runIdentityOf(const nlohmann::json &J);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_RUNIDENTITY_H
