//===- Valgrind.cpp - whether Valgrind runs the program -------------------===//
//
// See Valgrind.h.
//
//===----------------------------------------------------------------------===//

#include "support/Valgrind.h"

#include "support/Lazy.h"

#include <cstring>
#include <link.h>

using namespace foreslice;

static int isItsLibrary(dl_phdr_info *Info, size_t, void *) {
  return strstr(Info->dlpi_name, "/vgpreload_core") != nullptr;
}

bool foreslice::runsOnValgrind() {
  static constinit LazyValue<bool> Does;
  return Does.get([] { return dl_iterate_phdr(isItsLibrary, nullptr) != 0; });
}
