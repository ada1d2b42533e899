//===- ReturnedBuffers.h - calls that return one of their arguments -------===//
//
// fgets() returns its buffer or a null pointer. Who goes on with the result
// reads the buffer, which nobody would see.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_RETURNEDBUFFERS_H
#define FORESLICE_PASSES_COPY_RETURNEDBUFFERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Has the users of such results use the buffers, but for those that only ask
/// whether there is a line.
void nameReturnedBuffers(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_RETURNEDBUFFERS_H
