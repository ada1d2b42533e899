//===- MemoryLowering.h - loads and stores of a slice ---------------------===//
//
// Makes what a slice loads and stores harmless for the main thread: memory that
// the slice renames is the run time's, private memory has bounds, and of the
// main thread's nothing is concluded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_MEMORYLOWERING_H
#define FORESLICE_PASSES_LOWER_MEMORYLOWERING_H

#include "lower/SliceCode.h"

namespace foreslice {

class MemoryLowering {
public:
  explicit MemoryLowering(SliceCode &Slice) : Slice(Slice) {}

  void run() {
    renameAccesses();
    boundStores();
    makeSharedLoadsVolatile();
  }

private:
  void renameAccesses();
  void renameAccess(llvm::Instruction &I);
  void boundStores();
  void boundStore(llvm::Instruction &I, llvm::Value *Pointer,
                  llvm::Value *Bytes);
  void makeSharedLoadsVolatile();

  SliceCode &Slice;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_MEMORYLOWERING_H
