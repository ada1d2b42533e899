//===- MemoryLowering.h - loads and stores of a slice ---------------------===//
//
// Makes loads and stores of a slice harmless for the main thread: renamed
// memory goes through the run time, stores to private memory have bounds, and
// loads of the main thread's memory are volatile.
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
