//===- MpiLibrary.cpp - the MPI library that the process runs with --------===//
//
// The dynamic linker is asked which library this one's calls of MPI go to, and
// the library's name and symbols tell whose it is. No MPI call is made.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiLibrary.h"

#include "foreslice/mpi_identity.h"
#include "frontend/mpiio/EntryPoints.h"
#include "frontend/mpiio/Mpi.h"
#include "support/Settings.h"

#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace foreslice::mpi_library {

namespace {

constexpr MpiInterface Ours = ThisFamily == FORESLICE_MPI_OPENMPI
                                  ? MpiInterface::OpenMpi
                                  : MpiInterface::Mpich;

/// A loaded library or program; all its answers are "no" if there is none.
class Loaded {
public:
  /// What holds Address.
  explicit Loaded(const void *Address) {
    Dl_info Info;
    void *Found = nullptr;
    if (dladdr1(Address, &Info, &Found, RTLD_DL_LINKMAP))
      Map = static_cast<const link_map *>(Found);
  }

  /// The program itself has no path here.
  std::string_view path() const { return Map ? Map->l_name : ""; }
  std::string_view soname() const {
    std::string_view Name;
    forEach(DT_SONAME, [&](std::string_view Text) { Name = Text; });
    return Name;
  }
  bool defines(const char *Symbol) const {
    void *Handle = Map ? dlopen(Map->l_name, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (!Handle)
      return false;
    const void *Found = dlsym(Handle, Symbol);
    dlclose(Handle);
    return Found && Loaded(Found).Map == Map;
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
        ElfW(Addr) At = D->d_un.d_ptr;
        if (At < Map->l_addr)
          At += Map->l_addr;
        return reinterpret_cast<const char *>(Map->l_ld) +
               static_cast<std::ptrdiff_t>(
                   At - reinterpret_cast<ElfW(Addr)>(Map->l_ld));
      }
    return nullptr;
  }

  const link_map *Map = nullptr;
};

Loaded self() { return Loaded(reinterpret_cast<const void *>(&isOther)); }

/// The interface number of the library that this one was linked with.
std::string_view builtVersion() {
  std::string_view Version;
  self().forEach(DT_NEEDED, [&](std::string_view Needed) {
    if (isMpiLibraryName(Needed))
      Version = mpiVersion(Needed);
  });
  return Version;
}

/// Why this run time cannot serve Mpi; "" if it can.
std::string misfit(const Loaded &Mpi) {
  MpiInterface Interface = mpiInterface(
      Mpi.soname(), [&](const char *Symbol) { return Mpi.defines(Symbol); });
  std::string_view Version = mpiVersion(Mpi.soname()), Built = builtVersion();
  std::string Running = "'" + printable(Mpi.path()) + "' is " +
                        describeMpi(Interface, printable(Version));
  if (Interface != Ours ||
      (!Version.empty() && !Built.empty() && Version != Built))
    return Running + ", and the run time is for " + describeMpi(Ours, Built);
  // The program's calls of these would pass unseen.
  if (!FORESLICE_LARGE_COUNTS && Mpi.defines("PMPI_File_write_c"))
    return Running + " with the calls of MPI 4, and the run time is for MPI 3";
  return "";
}

bool Other = false; // written before main

/// What has no path is the program: it has MPI linked in and tells nothing.
__attribute__((constructor)) void compareWithOurs() {
  Loaded Mpi(reinterpret_cast<const void *>(&PMPI_Init));
  if (Mpi.path().empty())
    return;
  std::string Why = misfit(Mpi);
  if (Why.empty())
    return;
  Other = true;
  entry_points::stepAside();
  warnOnce(Why + ": nothing is prefetched");
}

} // namespace

bool isOther() { return Other; }

std::string ownPath() { return std::string(self().path()); }

} // namespace foreslice::mpi_library
