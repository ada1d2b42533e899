//===- Listings.h - what std::filesystem lists for a slice ----------------===//
//
// An iterator of std::filesystem lists a folder, or all folders in one, too.
// The slice's own lists folders as Folders does, and an iterator of the
// program's goes on where it was at launch. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_LISTINGS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_LISTINGS_H

#include "foreslice/abi.h"
#include "frontend/posix/slice/Folders.h"

#include <map>
#include <string>
#include <vector>

namespace foreslice {

/// A std::string as libstdc++ has it, and as libc++ has one whose text is not
/// in the object.
struct ListedText {
  char *Text;
  uint64_t Length, Room, Unused;
};
struct ListedLibcxxText {
  uint64_t Room; ///< And 1.
  uint64_t Length;
  char *Text;
};
/// std::filesystem::path, as libstdc++ has it since GCC 9: a std::string, and
/// what stands for the components.
struct ListedPath {
  ListedText Name;
  uint64_t Parts;
};
/// std::filesystem::directory_entry.
struct ListedEntry {
  ListedPath Path;
  int8_t Kind;
};
/// The same in libc++, where the entry may have the file's size, too. Knows
/// says what the entry has.
struct alignas(16) ListedLibcxxEntry {
  ListedLibcxxText Path;
  uint64_t Unused, Size, Links, Time[2];
  uint32_t Permissions[2];
  int8_t Kind;
  uint8_t Knows;
};

class Listings {
public:
  /// Those of execution::runner(), in the launch that runs.
  static Listings &ofRunner();

  /// How: of enum foreslice_listing_how. 0 if there is nothing to list.
  foreslice_handle open(const std::string &Path, uint32_t How);
  /// The handle, which may be of the program's; 0 at the end.
  foreslice_handle next(foreslice_handle Handle, uint32_t How);
  /// The same, behind the folder that the entry lies in.
  foreslice_handle rise(foreslice_handle Handle, uint32_t How);
  /// Does not go into the entry, which is a folder.
  void pass(foreslice_handle Handle, uint32_t How);
  /// Folders between the entry and what is listed.
  size_t depth(foreslice_handle Handle, uint32_t How);
  /// In memory of the slice's own; null if there is none.
  void *entry(foreslice_handle Handle, uint32_t How);

private:
  /// A folder that is listed.
  struct Level {
    foreslice_handle Folder;
    std::string Path;
  };
  struct Listing {
    bool Enters = false;  ///< Folders.
    bool Follows = false; ///< Links to folders.
    bool Passes = false;
    std::vector<Level> Levels;
    std::string Name;
    int8_t Kind = 0;
    void *Shown = nullptr; ///< An entry, with room for the name behind it.
  };

  Listing *find(foreslice_handle Handle, uint32_t How);
  static bool adoptLevel(uint64_t Position, uint32_t How, Listing &New);
  static bool adoptLevels(uint64_t Position, Listing &New);
  static bool adoptLibcxxLevels(uint64_t Position, Listing &New);
  static bool adopt(foreslice_handle Handle, uint32_t How, Listing &New);
  static bool step(Listing &L);
  static bool isFolder(const Listing &L);

  uint64_t Launch = 0;
  uint64_t Opened = 0;
  std::map<foreslice_handle, Listing> ByHandle;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_LISTINGS_H
