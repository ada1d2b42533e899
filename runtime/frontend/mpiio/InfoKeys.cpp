//===- InfoKeys.cpp - reading and checking the keys -----------------------===//
//
// The process has one page pool, made before any file is known, so settings of
// the pool cannot come from a file's MPI_Info.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/InfoKeys.h"
#include "frontend/mpiio/MpiFrontend.h"

#include "frontend/mpiio/Process.h"
#include "support/Settings.h"

#include <string>

namespace foreslice {

namespace {

constexpr std::string_view Prefix = "foreslice_";

std::string value(MPI_Info Info, const char *Key) {
  char Text[MPI_MAX_INFO_VAL + 1] = "";
  int Found = 0;
  PMPI_Info_get(Info, Key, MPI_MAX_INFO_VAL, Text, &Found);
  return Found ? Text : "";
}

void readKey(MPI_Info Info, const std::string &Key, InfoKeys &Keys) {
  Settings Given;
  std::string Text = value(Info, Key.c_str()), Why;
  if (Given.parse(Key, Text, &Why) != Settings::ParseResult::Accepted)
    warnOnce(Why);
  else if (Key == "foreslice_disable")
    Keys.Disable = Given.Disable;
  else if (Key == "foreslice_delivery")
    Keys.Delivered = Given.Delivered;
  else if (Key == "foreslice_scheme")
    mpi().process().setInfoScheme(Given.Scheme);
  else
    warnOnce("MPI_Info key " + Key +
             " concerns the whole process and has no effect on one file; set "
             "the environment variable of that name in upper case");
}

} // namespace

InfoKeys InfoKeys::read(MPI_Info Info) {
  InfoKeys Keys;
  int Count = 0;
  if (Info == MPI_INFO_NULL || PMPI_Info_get_nkeys(Info, &Count) != MPI_SUCCESS)
    return Keys;
  for (int I = 0; I < Count; ++I) {
    char Key[MPI_MAX_INFO_KEY + 1];
    if (PMPI_Info_get_nthkey(Info, I, Key) == MPI_SUCCESS &&
        std::string_view(Key).starts_with(Prefix))
      readKey(Info, Key, Keys);
  }
  return Keys;
}

} // namespace foreslice
