//===- LibraryCalls.cpp - calls of libc by names that programs may use ----===//
//
// A program may have functions of its own with names that ISO C leaves to it:
// open, read, link, pause. The loader would take these for libc's wherever the
// run time names them. So the linker has the run time, and the libraries that
// are linked into it, call the functions of this file (--wrap), which the
// loader binds to what stands behind the program: libraries that are loaded
// before libc, the run time's own functions, libc.
//
//===----------------------------------------------------------------------===//

#include "support/NextSymbol.h"

using namespace foreslice;

extern "C" {
#define FORESLICE_CALL(Name)                                                   \
  void *find_##Name() { return findBehindProgram(#Name); }                     \
  [[gnu::ifunc("find_" #Name)]] void __wrap_##Name();
#include "support/library_calls.def"
}
