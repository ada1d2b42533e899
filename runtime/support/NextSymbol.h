//===- NextSymbol.h - functions of libraries behind this one --------------===//
//
// What dlsym(RTLD_NEXT, Name) finds, without its name, which the program may
// define, and without the loader's lock: where a process is copied by a bare
// clone(2) while another thread holds the lock, the lock is never given back in
// the copy. Needs nothing but the loader's list, so that the guest has the
// file, too.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_NEXTSYMBOL_H
#define FORESLICE_SUPPORT_NEXTSYMBOL_H

namespace foreslice {

/// The default version of a function in the first library that has the function
/// and was loaded behind this library; null if there is none, which is so where
/// this library was loaded by dlopen(3) behind libc. Any thread, signal
/// handlers included.
void *findNextSymbol(const char *Name);

/// The same in the first library behind the program's own executable, this one
/// included. A program with a sanitizer has functions of the sanitizer's, which
/// have to see threads and mappings: there the executable is looked at first.
/// May be called by the loader, which has not yet bound the names of this
/// library.
void *findBehindProgram(const char *Name);

/// Whether the program's executable has a function of that name, and whether
/// it takes one from a library whose name begins so. Any thread.
bool executableHas(const char *Name);
bool executableUses(const char *Begin);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_NEXTSYMBOL_H
