//===- LibraryWalk.cpp - a program's libraries, without the loader --------===//
//
// See LibraryWalk.h. The places of a library, in this order: the folders of
// LD_LIBRARY_PATH, the DT_RUNPATH of the file that needs the library,
// ldconfig's cache, and the folder of that file, maybe a folder of the system.
// glibc's dl-cache.h has the format of the cache.
//
//===----------------------------------------------------------------------===//

#include "LibraryWalk.h"
#include "NeededLibraries.h"
#include "Process.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace foreslice::driver {

namespace {

/// The libraries known to ldconfig, by SONAME.
class LoaderCache {
public:
  /// "" if unknown. The cache is read at the first call.
  std::string find(std::string_view Name);
  /// Whether Word is part of no name and no path. True also without a cache.
  bool lacks(std::string_view Word);

private:
  void map();
  void read();

  struct Header {
    char Magic[20];
    uint32_t Count, TextBytes, Unused[5];
  };
  struct Entry {
    int32_t Flags;
    uint32_t Name, Path; ///< Offsets in the file.
    uint32_t Unused[3];
  };
  static constexpr std::string_view Magic = "glibc-ld.so.cache1.1";
#if defined(__x86_64__)
  static constexpr int32_t OwnFlags = 0x0303;
#elif defined(__aarch64__)
  static constexpr int32_t OwnFlags = 0x0a03;
#else
  static constexpr int32_t OwnFlags = -1;
#endif

  /// The text at Offset; the file may not end with a 0.
  std::string_view textAt(uint32_t Offset) const {
    const std::string_view Rest =
        Content.substr(std::min<size_t>(Offset, Content.size()));
    return Rest.substr(0, Rest.find('\0'));
  }

  std::string_view
      Content; ///< For as long as this process is no other program.
  std::unordered_map<std::string_view, std::string_view> Paths;
  bool IsMapped = false, IsRead = false;
};

void LoaderCache::map() {
  if (std::exchange(IsMapped, true))
    return;
  const int Fd = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  struct stat File;
  if (Fd < 0 || fstat(Fd, &File) != 0)
    return;
  const auto Size = static_cast<size_t>(File.st_size);
  void *Address = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, Fd, 0);
  close(Fd);
  if (Address != MAP_FAILED)
    Content = {static_cast<const char *>(Address), Size};
}

void LoaderCache::read() {
  map();
  Header H;
  if (Content.size() < sizeof H)
    return;
  std::memcpy(&H, Content.data(), sizeof H);
  if (std::string_view(H.Magic, sizeof H.Magic) != Magic ||
      H.Count > (Content.size() - sizeof H) / sizeof(Entry))
    return;
  Paths.reserve(H.Count);
  for (uint32_t I = 0; I < H.Count; ++I) {
    Entry E;
    std::memcpy(&E, Content.data() + sizeof(Header) + I * sizeof E, sizeof E);
    if (E.Flags == OwnFlags)
      Paths.try_emplace(textAt(E.Name), textAt(E.Path));
  }
}

std::string LoaderCache::find(std::string_view Name) {
  if (!std::exchange(IsRead, true))
    read();
  const auto Found = Paths.find(Name);
  return std::string(Found == Paths.end() ? "" : Found->second);
}

bool LoaderCache::lacks(std::string_view Word) {
  map();
  return !memmem(Content.data(), Content.size(), Word.data(), Word.size());
}

/// Parts of the C library, which need only each other.
const std::set<std::string_view> OfLibc{"libc.so.6",
                                        "libm.so.6",
                                        "libdl.so.2",
                                        "librt.so.1",
                                        "libpthread.so.0",
                                        "ld-linux-x86-64.so.2",
                                        "ld-linux-aarch64.so.1"};

std::string folderOf(const std::string &Path) {
  return std::filesystem::weakly_canonical(Path).parent_path().string();
}

class Walk {
public:
  Walk(std::span<const std::string_view> Words, SystemLibraries Of)
      : Words(Words.begin(), Words.end()),
        LeavesOut(Of == SystemLibraries::LeftOut &&
                  std::ranges::all_of(Words, [this](std::string_view Word) {
                    return Cache.lacks(Word);
                  })) {
    if (const char *Folders = std::getenv("LD_LIBRARY_PATH"))
      add(Folders, "", Everywhere);
    const char *Others = std::getenv("LD_PRELOAD");
    IsSure &= !Others || !*Others;
  }
  bool needsNone(const std::string &Program);

private:
  using Folders = std::vector<std::string>;

  void add(std::string List, const std::string &Origin, Folders &To);
  /// "" if Name is in none of the folders, or a library that is left out. For
  /// is the file that needs Name.
  std::string find(const std::string &Name, const Folders &First,
                   const std::string &For);
  bool look(const std::string &Path);

  const std::vector<std::string_view> Words;
  LoaderCache Cache;
  const bool LeavesOut; ///< SystemLibraries::LeftOut.
  Folders Everywhere;   ///< Of LD_LIBRARY_PATH.
  std::set<std::string> Known;
  std::vector<std::string> Paths; ///< Files still to look at.
  bool IsSure = true;
};

/// Adds the folders of List. With subfolders for some processors in a folder,
/// the walk is in doubt. Origin may contain the word $ORIGIN.
void Walk::add(std::string List, const std::string &Origin, Folders &To) {
  for (std::string_view Own : {"$ORIGIN", "${ORIGIN}"})
    for (size_t Position = 0;
         (Position = List.find(Own, Position)) != std::string::npos;
         Position += Origin.size())
      List.replace(Position, Own.size(), Origin);
  IsSure &= List.find('$') == std::string::npos;
  for (size_t Begin = 0; Begin <= List.size();) {
    const size_t End = std::min(List.find_first_of(":;", Begin), List.size());
    std::string Folder = List.substr(Begin, End - Begin);
    if (Folder.empty())
      Folder = ".";
    IsSure &= !std::filesystem::exists(Folder + "/glibc-hwcaps");
    To.push_back(std::move(Folder));
    Begin = End + 1;
  }
}

std::string Walk::find(const std::string &Name, const Folders &First,
                       const std::string &For) {
  if (Name.find('/') != std::string::npos)
    return Name;
  for (const Folders *F : {&std::as_const(Everywhere), &First})
    for (const std::string &Folder : *F)
      if (std::string Path = Folder + "/" + Name; isFile(Path))
        return Path;
  if (LeavesOut)
    return "";
  if (std::string Path = Cache.find(Name); !Path.empty())
    return Path;
  std::string Path = folderOf(For) + "/" + Name;
  return isFile(Path) ? Path : "";
}

/// Adds the libraries needed by the file; false in doubt, or if a name has one
/// of the words.
bool Walk::look(const std::string &Path) {
  const std::optional<NeededLibraries> File = readNeeded(Path);
  // The loader also searches the DT_RPATH of other files.
  if (!File || !File->RPath.empty())
    return false;
  Folders OwnFolders;
  if (!File->RunPath.empty())
    add(File->RunPath, folderOf(Path), OwnFolders);
  for (const std::string &Name : File->Names) {
    auto isIn = [&](std::string_view Word) {
      return Name.find(Word) != std::string::npos;
    };
    if (std::ranges::any_of(Words, isIn))
      return false;
    if (OfLibc.contains(Name) || !Known.insert(Name).second)
      continue;
    if (std::string Found = find(Name, OwnFolders, Path); !Found.empty())
      Paths.push_back(std::move(Found));
    else if (!LeavesOut)
      return false;
  }
  return IsSure;
}

bool Walk::needsNone(const std::string &Program) {
  for (Paths = {Program}; !Paths.empty();) {
    const std::string Path = std::move(Paths.back());
    Paths.pop_back();
    if (!look(Path))
      return false;
  }
  return true;
}

} // namespace

bool needsNone(const std::string &Program,
               std::span<const std::string_view> Words, SystemLibraries Of) {
  return Walk(Words, Of).needsNone(Program);
}

} // namespace foreslice::driver
