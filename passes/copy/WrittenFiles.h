//===- WrittenFiles.h - writes succeed ------------------------------------===//
//
// A program that copies files checks whether the output was opened and each
// write was full. A slice assumes successful opens and writes of output: else
// the slice would wait for each file written by the program.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_WRITTENFILES_H
#define FORESLICE_PASSES_COPY_WRITTENFILES_H

namespace llvm {
class Function;
} // namespace llvm

namespace foreslice {

/// Assumes that writes of POSIX in F are full, and that opens for writing only
/// succeed. True if F changed.
bool assumeWritesSucceed(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_WRITTENFILES_H
