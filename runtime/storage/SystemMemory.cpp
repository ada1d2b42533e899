//===- SystemMemory.cpp - memory for the operating system's cache ---------===//
//
// See SystemMemory.h. A cgroup's files count as use, but the kernel takes their
// memory back on demand.
//
//===----------------------------------------------------------------------===//

#include "storage/SystemMemory.h"
#include "support/TextFile.h"

#include <algorithm>
#include <charconv>
#include <optional>
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

/// The file's text; empty if there is none.
std::string textOf(const std::string &Path) {
  constexpr size_t MostBytes = (16 << 10) - 1;
  std::string Text;
  readTextFile(Path, MostBytes, Text);
  return Text;
}

/// The number that Text begins with, behind spaces; nothing for "max".
std::optional<uint64_t> number(std::string_view Text) {
  Text.remove_prefix(std::min(Text.find_first_not_of(' '), Text.size()));
  uint64_t N = 0;
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), N);
  return Error == std::errc() ? std::optional(N) : std::nullopt;
}

/// The number after Key in a text of lines that begin with keys.
std::optional<uint64_t> entry(std::string_view Text, std::string_view Key) {
  while (!Text.empty()) {
    if (Text.starts_with(Key) && Text.substr(Key.size()).starts_with(' '))
      return number(Text.substr(Key.size()));
    Text.remove_prefix(std::min(Text.find('\n'), Text.size() - 1) + 1);
  }
  return std::nullopt;
}

/// Bytes that one cgroup leaves. A cgroup may have a limit beyond the machine's
/// memory, as one of version 1 without a limit has.
uint64_t leftBy(const Controller &C, const std::string &Group,
                uint64_t Machine) {
  uint64_t Most =
      std::min(number(textOf(Group + "/" + C.Limit)).value_or(UINT64_MAX),
               number(textOf(Group + "/" + C.LowerLimit)).value_or(UINT64_MAX));
  if (Most >= Machine)
    return UINT64_MAX;
  std::optional<uint64_t> Used = number(textOf(Group + "/" + C.Used));
  if (!Used)
    return UINT64_MAX;
  const std::string Stat = textOf(Group + "/memory.stat");
  uint64_t Files =
      entry(Stat, C.Inactive).value_or(0) + entry(Stat, C.Active).value_or(0);
  uint64_t Kept = *Used - std::min(*Used, Files);
  return Most - std::min(Most, Kept);
}

/// The least that the cgroup Path and the enclosing cgroups leave.
uint64_t leftByAll(const Controller &C, const std::string &Root,
                   std::string Path, uint64_t Machine) {
  uint64_t Least = UINT64_MAX;
  for (;; Path.erase(Path.rfind('/'))) {
    Least = std::min(Least, leftBy(C, Root + C.Folder + Path, Machine));
    if (Path.find('/') == std::string::npos)
      return Least;
  }
}

/// A line of /proc/self/cgroup is NUMBER:CONTROLLERS:PATH. Version 2 names no
/// controllers. A container sees its own cgroup as the root, whatever the line
/// says.
uint64_t leftByCgroups(const std::string &Root, uint64_t Machine) {
  uint64_t Least = UINT64_MAX;
  const std::string Text = textOf(Root + "/proc/self/cgroup");
  for (std::string_view Rest = Text; !Rest.empty();) {
    std::string_view Line = Rest.substr(0, Rest.find('\n'));
    Rest.remove_prefix(std::min(Line.size() + 1, Rest.size()));
    size_t First = Line.find(':'), Second = Line.find(':', First + 1);
    if (Second == std::string_view::npos)
      continue;
    std::string_view Names = Line.substr(First + 1, Second - First - 1);
    std::string Path(Line.substr(Second + 1));
    if (Path == "/")
      Path.clear();
    if (Names.empty())
      Least = std::min(Least, leftByAll(Version2, Root, Path, Machine));
    else if (("," + std::string(Names) + ",").find(",memory,") !=
             std::string::npos)
      Least = std::min(Least, leftByAll(Version1, Root, Path, Machine));
  }
  return Least;
}

} // namespace

uint64_t foreslice::availableMemory(const std::string &Root) {
  const std::string Text = textOf(Root + "/proc/meminfo");
  const auto Bytes = [&Text](std::string_view Key) {
    const std::optional<uint64_t> KiB = entry(Text, Key);
    return KiB ? *KiB * 1024 : UINT64_MAX;
  };
  return std::min(Bytes("MemAvailable:"),
                  leftByCgroups(Root, Bytes("MemTotal:")));
}
