//===- MadeTypes.h - datatypes that a slice makes -------------------------===//
//
// A slice makes datatypes of its own where the program makes some of which the
// arguments are known: it then need not wait for the main thread's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_MPI_MADETYPES_H
#define FORESLICE_PASSES_FRONTEND_MPI_MADETYPES_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Has Copy call the functions of library/types.cpp where C's code makes
/// datatypes, and leaves out their commits and frees. True if there are calls
/// of these functions.
bool makeTypesInCopy(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_MADETYPES_H
