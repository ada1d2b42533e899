//===- Tools.cpp - tools that watch over the process ----------------------===//
//
// See Tools.h. Valgrind shows by the library that Valgrind loads into every
// program.
//
//===----------------------------------------------------------------------===//

#include "support/Tools.h"

#include "support/Lazy.h"
#include "support/NextSymbol.h"

using namespace foreslice;

bool tools::isValgrindThere() {
  static constinit LazyValue<bool> Is;
  return Is.get([] { return processHasLibrary("/vgpreload_core"); });
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
