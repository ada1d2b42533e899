//===- Listings.h - listings of std::filesystem for a slice ---------------===//
//
// An iterator of std::filesystem lists a folder, possibly with all folders
// inside. The slice's own iterators list like Folders, and an iterator of the
// program goes on from the position at launch. Prefetch thread only.
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

/// A std::string of libstdc++, and of libc++ with the text outside of the
/// object.
struct ListedText {
  char *Text;
  uint64_t Length, Room, Unused;
};
struct ListedLibcxxText {
  uint64_t Room; ///< And 1.
  uint64_t Length;
  char *Text;
};
/// std::filesystem::path of libstdc++ since GCC 9: a std::string, and a word
/// for the components.
struct ListedPath {
  ListedText Name;
  uint64_t Parts;
};
/// std::filesystem::directory_entry.
struct ListedEntry {
  ListedPath Path;
  int8_t Kind;
};
/// The directory_entry of libc++, possibly with the file's size. Knows marks
/// the known parts.
struct alignas(16) ListedLibcxxEntry {
  ListedLibcxxText Path;
  uint64_t Unused, Size, Links, Time[2];
  uint32_t Permissions[2];
  int8_t Kind;
  uint8_t Knows;
};

class Listings {
public:
  /// The listings of execution::runner(), in the current launch.
  static Listings &ofRunner();

  /// How: of enum foreslice_listing_how. 0 without anything to list.
  foreslice_handle open(const std::string &Path, uint32_t How);
  /// The handle, possibly the program's; 0 at the end.
  foreslice_handle next(foreslice_handle Handle, uint32_t How);
  /// The handle, moved behind the folder around the entry; 0 at the end.
  foreslice_handle rise(foreslice_handle Handle, uint32_t How);
  /// Does not enter the entry, a folder.
  void pass(foreslice_handle Handle, uint32_t How);
  /// Folders between the entry and the listed folder.
  size_t depth(foreslice_handle Handle, uint32_t How);
  /// The entry, in the slice's memory; null without an entry.
  void *entry(foreslice_handle Handle, uint32_t How);

private:
  /// A folder being listed.
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
    void *Shown = nullptr; ///< An entry, with room for the name.
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
