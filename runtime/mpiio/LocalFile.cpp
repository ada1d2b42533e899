//===- LocalFile.cpp - names, file systems --------------------------------===//
//
// ROMIO strips what stands before a colon if that is longer than a drive
// letter, Open MPI's own MPI-IO mostly does not: a name is only taken for a
// file if one reading of it exists.
//
//===----------------------------------------------------------------------===//

#include "mpiio/LocalFile.h"

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace foreslice {

namespace {

struct FileSystem {
  uint32_t Magic;
  const char *Name;
};

/// File systems whose clients see each other's writes only after locks or
/// reopening, or whose files are no stored bytes (statfs(2)).
constexpr FileSystem NotCached[] = {
    {0x6969, "NFS"},         {0x517B, "SMB"},         {0xFF534D42, "CIFS"},
    {0xFE534D42, "SMB2"},    {0x5346414F, "AFS"},     {0x73757245, "Coda"},
    {0x564C, "NCP"},         {0x01021997, "9P"},      {0x9FA0, "proc"},
    {0x62656572, "sysfs"},   {0x64626720, "debugfs"}, {0x27E0EB, "cgroup"},
    {0x63677270, "cgroup2"},
};

std::optional<LocalFile> regular(const char *Path) {
  struct stat S;
  if (stat(Path, &S) != 0 || !S_ISREG(S.st_mode))
    return std::nullopt;
  return LocalFile{Path, {S.st_dev, S.st_ino}, S.st_size};
}

} // namespace

std::optional<LocalFile> findLocalFile(const char *Name) {
  if (!Name)
    return std::nullopt;
  std::optional<LocalFile> Whole = regular(Name);
  const char *Colon = strchr(Name, ':');
  if (!Colon || Colon <= Name + 1)
    return Whole;
  std::optional<LocalFile> Stripped = regular(Colon + 1);
  if (Whole && Stripped && !(Whole->Key == Stripped->Key))
    return std::nullopt;
  return Whole ? Whole : Stripped;
}

int openForCache(const LocalFile &File, std::string &Why) {
  int Fd = open(File.Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0) {
    Why = std::string("cannot be opened for reading: ") + strerror(errno);
    return -1;
  }
  struct stat S;
  struct statfs Fs;
  if (fstat(Fd, &S) != 0 || fstatfs(Fd, &Fs) != 0) {
    Why = strerror(errno);
  } else if (S.st_dev != File.Key.Device || S.st_ino != File.Key.Inode) {
    Why = "was replaced while it was opened";
  } else {
    const char *Unfit = nullptr;
    for (const FileSystem &F : NotCached)
      if (F.Magic == static_cast<uint32_t>(Fs.f_type))
        Unfit = F.Name;
    if (!Unfit)
      return Fd;
    Why = std::string("lies on ") + Unfit;
  }
  close(Fd);
  return -1;
}

} // namespace foreslice
