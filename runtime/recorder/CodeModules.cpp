//===- CodeModules.cpp - which program or library an address lies in ------===//
//
// See CodeModules.h.
//
//===----------------------------------------------------------------------===//

#include "recorder/CodeModules.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

namespace foreslice {

namespace {

struct Search {
  const void *Module; ///< Null: the program, which comes first.
  CodeModule Found;
};

uintptr_t firstByte(const dl_phdr_info &Info) {
  uintptr_t First = UINTPTR_MAX;
  for (unsigned I = 0; I < Info.dlpi_phnum; ++I)
    if (Info.dlpi_phdr[I].p_type == PT_LOAD)
      First = std::min(First, Info.dlpi_addr + Info.dlpi_phdr[I].p_vaddr);
  constexpr uintptr_t Page = 4096;
  return First / Page * Page;
}

/// Of one segment of notes.
std::string buildIdIn(const char *Notes, size_t Size) {
  constexpr size_t Align = 4;
  auto padded = [](size_t N) { return (N + Align - 1) / Align * Align; };
  for (size_t At = 0; At + sizeof(ElfW(Nhdr)) <= Size;) {
    ElfW(Nhdr) Note;
    memcpy(&Note, Notes + At, sizeof Note);
    size_t Name = At + sizeof Note, Text = Name + padded(Note.n_namesz);
    if (Text + Note.n_descsz > Size)
      break;
    if (Note.n_type == NT_GNU_BUILD_ID && Note.n_namesz == sizeof "GNU" &&
        memcmp(Notes + Name, "GNU", sizeof "GNU") == 0)
      return {Notes + Text, Note.n_descsz};
    At = Text + padded(Note.n_descsz);
  }
  return {};
}

int visit(dl_phdr_info *Info, size_t, void *Given) {
  auto &S = *static_cast<Search *>(Given);
  if (S.Module && firstByte(*Info) != reinterpret_cast<uintptr_t>(S.Module))
    return 0;
  S.Found.Path = Info->dlpi_name;
  for (unsigned I = 0; I < Info->dlpi_phnum && S.Found.BuildId.empty(); ++I)
    if (const ElfW(Phdr) &P = Info->dlpi_phdr[I]; P.p_type == PT_NOTE)
      S.Found.BuildId =
          buildIdIn(reinterpret_cast<const char *>(Info->dlpi_addr + P.p_vaddr),
                    P.p_memsz);
  return 1;
}

CodeModule search(const void *Module) {
  Search S{Module, {}};
  dl_iterate_phdr(visit, &S);
  if (S.Found.Path.empty()) {
    char Path[PATH_MAX];
    ssize_t Length = readlink("/proc/self/exe", Path, sizeof Path);
    if (Length > 0)
      S.Found.Path.assign(Path, static_cast<size_t>(Length));
  }
  return S.Found;
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

CodeModule moduleAt(const void *Module) { return search(Module); }

CodeModule programModule() { return search(nullptr); }

} // namespace foreslice
