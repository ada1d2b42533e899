//===- main.cpp - foreslice-slowfs: a slow file system on demand ----------===//
//
// A FUSE passthrough of a directory with the service time of a disk array, for
// tests and measurements: requests overlap here as on real storage.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "SelfCheck.h"
#include "Server.h"

#include <cstdio>
#include <system_error>

using namespace slowfs;

int main(int Argc, char **Argv) try {
  const Options O = parseOptions(Argc, Argv);
  if (O.SelfCheck)
    return selfCheck(O);
  if (O.Foreground)
    return serve(O);
  pid_t Server = 0;
  const int Status = serveInBackground(O, Server);
  if (Status == 0)
    printf("%d\n", static_cast<int>(Server));
  return Status;
} catch (const std::system_error &E) {
  fprintf(stderr, "foreslice-slowfs: %s\n", E.what());
  return 1;
}
