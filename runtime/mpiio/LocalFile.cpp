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

} // namespace

LocalFile::~LocalFile() {
  if (Fd >= 0)
    close(Fd);
}

std::optional<LocalFile> LocalFile::regular(const char *Path) {
  int Fd = open(Path, O_PATH | O_CLOEXEC);
  if (Fd < 0)
    return std::nullopt;
  struct stat S;
  if (fstat(Fd, &S) == 0 && S_ISREG(S.st_mode))
    return LocalFile{Path,
                     {S.st_dev, S.st_ino},
                     S.st_size,
                     static_cast<uint64_t>(S.st_blksize),
                     Fd};
  close(Fd);
  return std::nullopt;
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

int LocalFile::openForCache(std::string &Why) const {
  struct statfs Fs;
  if (fstatfs(Fd, &Fs) != 0) {
    Why = strerror(errno);
    return -1;
  }
  for (const FileSystem &F : NotCached)
    if (F.Magic == static_cast<uint32_t>(Fs.f_type)) {
      Why = std::string("lies on ") + F.Name;
      return -1;
    }
  const std::string Itself = "/proc/self/fd/" + std::to_string(Fd);
  int Readable = open(Itself.c_str(), O_RDONLY | O_CLOEXEC);
  if (Readable < 0)
    Why = std::string("cannot be opened for reading: ") + strerror(errno);
  return Readable;
}

} // namespace foreslice
