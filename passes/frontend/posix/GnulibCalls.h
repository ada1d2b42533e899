//===- GnulibCalls.h - functions of gnulib in GNU programs ----------------===//
//
// GNU programs contain functions in place of the C library's (gnulib), with
// POSIX behaviour on every system: rpl_fclose, fopen_safer. The bodies look
// into streams, where a slice cannot follow.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_GNULIBCALLS_H
#define FORESLICE_PASSES_FRONTEND_POSIX_GNULIBCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Turns file calls of gnulib functions into calls of the C library.
void callCLibrary(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_GNULIBCALLS_H
