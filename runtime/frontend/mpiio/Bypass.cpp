//===- Bypass.cpp - reads past this library -------------------------------===//
//
// A tool that calls the next MPI_File_read_at, and not PMPI_File_read_at, does
// no harm: a tool is named only if reads are missing.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Bypass.h"

#include "support/Statistics.h"

#include <dlfcn.h>

using namespace foreslice;

namespace {

constexpr const char *Reads[] = {
    "MPI_File_read",           "MPI_File_read_at",
    "MPI_File_read_all",       "MPI_File_read_at_all",
    "MPI_File_iread",          "MPI_File_iread_at",
    "MPI_File_iread_all",      "MPI_File_iread_at_all",
    "MPI_File_read_all_begin", "MPI_File_read_at_all_begin",
    "MPI_File_read_shared",    "MPI_File_read_ordered",
    "MPI_File_iread_shared",   "MPI_File_read_ordered_begin",
};

const char Here = 0;

} // namespace

std::string bypass::fileBefore(const char *Function, const void *Ours) {
  Dl_info Theirs, OwnInfo;
  void *First = dlsym(RTLD_DEFAULT, Function);
  if (!First || !dladdr(First, &Theirs) || !dladdr(Ours, &OwnInfo) ||
      Theirs.dli_fbase == OwnInfo.dli_fbase)
    return {};
  return Theirs.dli_fname;
}

void bypass::note() {
  if (!Statistics::get().hasUnreadFile())
    return;
  for (const char *Function : Reads)
    if (std::string File = fileBefore(Function, &Here); !File.empty())
      Statistics::get().note("reads may pass by: " + File + " has " + Function +
                             " before Foreslice, and no read of some file "
                             "came here");
}
