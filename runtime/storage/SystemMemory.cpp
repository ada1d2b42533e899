//===- SystemMemory.cpp - memory for the operating system's cache ---------===//
//
// See SystemMemory.h. A cgroup's files count as use, but the kernel takes their
// memory back on demand.
//
//===----------------------------------------------------------------------===//

#include "storage/SystemMemory.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

using namespace foreslice;

namespace {

/// The files of a memory cgroup, by version.
struct Controller {
  const char *Folder, *Limit, *LowerLimit, *Used, *Inactive, *Active;
};
constexpr Controller Version1 = {
    "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "",
    "memory.usage_in_bytes", "total_inactive_file",   "total_active_file"};
constexpr Controller Version2 = {"/sys/fs/cgroup", "memory.max",
                                 "memory.high",    "memory.current",
                                 "inactive_file",  "active_file"};

/// The first number in the file; nothing for "max", or if there is no file.
std::optional<uint64_t> number(const std::string &Path) {
  uint64_t N;
  std::ifstream In(Path);
  return In >> N ? std::optional(N) : std::nullopt;
}

/// The number after Key in a file of lines that begin with keys.
std::optional<uint64_t> entry(const std::string &Path, std::string_view Key) {
  std::ifstream In(Path);
  std::string Word;
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    uint64_t N;
    if (Words >> Word && Word == Key && Words >> N)
      return N;
  }
  return std::nullopt;
}

/// Bytes that one cgroup leaves.
uint64_t leftBy(const Controller &C, const std::string &Group) {
  std::optional<uint64_t> Limit = number(Group + "/" + C.Limit),
                          Lower = number(Group + "/" + C.LowerLimit),
                          Used = number(Group + "/" + C.Used);
  uint64_t Most =
      std::min(Limit.value_or(UINT64_MAX), Lower.value_or(UINT64_MAX));
  if (Most == UINT64_MAX || !Used)
    return UINT64_MAX;
  const std::string Stat = Group + "/memory.stat";
  uint64_t Files =
      entry(Stat, C.Inactive).value_or(0) + entry(Stat, C.Active).value_or(0);
  uint64_t Kept = *Used - std::min(*Used, Files);
  return Most - std::min(Most, Kept);
}

/// The least that the cgroup Path and the enclosing cgroups leave.
uint64_t leftByAll(const Controller &C, const std::string &Root,
                   std::string Path) {
  uint64_t Least = UINT64_MAX;
  for (;; Path.erase(Path.rfind('/'))) {
    Least = std::min(Least, leftBy(C, Root + C.Folder + Path));
    if (Path.find('/') == std::string::npos)
      return Least;
  }
}

/// A line of /proc/self/cgroup is NUMBER:CONTROLLERS:PATH. Version 2 names no
/// controllers. A container sees its own cgroup as the root, whatever the line
/// says.
uint64_t leftByCgroups(const std::string &Root) {
  uint64_t Least = UINT64_MAX;
  std::ifstream In(Root + "/proc/self/cgroup");
  for (std::string Line; std::getline(In, Line);) {
    size_t First = Line.find(':'), Second = Line.find(':', First + 1);
    if (Second == std::string::npos)
      continue;
    std::string Controllers =
        "," + Line.substr(First + 1, Second - First - 1) + ",";
    std::string Path = Line.substr(Second + 1);
    if (Path == "/")
      Path.clear();
    if (Controllers == ",,")
      Least = std::min(Least, leftByAll(Version2, Root, Path));
    else if (Controllers.find(",memory,") != std::string::npos)
      Least = std::min(Least, leftByAll(Version1, Root, Path));
  }
  return Least;
}

} // namespace

uint64_t foreslice::availableMemory(const std::string &Root) {
  uint64_t Machine = UINT64_MAX;
  if (auto KiB = entry(Root + "/proc/meminfo", "MemAvailable:"))
    Machine = *KiB * 1024;
  return std::min(Machine, leftByCgroups(Root));
}
