//===- LocalFile.cpp - names, file systems --------------------------------===//
//
// ROMIO strips what stands before a colon if that is longer than a drive
// letter, Open MPI's own MPI-IO mostly does not: a name is only taken for a
// file if one reading of it exists.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/LocalFile.h"

#include "support/DescriptorRoom.h"
#include "support/Settings.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace foreslice {

namespace {

struct FileSystem {
  uint32_t Magic;
  const char *Name;
};

/// File systems whose files are no stored bytes (statfs(2)).
constexpr FileSystem NotStored[] = {
    {0x9FA0, "proc"},     {0x62656572, "sysfs"},   {0x64626720, "debugfs"},
    {0x27E0EB, "cgroup"}, {0x63677270, "cgroup2"},
};

/// File systems whose clients see each other's writes only after locks or
/// reopening, and ask the server at each open whether what they keep is still
/// current.
constexpr FileSystem CloseToOpen[] = {
    {0x6969, "NFS"},      {0x517B, "SMB"},     {0xFF534D42, "CIFS"},
    {0xFE534D42, "SMB2"}, {0x5346414F, "AFS"}, {0x6B414653, "AFS"},
    {0x73757245, "Coda"},
};

/// File systems whose clients may keep what they have read without ever asking
/// the server whether it is still current.
constexpr FileSystem Unchecked[] = {{0x01021997, "9P"}, {0x564C, "NCP"}};

/// File systems whose pages in the kernel's memory are never older than what
/// any process on any machine has written: those of one machine, and those that
/// lock pages across machines.
constexpr FileSystem Coherent[] = {
    {0xEF53, "ext"},       {0x58465342, "XFS"},       {0x9123683E, "Btrfs"},
    {0xF2F52010, "F2FS"},  {0x2FC12FC1, "ZFS"},       {0x01021994, "tmpfs"},
    {0x858458F6, "ramfs"}, {0x794C7630, "overlayfs"}, {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},  {0x00C36400, "CephFS"},    {0x01161970, "GFS2"},
    {0x7461636F, "OCFS2"},
};

/// The one of Of that a file lies on; null if it lies on none of them.
const FileSystem *among(std::span<const FileSystem> Of,
                        const struct statfs &Fs) {
  auto It = std::ranges::find(Of, static_cast<uint32_t>(Fs.f_type),
                              &FileSystem::Magic);
  return It == Of.end() ? nullptr : &*It;
}

} // namespace

LocalFile::~LocalFile() {
  if (OwnsFd)
    close(Fd);
}

std::optional<LocalFile> LocalFile::of(int Fd, const char *Path) {
  struct stat S;
  if (fstat(Fd, &S) != 0 || !S_ISREG(S.st_mode))
    return std::nullopt;
  return LocalFile{Path,
                   {S.st_dev, S.st_ino},
                   S.st_size,
                   static_cast<uint64_t>(S.st_blksize),
                   Fd};
}

std::optional<LocalFile> LocalFile::regular(const char *Path) {
  int Fd = open(Path, O_PATH | O_CLOEXEC);
  if (Fd < 0)
    return std::nullopt;
  std::optional<LocalFile> File = of(Fd, Path);
  if (File)
    File->OwnsFd = true;
  else
    close(Fd);
  return File;
}

std::optional<LocalFile> LocalFile::find(const char *Name) {
  if (!Name)
    return std::nullopt;
  std::optional<LocalFile> Whole = regular(Name);
  const char *Colon = strchr(Name, ':');
  if (!Colon || Colon <= Name + 1)
    return Whole;
  std::optional<LocalFile> Stripped = regular(Colon + 1);
  if (Whole && Stripped && !(Whole->Key == Stripped->Key))
    return std::nullopt;
  return Whole ? std::move(Whole) : std::move(Stripped);
}

std::optional<Delivery> LocalFile::delivery(DeliveryChoice Wanted,
                                            std::string &Why) const {
  struct statfs Fs;
  if (fstatfs(Fd, &Fs) != 0) {
    Why = strerror(errno);
    return std::nullopt;
  }
  const FileSystem *Not = among(NotStored, Fs);
  if (Not || Wanted == DeliveryChoice::Kernel) {
    if (!Not)
      return Delivery::Kernel;
    Why = std::string("lies on ") + Not->Name;
    return std::nullopt;
  }
  const FileSystem *OfServer = among(CloseToOpen, Fs);
  if (OfServer && Wanted == DeliveryChoice::Auto)
    return Delivery::Kernel;
  if (!OfServer)
    OfServer = among(Unchecked, Fs);
  if (!OfServer)
    return Delivery::Pool;
  Why = std::string("lies on ") + OfServer->Name +
        ", where only FORESLICE_DELIVERY=kernel prefetches";
  return std::nullopt;
}

int LocalFile::openForCache(Delivery By, std::string &Why) const {
  descriptor_room::saw(Fd);
  if (descriptor_room::isScarce()) {
    Why = "few descriptors are left to the program";
    return -1;
  }
  const std::string Itself = "/proc/self/fd/" + std::to_string(Fd);
  int Readable = open(Itself.c_str(), O_RDONLY | O_CLOEXEC);
  if (Readable < 0)
    Why = std::string("cannot be opened for reading: ") + strerror(errno);
  // The kernel would read more than the engine has asked for.
  else if (By == Delivery::Kernel)
    posix_fadvise(Readable, 0, 0, POSIX_FADV_RANDOM);
  return Readable;
}

bool LocalFile::isFetchedAhead() const {
  const OpenAhead Wanted = Settings::get().Ahead;
  struct statfs Fs;
  descriptor_room::saw(Fd);
  if (Wanted == OpenAhead::Never || descriptor_room::isScarce() ||
      Settings::get().Delivered == DeliveryChoice::Kernel ||
      fstatfs(Fd, &Fs) != 0)
    return false;
  return Wanted == OpenAhead::Always
             ? !among(NotStored, Fs) && !among(CloseToOpen, Fs) &&
                   !among(Unchecked, Fs)
             : among(Coherent, Fs) != nullptr;
}

int LocalFile::takeDescriptor() {
  OwnsFd = false;
  return Fd;
}

} // namespace foreslice
