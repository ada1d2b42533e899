//===- Tools.cpp - tools that watch over the process ----------------------===//
//
// See Tools.h. Valgrind shows by the library that Valgrind loads into every
// program.
//
//===----------------------------------------------------------------------===//

#include "support/Tools.h"

#include "support/Lazy.h"
#include "support/NextSymbol.h"

#include <cstring>
#include <link.h>

using namespace foreslice;

namespace {

int isOfValgrind(dl_phdr_info *Info, size_t, void *) {
  return strstr(Info->dlpi_name, "/vgpreload_core") != nullptr;
}

} // namespace

bool tools::isValgrindThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return dl_iterate_phdr(isOfValgrind, nullptr) != 0; });
}

bool tools::isAddressSanitizerThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return processHas("__asan_init"); });
}

bool tools::isThreadSanitizerThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return processHas("__tsan_init"); });
}

void tools::look() {
  isValgrindThere();
  isAddressSanitizerThere();
  isThreadSanitizerThere();
}
