//===- FileSystem.cpp - the promises of file systems ----------------------===//
//
// See FileSystem.h. The numbers are from statfs(2).
//
//===----------------------------------------------------------------------===//

#include "storage/FileSystem.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <sys/statfs.h>

using namespace foreslice;

namespace {

constexpr FileSystem Rows[] = {
    {FileSystem::NotStored, "proc", 0x9FA0},
    {FileSystem::NotStored, "sysfs", 0x62656572},
    {FileSystem::NotStored, "debugfs", 0x64626720},
    {FileSystem::NotStored, "cgroup", 0x27E0EB},
    {FileSystem::NotStored, "cgroup2", 0x63677270},
    {FileSystem::CloseToOpen, "NFS", 0x6969},
    {FileSystem::CloseToOpen, "SMB", 0x517B},
    {FileSystem::CloseToOpen, "CIFS", 0xFF534D42},
    {FileSystem::CloseToOpen, "SMB2", 0xFE534D42},
    {FileSystem::CloseToOpen, "AFS", 0x5346414F},
    {FileSystem::CloseToOpen, "AFS", 0x6B414653},
    {FileSystem::CloseToOpen, "Coda", 0x73757245},
    {FileSystem::Unchecked, "9P", 0x01021997},
    {FileSystem::Unchecked, "NCP", 0x564C},
    // File systems of one machine, and file systems that lock pages across
    // machines.
    {FileSystem::Coherent, "ext", 0xEF53},
    {FileSystem::Coherent, "XFS", 0x58465342},
    {FileSystem::Coherent, "Btrfs", 0x9123683E},
    {FileSystem::Coherent, "F2FS", 0xF2F52010},
    {FileSystem::Coherent, "ZFS", 0x2FC12FC1},
    {FileSystem::Coherent, "tmpfs", 0x01021994},
    {FileSystem::Coherent, "ramfs", 0x858458F6},
    {FileSystem::Coherent, "overlayfs", 0x794C7630},
    {FileSystem::Coherent, "Lustre", 0x0BD00BD0},
    {FileSystem::Coherent, "GPFS", 0x47504653},
    {FileSystem::Coherent, "CephFS", 0x00C36400},
    {FileSystem::Coherent, "GFS2", 0x01161970},
    {FileSystem::Coherent, "OCFS2", 0x7461636F},
};

FileSystem byMagic(uint32_t Magic) {
  auto Row = std::ranges::find(Rows, Magic, &FileSystem::Magic);
  return Row != std::end(Rows) ? *Row
                               : FileSystem{FileSystem::Other, nullptr, Magic};
}

} // namespace

std::optional<FileSystem> FileSystem::of(int Fd) {
  struct statfs Found;
  if (fstatfs(Fd, &Found) != 0)
    return std::nullopt;
  return byMagic(static_cast<uint32_t>(Found.f_type));
}

std::optional<FileSystem> FileSystem::remembered(int Fd) {
  // A mount's number above the mount's magic; 0 is no mount.
  static constinit std::array<std::atomic<uint64_t>, 8> Known{};
  struct statx Mount;
  if (statx(Fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_MNT_ID, &Mount) !=
          0 ||
      (Mount.stx_mask & STATX_MNT_ID) == 0) // before Linux 5.8
    return of(Fd);
  const uint64_t Id = Mount.stx_mnt_id;
  std::atomic<uint64_t> &At = Known[Id % Known.size()];
  const uint64_t Last = At.load(std::memory_order_relaxed);
  if (Last != 0 && Last >> 32 == Id)
    return byMagic(static_cast<uint32_t>(Last));
  std::optional<FileSystem> Found = of(Fd);
  if (Found && Id <= UINT32_MAX)
    At.store(Id << 32 | Found->Magic, std::memory_order_relaxed);
  return Found;
}
