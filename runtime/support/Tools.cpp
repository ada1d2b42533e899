//===- Tools.cpp - tools that watch over the process ----------------------===//
//
// See Tools.h. Valgrind shows by the library that Valgrind loads into every
// program.
//
//===----------------------------------------------------------------------===//

#include "support/Tools.h"

#include "support/Lazy.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>

using namespace foreslice;

namespace {

int isOfValgrind(dl_phdr_info *Info, size_t, void *) {
  return strstr(Info->dlpi_name, "/vgpreload_core") != nullptr;
}

bool has(const char *Symbol) { return dlsym(RTLD_DEFAULT, Symbol) != nullptr; }

} // namespace

bool tools::isValgrindThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return dl_iterate_phdr(isOfValgrind, nullptr) != 0; });
}

bool tools::isAddressSanitizerThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return has("__asan_init"); });
}

bool tools::isThreadSanitizerThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return has("__tsan_init"); });
}

void tools::look() {
  isValgrindThere();
  isAddressSanitizerThere();
  isThreadSanitizerThere();
}
