//===- ListedIterators.cpp - iterators of std::filesystem in memory -------===//
//
// See Listings.h. A slice comes to an iterator of the program, and reads the
// memory. The layouts are those of libstdc++ since GCC 9 and of libc++, on
// 64-bit machines.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/Listings.h"

#include <cstddef>

namespace foreslice {

namespace {

constexpr uint8_t FollowsLinks = 1;
constexpr uint64_t MostLevels = 64;

/// The target of an iterator.
struct ProgramLevel {
  uint64_t Folder;
  ListedPath Path;
  ListedEntry Entry;
};
struct LibcxxLevel {
  uint64_t Folder;
  ListedLibcxxText Path;
  ListedLibcxxEntry Entry;
};
/// The levels of a recursive iterator are in a std::deque.
struct ProgramLevels {
  uint64_t Map, MapSize;
  uint64_t Begin, BeginFirst, BeginLast, BeginNode;
  uint64_t End, EndFirst, EndLast, EndNode;
  uint8_t Options;
};
struct LibcxxLevels {
  uint64_t Map, Begin, End, MapEnd;
  uint64_t First, Count;
  uint8_t Options;
};
/// Elements of a block of libc++'s std::deque.
constexpr uint64_t LibcxxBlock = 4096 / sizeof(LibcxxLevel);

/// False if From leads nowhere.
bool load(void *To, uint64_t From, size_t Bytes) {
  return foreslice_packet_copy(To, reinterpret_cast<void *>(From), Bytes) != 0;
}

bool loadText(std::string &To, uint64_t From, uint64_t Length) {
  if (Length >= FORESLICE_MAX_NAME)
    return false;
  To.resize(Length);
  return load(To.data(), From, Length);
}

bool loadText(std::string &To, const ListedPath &Path) {
  return loadText(To, reinterpret_cast<uint64_t>(Path.Name.Text),
                  Path.Name.Length);
}

/// Text at the address Position, possibly inside of the object, behind the
/// first byte.
bool loadText(std::string &To, const ListedLibcxxText &Text,
              uint64_t Position) {
  if (Text.Room & 1)
    return loadText(To, reinterpret_cast<uint64_t>(Text.Text), Text.Length);
  return loadText(To, Position + 1, (Text.Room & UINT8_MAX) / 2);
}

} // namespace

/// Adopts the level at Position, and the entry.
bool Listings::adoptLevel(uint64_t Position, uint32_t How, Listing &New) {
  std::string Path;
  uint64_t Folder = 0;
  if (How & FORESLICE_LISTING_OF_LIBCXX) {
    LibcxxLevel There;
    if (!load(&There, Position, sizeof There) ||
        !loadText(Path, There.Path, Position + offsetof(LibcxxLevel, Path)) ||
        !loadText(New.Name, There.Entry.Path,
                  Position + offsetof(LibcxxLevel, Entry)))
      return false;
    Folder = There.Folder;
    New.Kind = There.Entry.Kind;
  } else {
    ProgramLevel There;
    if (!load(&There, Position, sizeof There) || !loadText(Path, There.Path) ||
        !loadText(New.Name, There.Entry.Path))
      return false;
    Folder = There.Folder;
    New.Kind = There.Entry.Kind;
  }
  New.Levels.push_back({Folder, Path});
  return true;
}

bool Listings::adoptLevels(uint64_t Handle, Listing &New) {
  ProgramLevels There;
  if (!load(&There, Handle, offsetof(ProgramLevels, Options) + 1))
    return false;
  New.Follows = (There.Options & FollowsLinks) != 0;
  uint64_t Position = There.Begin, Last = There.BeginLast,
           Node = There.BeginNode;
  while (Position != There.End && New.Levels.size() < MostLevels) {
    if (!adoptLevel(Position, 0, New))
      return false;
    Position += sizeof(ProgramLevel);
    if (Position != Last)
      continue;
    Node += sizeof Position;
    if (!load(&Position, Node, sizeof Position))
      return false;
    Last = Position + (There.BeginLast - There.BeginFirst);
  }
  return true;
}

bool Listings::adoptLibcxxLevels(uint64_t Handle, Listing &New) {
  LibcxxLevels There;
  if (!load(&There, Handle, offsetof(LibcxxLevels, Options) + 1))
    return false;
  New.Follows = (There.Options & FollowsLinks) != 0;
  for (uint64_t I = 0; I < There.Count && I < MostLevels; ++I) {
    uint64_t Position = There.First + I, Block = 0;
    if (!load(&Block, There.Begin + Position / LibcxxBlock * sizeof Block,
              sizeof Block) ||
        !adoptLevel(Block + Position % LibcxxBlock * sizeof(LibcxxLevel),
                    FORESLICE_LISTING_OF_LIBCXX, New))
      return false;
  }
  return true;
}

bool Listings::adopt(foreslice_handle Handle, uint32_t How, Listing &New) {
  if (!(How & FORESLICE_LISTING_ENTERS))
    return adoptLevel(Handle, How, New);
  New.Enters = true;
  bool Is = How & FORESLICE_LISTING_OF_LIBCXX ? adoptLibcxxLevels(Handle, New)
                                              : adoptLevels(Handle, New);
  return Is && !New.Levels.empty();
}

} // namespace foreslice
