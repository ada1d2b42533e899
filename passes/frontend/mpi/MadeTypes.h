//===- MadeTypes.h - datatypes made by a slice ----------------------------===//
//
// If the arguments of a datatype's constructor are known, the slice makes the
// datatype, and does not wait for the main thread's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_MPI_MADETYPES_H
#define FORESLICE_PASSES_FRONTEND_MPI_MADETYPES_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Has Copy call the functions of library/types.cpp for constructors in C code,
/// and removes commits and frees. True if there are calls of the functions.
bool makeTypesInCopy(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_MADETYPES_H
