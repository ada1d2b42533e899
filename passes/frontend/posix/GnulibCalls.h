//===- GnulibCalls.h - functions that GNU programs bring along -----------===//
//
// Programs of GNU bring functions in place of the C library's (gnulib), which
// do what POSIX says of these on every system: rpl_fclose, fopen_safer. Their
// bodies look into streams, where a slice cannot follow.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_GNULIBCALLS_H
#define FORESLICE_PASSES_FRONTEND_POSIX_GNULIBCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Makes calls of such functions about files calls of the C library's.
void callCLibrary(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_GNULIBCALLS_H
