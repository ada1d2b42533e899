//===- WaysToCalls.h - branches behind which is no I/O --------------------===//
//
// Tells branches by which a region gives up: as where data are not as expected.
//
// double *row = ...;
// read(row);
// if (row[0] != 1)   // One way comes to no call of I/O, the other way does.
//   return -1;
// read(row);
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_WAYSTOCALLS_H
#define FORESLICE_PASSES_COPY_WAYSTOCALLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace foreslice {

class WaysToCalls {
public:
  /// The blocks of a region.
  explicit WaysToCalls(llvm::ArrayRef<llvm::BasicBlock *> Region);
  /// Whether a way from From by To comes to a call of I/O. What To's values
  /// decide, if they are constants on this way, counts.
  bool leadOn(llvm::BasicBlock *From, llvm::BasicBlock *To) const;
  /// The successor by which a branch or a switch goes on, if of several only
  /// this one comes to a call of I/O; null otherwise.
  llvm::BasicBlock *wayOn(const llvm::Instruction &Terminator) const;

private:
  /// The blocks from which a way comes to a call, those with a call included.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> Leading;
  mutable llvm::DenseMap<const llvm::Instruction *, llvm::BasicBlock *> Known;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_WAYSTOCALLS_H
