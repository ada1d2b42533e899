//===- Listings.cpp - listings of std::filesystem for a slice -------------===//
//
// See Listings.h. ListedIterators.cpp has the layout of the program's
// iterators.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/Listings.h"

#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/slice/Step.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>

namespace foreslice {

namespace {

/// The slice's own listings have addresses that no machine has.
constexpr foreslice_handle OwnListings = 0xA4EDull << 48;
/// Most listings open to a slice.
constexpr size_t MostListings = 64;

// std::filesystem::file_type.
enum Kind : int8_t { None = 0, Regular = 1, Folder = 2, Link = 3, Other = 8 };
/// Marks a path of one component in libstdc++.
constexpr uint64_t OnePart = 3;
// Facts of libc++ about an entry.
enum Known : uint8_t { Nothing = 0, IsLink = 1, IsNoLink = 2 };
constexpr uint64_t MostLevels = 64;

int8_t kindOf(const dirent &Entry) {
  switch (Entry.d_type) {
  case DT_UNKNOWN:
    return None;
  case DT_REG:
    return Regular;
  case DT_DIR:
    return Folder;
  case DT_LNK:
    return Link;
  default:
    return Other;
  }
}

bool isItselfOrAbove(const char *Name) {
  return strcmp(Name, ".") == 0 || strcmp(Name, "..") == 0;
}

} // namespace

Listings &Listings::ofRunner() {
  static constinit ProcessObject<std::array<Listings, execution::Runners>> All;
  Listings &OwnListings = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); OwnListings.Launch != Now) {
    OwnListings.ByHandle.clear();
    OwnListings.Launch = Now;
  }
  return OwnListings;
}

/// Goes on in the folder of the last level. False at the folder's end.
bool Listings::step(Listing &L) {
  const Level &In = L.Levels.back();
  const dirent *Next = Folders::ofRunner().next(In.Folder);
  while (Next && isItselfOrAbove(Next->d_name))
    Next = Folders::ofRunner().next(In.Folder);
  if (!Next)
    return false;
  L.Name = In.Path;
  if (!L.Name.ends_with('/'))
    L.Name += '/';
  L.Name += Next->d_name;
  L.Kind = kindOf(*Next);
  return true;
}

foreslice_handle Listings::open(const std::string &Path, uint32_t How) {
  foreslice_handle H = Folders::ofRunner().open(Path);
  if (!H)
    return 0;
  Listing New;
  New.Enters = (How & FORESLICE_LISTING_ENTERS) != 0;
  New.Follows = (How & FORESLICE_LISTING_FOLLOWS) != 0;
  New.Levels.push_back({H, Path});
  if (!step(New))
    return 0;
  if (ByHandle.size() >= MostListings)
    ByHandle.erase(ByHandle.begin());
  foreslice_handle Handle = OwnListings + ++Opened * alignof(max_align_t);
  ByHandle[Handle] = std::move(New);
  return Handle;
}

Listings::Listing *Listings::find(foreslice_handle Handle, uint32_t How) {
  auto It = ByHandle.find(Handle);
  if (It != ByHandle.end())
    return &It->second;
  Listing New;
  if (Handle >= OwnListings || !adopt(Handle, How, New))
    return nullptr;
  return &(ByHandle[Handle] = std::move(New));
}

bool Listings::isFolder(const Listing &L) {
  struct stat S;
  int Flags = L.Follows ? 0 : AT_SYMLINK_NOFOLLOW;
  bool Asks = L.Kind == None || (L.Kind == Link && L.Follows);
  return Asks ? fstatat(AT_FDCWD, L.Name.c_str(), &S, Flags) == 0 &&
                    S_ISDIR(S.st_mode)
              : L.Kind == Folder;
}

foreslice_handle Listings::rise(foreslice_handle Handle, uint32_t How) {
  Listing *L = find(Handle, How);
  if (!L)
    return 0;
  do {
    L->Levels.pop_back();
    if (L->Levels.empty()) {
      ByHandle.erase(Handle);
      return 0;
    }
  } while (!step(*L));
  return Handle;
}

foreslice_handle Listings::next(foreslice_handle Handle, uint32_t How) {
  Listing *L = find(Handle, How);
  if (!L)
    return 0;
  bool Enters = L->Enters && !L->Passes && L->Levels.size() < MostLevels;
  L->Passes = false;
  if (Enters && isFolder(*L))
    if (foreslice_handle H = Folders::ofRunner().open(L->Name))
      L->Levels.push_back({H, L->Name});
  return step(*L) ? Handle : rise(Handle, How);
}

void Listings::pass(foreslice_handle Handle, uint32_t How) {
  if (Listing *L = find(Handle, How))
    L->Passes = true;
}

size_t Listings::depth(foreslice_handle Handle, uint32_t How) {
  const Listing *L = find(Handle, How);
  return L ? L->Levels.size() - 1 : 0;
}

void *Listings::entry(foreslice_handle Handle, uint32_t How) {
  constexpr size_t Bytes = sizeof(ListedLibcxxEntry);
  static_assert(sizeof(ListedEntry) <= Bytes);
  Listing *L = find(Handle, How);
  if (!L)
    return nullptr;
  if (!L->Shown)
    L->Shown = execution::space()->allocate(Bytes + FORESLICE_MAX_NAME);
  if (!L->Shown)
    throw std::bad_alloc();
  char *Text = static_cast<char *>(L->Shown) + Bytes;
  size_t Length = std::min<size_t>(L->Name.size(), FORESLICE_MAX_NAME - 1);
  memcpy(Text, L->Name.c_str(), Length);
  Text[Length] = '\0';
  if (How & FORESLICE_LISTING_OF_LIBCXX) {
    uint8_t Knows = L->Kind == None   ? Nothing
                    : L->Kind == Link ? IsLink
                                      : IsNoLink;
    new (L->Shown) ListedLibcxxEntry{{FORESLICE_MAX_NAME | 1, Length, Text},
                                     0,
                                     0,
                                     0,
                                     {},
                                     {},
                                     L->Kind,
                                     Knows};
  } else {
    new (L->Shown) ListedEntry{
        {{Text, Length, FORESLICE_MAX_NAME - 1, 0}, OnePart}, L->Kind};
  }
  return L->Shown;
}

} // namespace foreslice

using namespace foreslice;

namespace {

/// The result of an iterator's step: a handle, an address or a number.
uint64_t takeStep(foreslice_handle Handle, int32_t Step, uint32_t How) {
  Listings &OwnListings = Listings::ofRunner();
  switch (Step) {
  case FORESLICE_LISTING_NEXT:
    return OwnListings.next(Handle, How);
  case FORESLICE_LISTING_RISE:
    return OwnListings.rise(Handle, How);
  case FORESLICE_LISTING_PASS:
    OwnListings.pass(Handle, How);
    return Handle;
  case FORESLICE_LISTING_DEPTH:
    return OwnListings.depth(Handle, How);
  default:
    return reinterpret_cast<uint64_t>(OwnListings.entry(Handle, How));
  }
}

SliceEnd open(const char *Name, uint32_t How, uint64_t &Given) try {
  Given = Listings::ofRunner().open(Name, How);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd step(foreslice_handle Handle, int32_t Step, uint32_t How,
              uint64_t &Given) try {
  Given = takeStep(Handle, Step, How);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

} // namespace

foreslice_handle posix_slices::openListing(const SliceOpen &O) {
  char Name[FORESLICE_MAX_NAME] = "";
  foreslice_slice_load_text(Name, O.Name, sizeof Name);
  uint64_t Given = 0;
  if (execution::space())
    guarded([&] { return open(Name, static_cast<uint32_t>(O.Mode), Given); });
  return Given;
}

int64_t posix_slices::queryListing(const SliceQuery &Q) {
  const auto What = static_cast<uint64_t>(Q.What);
  uint64_t Given = 0;
  if (execution::space())
    guarded([&] {
      return step(Q.Of, static_cast<int32_t>(What),
                  static_cast<uint32_t>(What >> 32), Given);
    });
  return static_cast<int64_t>(Given);
}
