//===- ReturnedBuffers.h - calls with an argument as the result -----------===//
//
// fgets() returns the buffer or a null pointer. A read through the result is a
// read of the buffer, hidden from the analysis.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_RETURNEDBUFFERS_H
#define FORESLICE_PASSES_COPY_RETURNEDBUFFERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Replaces such results with the buffers, except in tests for a line.
void nameReturnedBuffers(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_RETURNEDBUFFERS_H
