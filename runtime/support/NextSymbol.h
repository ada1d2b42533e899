//===- NextSymbol.h - functions of libraries behind this one --------------===//
//
// Finds what dlsym(RTLD_NEXT, Name) finds, without the name dlsym, which the
// program may define, and without the loader's lock: if a bare clone(2) copies
// the process while another thread holds the lock, nobody releases the lock in
// the copy. Needs nothing but the loader's list, so the guest uses this file,
// too.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_NEXTSYMBOL_H
#define FORESLICE_SUPPORT_NEXTSYMBOL_H

namespace foreslice {

/// The default version of a function in the first library that has the function
/// and was loaded behind this library; null if there is none, as where this
/// library was loaded by dlopen(3) behind libc. Any thread, signal handlers
/// included.
void *findNextSymbol(const char *Name);

/// As findNextSymbol(), in the first library behind the program's own
/// executable, this library included. A program with a sanitizer has functions
/// of the sanitizer, which must see threads and mappings: there the executable
/// comes first. Any thread, signal handlers included; also called by the
/// loader, before the names of this library are bound.
void *findBehindProgram(const char *Name);

/// The default version of a function in the library that was loaded from a file
/// named File, in whatever folder; null if the process has no such library. Any
/// thread.
void *findInLibrary(const char *File, const char *Name);

/// Whether a library of the process comes from a file whose path has Part. Any
/// thread.
bool processHasLibrary(const char *Part);

/// Whether any library of the process, or the executable, has the function
/// Name. dlsym(3) calls the program's malloc where there is none. Any thread.
bool processHas(const char *Name);

/// Whether the program's executable has the function Name, and whether the
/// executable takes a function from a library whose name begins with Begin. Any
/// thread.
bool executableHas(const char *Name);
bool executableUses(const char *Begin);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_NEXTSYMBOL_H
