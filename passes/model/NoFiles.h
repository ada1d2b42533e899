//===- NoFiles.h - descriptors of pipes, sockets and their like -----------===//
//
// What a program reads from a pipe, no slice can have before the program. Where
// it is seen that a descriptor or a stream is of no file, calls of it are no
// calls of I/O for slices.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_NOFILES_H
#define FORESLICE_PASSES_MODEL_NOFILES_H

namespace llvm {
class Value;
} // namespace llvm

namespace foreslice {

/// True if File, a descriptor or a stream, is seen to be of no file.
bool isOfNoFile(const llvm::Value *File);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_NOFILES_H
