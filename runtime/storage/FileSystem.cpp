//===- FileSystem.cpp - what a file system promises -----------------------===//
//
// See FileSystem.h. The numbers are those of statfs(2).
//
//===----------------------------------------------------------------------===//

#include "storage/FileSystem.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <sys/statfs.h>

using namespace foreslice;

namespace {

struct Row {
  uint32_t Magic;
  FileSystem Is;
};

constexpr Row Rows[] = {
    {0x9FA0, {FileSystem::NotStored, "proc"}},
    {0x62656572, {FileSystem::NotStored, "sysfs"}},
    {0x64626720, {FileSystem::NotStored, "debugfs"}},
    {0x27E0EB, {FileSystem::NotStored, "cgroup"}},
    {0x63677270, {FileSystem::NotStored, "cgroup2"}},
    {0x6969, {FileSystem::CloseToOpen, "NFS"}},
    {0x517B, {FileSystem::CloseToOpen, "SMB"}},
    {0xFF534D42, {FileSystem::CloseToOpen, "CIFS"}},
    {0xFE534D42, {FileSystem::CloseToOpen, "SMB2"}},
    {0x5346414F, {FileSystem::CloseToOpen, "AFS"}},
    {0x6B414653, {FileSystem::CloseToOpen, "AFS"}},
    {0x73757245, {FileSystem::CloseToOpen, "Coda"}},
    {0x01021997, {FileSystem::Unchecked, "9P"}},
    {0x564C, {FileSystem::Unchecked, "NCP"}},
    // File systems of one machine, and those that lock pages across machines.
    {0xEF53, {FileSystem::Coherent, "ext"}},
    {0x58465342, {FileSystem::Coherent, "XFS"}},
    {0x9123683E, {FileSystem::Coherent, "Btrfs"}},
    {0xF2F52010, {FileSystem::Coherent, "F2FS"}},
    {0x2FC12FC1, {FileSystem::Coherent, "ZFS"}},
    {0x01021994, {FileSystem::Coherent, "tmpfs"}},
    {0x858458F6, {FileSystem::Coherent, "ramfs"}},
    {0x794C7630, {FileSystem::Coherent, "overlayfs"}},
    {0x0BD00BD0, {FileSystem::Coherent, "Lustre"}},
    {0x47504653, {FileSystem::Coherent, "GPFS"}},
    {0x00C36400, {FileSystem::Coherent, "CephFS"}},
    {0x01161970, {FileSystem::Coherent, "GFS2"}},
    {0x7461636F, {FileSystem::Coherent, "OCFS2"}},
};

} // namespace

std::optional<FileSystem> FileSystem::of(int Fd) {
  struct statfs Found;
  if (fstatfs(Fd, &Found) != 0)
    return std::nullopt;
  auto It =
      std::ranges::find(Rows, static_cast<uint32_t>(Found.f_type), &Row::Magic);
  return It != std::end(Rows) ? It->Is : FileSystem{Other, nullptr};
}
