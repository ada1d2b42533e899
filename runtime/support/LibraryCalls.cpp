//===- LibraryCalls.cpp - calls of libc by names that programs may use ----===//
//
// A program may have functions of its own with names that ISO C leaves to
// programs: open, read, link, pause. The loader would bind the run time's calls
// to these functions. So the linker has the run time, and the libraries linked
// into the run time, call the functions of this file (--wrap), which the loader
// binds behind the program: to libraries loaded before libc, the run time's own
// functions, libc.
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
