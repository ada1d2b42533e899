//===- Deferred.cpp - constructors that the loader does not call ----------===//
//
// See Deferred.h. Where no linker script has put constructors aside, as in unit
// tests, there are none: the loader has called them.
//
//===----------------------------------------------------------------------===//

#include "support/Deferred.h"

using namespace foreslice;

using Constructor = void (*)();

extern "C" {
[[gnu::visibility("hidden"),
  gnu::weak]] extern const Constructor foreslice_deferred_begin[],
    foreslice_deferred_end[];
}

DeferredConstructors::DeferredConstructors() {
  static constinit bool AreCalled = false;
  if (AreCalled)
    return;
  AreCalled = true;
  for (const Constructor *C = foreslice_deferred_begin;
       C != foreslice_deferred_end; ++C)
    (*C)();
}
