//===- StoredPointers.h - pointers that local structures hold -------------===//
//
// A lambda that captures by reference, or an object with a reference member,
// reaches variables through pointers in its own memory. Where such a pointer is
// stored once, loads of it are the variable's address itself.
//
// Before:                            After:
//   closure.at = &at                   closure.at = &at
//   loop: *closure.at += 4096          loop: at += 4096
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_STOREDPOINTERS_H
#define FORESLICE_PASSES_COPY_STOREDPOINTERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace foreslice {

/// Replaces loads of pointers to variables, arguments and constants that a
/// local variable of F got by one store. True if there were any.
bool forwardStoredPointers(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_STOREDPOINTERS_H
