//===- FolderInterposer.cpp - readdir() before libc's ---------------------===//
//
// Like Interposer.cpp: a slice listing a folder of the program has to know the
// program's position at launch.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/ToldCall.h"
#include "support/NextFunction.h"

#include <dirent.h>

using namespace foreslice;

static void tell(DIR *Folder) {
  OwnWork Work;
  TellingScope Now;
  attempt([&] {
    posix().files().entryBegins(Folder, telldir(Folder));
    return true;
  });
}

extern "C" {

FORESLICE_EXPORT dirent *readdir(DIR *Folder) {
  static constinit Next<dirent *(DIR *)> F("readdir");
  if (isTold())
    tell(Folder);
  return F(Folder);
}

FORESLICE_EXPORT dirent64 *readdir64(DIR *Folder) {
  static constinit Next<dirent64 *(DIR *)> F("readdir64");
  if (isTold())
    tell(Folder);
  return F(Folder);
}

} // extern "C"
