//===- Options.h - the command line of foreslice-slowfs -------------------===//
//
// Every option is declared once, in parseOptions, with its help.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_OPTIONS_H
#define FORESLICE_DRIVER_SLOWFS_OPTIONS_H

#include "Passthrough.h"
#include "ServiceModel.h"

#include <string>
#include <sys/types.h>

namespace slowfs {

struct Options {
  FileSystemOptions FileSystem;
  ServiceParameters Service;
  std::string Mount;
  std::string CountsFile;
  pid_t UntilPid = 0;
  unsigned ReadAheadKb = 128;
  bool DelayWrites = false;
  bool Foreground = false;
  bool Realtime = true;
  bool SelfCheck = false;
};

/// Ends the process if the command is already answered (help, an error on
/// standard error).
Options parseOptions(int Argc, char **Argv);

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_OPTIONS_H
