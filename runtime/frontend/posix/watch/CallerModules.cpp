//===- CallerModules.cpp - calls not made by the program ------------------===//
//
// See CallerModules.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/CallerModules.h"

#include "recorder/CodeModules.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace foreslice {

/// First letters of the files of MPI libraries, and of the libraries used by
/// MPI libraries.
static constexpr std::string_view Names[] = {
    "libforeslice", "libmpi",   "mca_",    "libmca_", "libopen-",
    "libompi",      "libpmi",   "libucp",  "libucs",  "libuct",
    "libfabric",    "libhwloc", "libevent"};

static bool isOwnModule(const CodeModule &Module) {
  std::string_view Name = Module.Path;
  Name.remove_prefix(Name.rfind('/') + 1);
  return std::ranges::any_of(
      Names, [&](std::string_view N) { return Name.starts_with(N); });
}

bool isOwnCall(const void *Site) {
  struct Known {
    const void *Site;
    bool IsOwn;
  };
  constexpr size_t Slots = 4;
  // Few slots: a library loaded late has little room for such variables.
  thread_local std::array<Known, Slots> Cache;
  Known &Slot = Cache[reinterpret_cast<uintptr_t>(Site) / 4 % Slots];
  if (Slot.Site != Site || !Site) {
    CodePlace Place = placeOf(Site);
    Slot = {Site, Place.Module && isOwnModule(moduleAt(Place.Module))};
  }
  return Slot.IsOwn;
}

} // namespace foreslice
