//===- NamedFiles.cpp - asking the system of files by name ----------------===//
//
// See NamedFiles.h.
//
//===----------------------------------------------------------------------===//

#include "support/NamedFiles.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace foreslice {

std::optional<uint64_t> named_files::sizeOf(const std::string &Path) {
  struct stat S;
  if (stat(Path.c_str(), &S) != 0 || !S_ISREG(S.st_mode))
    return std::nullopt;
  return static_cast<uint64_t>(S.st_size);
}

bool named_files::isFolder(const std::string &Path) {
  struct stat S;
  return stat(Path.c_str(), &S) == 0 && S_ISDIR(S.st_mode);
}

void named_files::makeFolder(const std::string &Path) {
  mkdir(Path.c_str(), 0777);
}

std::string named_files::linkTarget(const std::string &Path) {
  std::string Target(PATH_MAX, '\0');
  const ssize_t Length = readlink(Path.c_str(), Target.data(), Target.size());
  Target.resize(static_cast<size_t>(std::max(Length, ssize_t{0})));
  return Target;
}

std::optional<std::string> named_files::absolute(const std::string &Path) {
  if (Path.empty() || Path.front() == '/')
    return Path.empty() ? std::nullopt : std::optional(Path);
  std::string Folder(PATH_MAX, '\0');
  if (!getcwd(Folder.data(), Folder.size()))
    return std::nullopt;
  Folder.resize(strlen(Folder.c_str()));
  return Folder + (Folder.ends_with('/') ? "" : "/") + Path;
}

std::string named_files::canonical(const std::string &Path) {
  std::string Found(PATH_MAX, '\0');
  if (!realpath(Path.c_str(), Found.data()))
    return "";
  Found.resize(strlen(Found.c_str()));
  return Found;
}

/// Calls Each with the names in Entries[0, Bytes). False if Each has given
/// false.
static bool tellNames(const std::vector<char> &Entries, size_t Bytes,
                      FunctionRef<bool(const std::string &Name)> Each) {
  for (size_t At = 0; At < Bytes;) {
    const char *Entry = Entries.data() + At;
    decltype(dirent64::d_reclen) EntryBytes;
    memcpy(&EntryBytes, Entry + offsetof(dirent64, d_reclen),
           sizeof EntryBytes);
    const std::string Name = Entry + offsetof(dirent64, d_name);
    if (Name != "." && Name != ".." && !Each(Name))
      return false;
    At += EntryBytes;
  }
  return true;
}

int named_files::list(const std::string &Folder,
                      FunctionRef<bool(const std::string &Name)> Each) {
  const auto Fd = static_cast<int>(syscall(SYS_openat, AT_FDCWD, Folder.c_str(),
                                           O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (Fd < 0)
    return errno;
  int Error = 0;
  try {
    std::vector<char> Entries(8 << 10);
    for (;;) {
      const long Bytes =
          syscall(SYS_getdents64, Fd, Entries.data(), Entries.size());
      Error = Bytes < 0 ? errno : 0;
      if (Bytes <= 0 || !tellNames(Entries, static_cast<size_t>(Bytes), Each))
        break;
    }
  } catch (...) {
    syscall(SYS_close, Fd);
    throw;
  }
  syscall(SYS_close, Fd);
  return Error;
}

} // namespace foreslice
