//===- CodeModules.cpp - the program or library of an address -------------===//
//
// See CodeModules.h.
//
//===----------------------------------------------------------------------===//

#include "recorder/CodeModules.h"

#include <climits>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// The build id in one segment of notes.
std::string buildIdIn(const char *Notes, size_t Size) {
  constexpr size_t Align = 4;
  auto padded = [](size_t N) { return (N + Align - 1) / Align * Align; };
  for (size_t Position = 0; Position + sizeof(ElfW(Nhdr)) <= Size;) {
    ElfW(Nhdr) Note;
    memcpy(&Note, Notes + Position, sizeof Note);
    size_t Name = Position + sizeof Note, Text = Name + padded(Note.n_namesz);
    if (Text + Note.n_descsz > Size)
      break;
    if (Note.n_type == NT_GNU_BUILD_ID && Note.n_namesz == sizeof "GNU" &&
        memcmp(Notes + Name, "GNU", sizeof "GNU") == 0)
      return {Notes + Text, Note.n_descsz};
    Position = Text + padded(Note.n_descsz);
  }
  return {};
}

/// The build id of the module whose file begins at First in memory. The headers
/// lie in the first page, unless a linker has put them elsewhere.
std::string buildIdOf(const char *First, uintptr_t Base) {
  constexpr size_t Page = 4096;
  ElfW(Ehdr) Header;
  memcpy(&Header, First, sizeof Header);
  if (memcmp(Header.e_ident, ELFMAG, SELFMAG) != 0 || Header.e_phoff > Page ||
      Header.e_phnum > (Page - Header.e_phoff) / sizeof(ElfW(Phdr)))
    return {};
  std::string Found;
  for (unsigned I = 0; I < Header.e_phnum && Found.empty(); ++I) {
    ElfW(Phdr) P;
    memcpy(&P, First + Header.e_phoff + I * sizeof P, sizeof P);
    if (P.p_type == PT_NOTE)
      Found = buildIdIn(reinterpret_cast<const char *>(Base + P.p_vaddr),
                        P.p_memsz);
  }
  return Found;
}

std::string pathOf(const link_map &Map) {
  if (Map.l_name && *Map.l_name)
    return Map.l_name;
  char Path[PATH_MAX];
  const ssize_t Length = readlink("/proc/self/exe", Path, sizeof Path);
  return Length > 0 ? std::string(Path, static_cast<size_t>(Length)) : "";
}

} // namespace

CodePlace placeOf(const void *Address) {
  dl_find_object Object;
  if (!Address || _dl_find_object(const_cast<void *>(Address), &Object) != 0)
    return {};
  return {Object.dlfo_map_start,
          static_cast<uint64_t>(static_cast<const char *>(Address) -
                                static_cast<char *>(Object.dlfo_map_start))};
}

CodeModule moduleAt(const void *Address) {
  dl_find_object Object;
  if (!Address || _dl_find_object(const_cast<void *>(Address), &Object) != 0)
    return {};
  const link_map &Map = *Object.dlfo_link_map;
  return {
      pathOf(Map),
      buildIdOf(static_cast<const char *>(Object.dlfo_map_start), Map.l_addr)};
}

CodeModule programModule() { return moduleAt(_r_debug.r_map->l_ld); }

} // namespace foreslice
