//===- MpiLibrary.cpp - the MPI library of the process --------------------===//
//
// The dynamic linker finds the library of this library's MPI calls; name and
// symbols identify the vendor. Makes no MPI call.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiLibrary.h"

#include "foreslice/mpi_identity.h"
#include "frontend/mpiio/EntryPoints.h"
#include "frontend/mpiio/Mpi.h"
#include "support/Settings.h"

#include <algorithm>
#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <unistd.h>

namespace foreslice::mpi_library {

namespace {

/// A loaded library or program; all answers are "no" without a library.
class Loaded {
public:
  explicit Loaded(const link_map *Map) : Map(Map) {}
  /// The library around Address.
  explicit Loaded(const void *Address) {
    Dl_info Info;
    void *Found = nullptr;
    if (dladdr1(Address, &Info, &Found, RTLD_DL_LINKMAP))
      Map = static_cast<const link_map *>(Found);
  }

  /// The program has no path here.
  std::string_view path() const { return Map ? Map->l_name : ""; }
  std::string_view soname() const {
    std::string_view Name;
    forEach(DT_SONAME, [&](std::string_view Text) { Name = Text; });
    return Name;
  }
  /// Null if the library does not define Symbol.
  void *find(const char *Symbol) const {
    void *Handle = Map ? dlopen(Map->l_name, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (!Handle)
      return nullptr;
    void *Found = dlsym(Handle, Symbol);
    dlclose(Handle);
    return Found && Loaded(Found).Map == Map ? Found : nullptr;
  }
  /// Calls Take with the text of each entry of this Tag.
  template <typename Function>
  void forEach(ElfW(Sxword) Tag, Function Take) const {
    const char *Texts = strings();
    for (const ElfW(Dyn) *D = Map ? Map->l_ld : nullptr;
         Texts && D->d_tag != DT_NULL; ++D)
      if (D->d_tag == Tag)
        Take(std::string_view(Texts + D->d_un.d_val));
  }

private:
  const char *strings() const {
    for (const ElfW(Dyn) *D = Map ? Map->l_ld : nullptr;
         D && D->d_tag != DT_NULL; ++D)
      if (D->d_tag == DT_STRTAB) {
        // Some dynamic linkers leave the address as in the file.
        ElfW(Addr) A = D->d_un.d_ptr;
        if (A < Map->l_addr)
          A += Map->l_addr;
        return reinterpret_cast<const char *>(Map->l_ld) +
               static_cast<std::ptrdiff_t>(
                   A - reinterpret_cast<ElfW(Addr)>(Map->l_ld));
      }
    return nullptr;
  }

  const link_map *Map = nullptr;
};

Loaded self() { return Loaded(reinterpret_cast<const void *>(&isOther)); }

/// The MPI library, or the program that has MPI linked in.
Loaded program() { return Loaded(reinterpret_cast<const void *>(&PMPI_Init)); }

/// The interface number of the library of the headers used at build time.
constexpr std::string_view BuiltVersion = mpiVersion(FORESLICE_MPI_LIBRARY);

/// The reason why this run time cannot serve Mpi; "" without a reason.
std::string misfit(const Loaded &Mpi) {
  MpiInterface Interface = mpiInterface(Mpi.soname(), [&](const char *Symbol) {
    return Mpi.find(Symbol) != nullptr;
  });
  const std::string_view Version = mpiVersion(Mpi.soname());
  std::string Running = "'" + printable(Mpi.path()) + "' is " +
                        describeMpi(Interface, printable(Version));
  if (Interface != ThisInterface ||
      (!Version.empty() && Version != BuiltVersion))
    return Running + ", and the run time is for " +
           describeMpi(ThisInterface, BuiltVersion);
  // The program's calls of MPI 4 would pass unseen.
  if (!FORESLICE_LARGE_COUNTS && Mpi.find("PMPI_File_write_c"))
    return Running + " with the calls of MPI 4, and the run time is for MPI 3";
  return "";
}

/// A profiling tool behind this library is not left out.
void *findNext(const char *Name) { return dlsym(RTLD_NEXT, Name); }

/// Finds Name in a library loaded by the program.
void *findLoaded(const char *Name) {
  const Loaded Self = self();
  for (const link_map *M = _r_debug.r_map; M; M = M->l_next)
    if (Loaded(M).path() != Self.path())
      if (void *Found = Loaded(M).find(Name))
        return Found;
  return nullptr;
}

/// There was no MPI library when this library was loaded. Redirects the
/// program's calls to the present MPI library.
void find() {
  entry_points::stepAside(findLoaded);
  if (findLoaded("MPI_Init"))
    return;
  constexpr char Text[] =
      "foreslice: error: the program calls MPI, and has no MPI library\n";
  _exit(write(STDERR_FILENO, Text, sizeof Text - 1) < 0 ? 126 : 127);
}

bool Other = false; // written before main

/// A module without a path is the program: linked with MPI, without a name.
__attribute__((constructor)) void compareWithOurs() {
  if (!&PMPI_Init) {
    Other = true;
    entry_points::awaitCall(find);
    return;
  }
  const Loaded Mpi = program();
  if (Mpi.path().empty())
    return;
  std::string Why = misfit(Mpi);
  if (Why.empty())
    return;
  Other = true;
  entry_points::stepAside(findNext);
  warnOnce(Why + ": nothing is prefetched");
}

} // namespace

bool isOther() { return Other; }

std::string version() {
  char Text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int Length = 0;
  if (PMPI_Get_library_version(Text, &Length) != MPI_SUCCESS)
    return "";
  std::string Version(Text);
  Version.resize(std::min(Version.find('\n'), Version.size()));
  std::ranges::replace(Version, '\t', ' ');
  return Version;
}

std::string toPreload() {
  std::string Paths(self().path());
  if (const Loaded Mpi = program(); !Mpi.path().empty())
    Paths.append(" and ").append(Mpi.path());
  return Paths;
}

} // namespace foreslice::mpi_library
