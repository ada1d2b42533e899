//===- NoFiles.h - descriptors of pipes, sockets and their like -----------===//
//
// A slice cannot have what a program reads from a pipe before the program.
// Where the pass sees that a descriptor or a stream belongs to no file, the
// calls that use the descriptor are no calls of I/O for slices.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_NOFILES_H
#define FORESLICE_PASSES_FRONTEND_POSIX_NOFILES_H

namespace llvm {
class Value;
} // namespace llvm

namespace foreslice {

/// True if File, a descriptor or a stream, is seen to be of no file.
bool isOfNoFile(const llvm::Value *File);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_NOFILES_H
