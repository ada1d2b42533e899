//===- NoFiles.h - descriptors of pipes, sockets and so on ----------------===//
//
// A slice cannot read a pipe ahead of the program. If the pass sees that a
// descriptor or a stream has no file, calls with the descriptor are not I/O
// calls for slices.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_NOFILES_H
#define FORESLICE_PASSES_FRONTEND_POSIX_NOFILES_H

namespace llvm {
class Value;
} // namespace llvm

namespace foreslice {

/// True if File, a descriptor or a stream, visibly has no file.
bool isOfNoFile(const llvm::Value *File);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_NOFILES_H
