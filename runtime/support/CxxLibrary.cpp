//===- CxxLibrary.cpp - the C++ library that is linked in -----------------===//
//
// What the C++ library, and other libraries linked into the run time, would do
// to a program at the program's start and end.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>

namespace __cxxabiv1 {
/// Called at an exception without a handler. In place of the function that
/// prints the type of the exception, by a demangler with tables that the loader
/// would relocate at each start.
void (*__terminate_handler)() = std::abort;
} // namespace __cxxabiv1

extern "C" {
int __real___cxa_atexit(void (*Function)(void *), void *Object, void *Library);

/// The linker's target for __cxa_atexit (--wrap). Objects of the run time are
/// not destroyed: threads may run while the process exits, and libc may call
/// the program's malloc here. atexit() gives no object.
int __wrap___cxa_atexit(void (*Function)(void *), void *Object, void *Library) {
  return Object ? 0 : __real___cxa_atexit(Function, Object, Library);
}
}
