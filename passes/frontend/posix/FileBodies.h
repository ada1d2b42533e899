//===- FileBodies.h - bodies of functions about files ---------------------===//
//
// Functions of the C library that are made of other calls about files, such as
// readv() and nftw(), and std::filesystem have bodies in library/.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_FILEBODIES_H
#define FORESLICE_PASSES_FRONTEND_POSIX_FILEBODIES_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Gives such functions in Copy their bodies.
void addFileBodies(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_FILEBODIES_H
