//===- ProgramMaps.cpp - the mappings of the process ----------------------===//
//
// See ProgramMaps.h; proc(5) has the formats.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/ProgramMaps.h"

#include "support/DescriptorRoom.h"
#include "support/DescriptorTable.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace foreslice {

namespace {

struct CloseFile {
  void operator()(FILE *F) const { fclose(F); }
};
struct FreeLine {
  void operator()(char *Line) const { free(Line); }
};

/// A line of /proc/PID/maps.
std::optional<MappedRange> parse(const char *Line) {
  MappedRange R;
  char Path[4096] = "";
  uint64_t Inode = 0;
  if (sscanf(Line,
             "%" SCNxPTR "-%" SCNxPTR " %*s %" SCNx64 " %*s %" SCNu64
             " %4095[^\n]",
             &R.Begin, &R.End, &R.Offset, &Inode, Path) < 4)
    return std::nullopt;
  R.Inode = Inode;
  if (Inode != 0 && Path[0] == '/')
    R.Path = Path;
  return R;
}

} // namespace

std::optional<MappedRange> mappedAt(uintptr_t Address,
                                    const std::string &Process) {
  std::unique_ptr<FILE, CloseFile> Maps(
      fopen((Process + "/maps").c_str(), "re"));
  char *Line = nullptr;
  size_t Room = 0;
  std::optional<MappedRange> Found;
  while (Maps && !Found && getline(&Line, &Room, Maps.get()) > 0)
    if (std::optional<MappedRange> R = parse(Line);
        R && R->Begin <= Address && Address < R->End)
      Found = std::move(R);
  std::unique_ptr<char, FreeLine> Freed(Line);
  return Found;
}

PageTable::~PageTable() {
  if (Fd >= 0)
    ::close(Fd);
}

std::optional<bool> PageTable::has(uintptr_t Address) {
  if (Fd < 0 || Table != descriptor_table::current()) {
    Fd = descriptor_room::moveUp(
        ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
    Table = descriptor_table::current();
  }
  const auto Size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uint64_t Entry;
  auto Position = static_cast<off_t>(Address / Size * sizeof Entry);
  if (Fd < 0 || pread(Fd, &Entry, sizeof Entry, Position) != sizeof Entry)
    return std::nullopt;
  constexpr uint64_t Present = uint64_t(1) << 63;
  return (Entry & Present) != 0;
}

} // namespace foreslice
