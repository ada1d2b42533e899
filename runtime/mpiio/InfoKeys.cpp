//===- InfoKeys.cpp - reading and checking them ---------------------------===//
//
// The page pool is one per process and made before any file is known to it, so
// its settings cannot come from a file's MPI_Info.
//
//===----------------------------------------------------------------------===//

#include "mpiio/InfoKeys.h"

#include "mpiio/Process.h"
#include "support/Settings.h"

#include <algorithm>
#include <optional>
#include <string>

namespace foreslice {

namespace {

std::optional<std::string> value(MPI_Info Info, const char *Key) {
  char Text[MPI_MAX_INFO_VAL + 1];
  int Found = 0;
  if (PMPI_Info_get(Info, Key, MPI_MAX_INFO_VAL, Text, &Found) != MPI_SUCCESS ||
      !Found)
    return std::nullopt;
  return Text;
}

void warn(const char *Key, const std::string &Value, const std::string &Takes) {
  warnOnce(std::string("MPI_Info key ") + Key + " is \"" + Value +
           "\": " + Takes);
}

std::optional<bool> parseBool(std::string Text) {
  std::transform(Text.begin(), Text.end(), Text.begin(),
                 [](unsigned char C) { return std::tolower(C); });
  for (const char *Yes : {"1", "true", "yes", "on", "enable"})
    if (Text == Yes)
      return true;
  for (const char *No : {"0", "false", "no", "off", "disable"})
    if (Text == No)
      return false;
  return std::nullopt;
}

} // namespace

InfoKeys InfoKeys::read(MPI_Info Info) {
  InfoKeys Keys;
  if (Info == MPI_INFO_NULL)
    return Keys;
  if (auto Text = value(Info, "foreslice_disable")) {
    if (std::optional<bool> Disable = parseBool(*Text))
      Keys.Disable = *Disable;
    else
      warn("foreslice_disable", *Text, "it takes 0 or 1; 0 is used");
  }
  if (auto Text = value(Info, "foreslice_scheme")) {
    SchemeKind Scheme;
    if (parseScheme(Text->c_str(), Scheme))
      process().setInfoScheme(Scheme);
    else
      warn("foreslice_scheme", *Text, "it takes " + schemeNames());
  }
  for (const char *Key : {"foreslice_cache_size", "foreslice_page_size",
                          "foreslice_io_depth", "foreslice_stats"})
    if (auto Text = value(Info, Key))
      warn(Key, *Text,
           "it concerns the whole process and has no effect on one file; set "
           "the environment variable of that name in upper case");
  return Keys;
}

} // namespace foreslice
