//===- WrittenFiles.h - writes succeed ------------------------------------===//
//
// A program that copies files checks whether its output was opened, and whether
// each write wrote all. A slice assumes that opens and writes of output
// succeed: else the slice would wait for each file that the program writes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_WRITTENFILES_H
#define FORESLICE_PASSES_COPY_WRITTENFILES_H

namespace llvm {
class Function;
} // namespace llvm

namespace foreslice {

/// Writes of POSIX in F give what they were asked for, and files that are only
/// written can be opened. True if that changes F.
bool assumeWritesSucceed(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_WRITTENFILES_H
