//===- StoredPointers.h - pointers in local structures --------------------===//
//
// A lambda that captures by reference, or an object with a reference member,
// reaches variables through stored pointers. If such a pointer is stored once,
// loads of the pointer become the variable's address:
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

/// Replaces loads of pointers to variables, arguments and constants, if one
/// store put the pointer into a local variable of F. True if there were any.
bool forwardStoredPointers(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_STOREDPOINTERS_H
