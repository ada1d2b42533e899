//===- FileBodies.h - bodies of functions about files ---------------------===//
//
// std::filesystem, and functions of the C library made of other file calls,
// such as readv() and nftw(), have bodies in library/.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_FILEBODIES_H
#define FORESLICE_PASSES_FRONTEND_POSIX_FILEBODIES_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Adds the bodies of the functions in Copy.
void addFileBodies(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_FILEBODIES_H
