//===- LibraryLowering.h - library functions in a slice -------------------===//
//
// Allocations go to the run time. Text, and memory written through arguments,
// have bounds. Errno and random numbers are private to the slice.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_LIBRARYLOWERING_H
#define FORESLICE_PASSES_LOWER_LIBRARYLOWERING_H

#include "lower/TextLowering.h"

namespace foreslice {

class LibraryLowering {
public:
  explicit LibraryLowering(SliceCode &Slice) : Slice(Slice), Texts(Slice) {}

  /// Calls are all calls of the slice, before any is lowered.
  void prepare(llvm::ArrayRef<llvm::CallBase *> Calls);
  /// CB is no call of I/O.
  void lower(llvm::CallBase &CB);
  /// Lowers calls that depend on allocations, once these are calls of the run
  /// time.
  void finish();

private:
  void lowerAllocation(llvm::CallBase &CB, const Allocation &Memory);
  void lowerDeallocation(llvm::CallBase &CB, llvm::Value *Memory);
  void lowerComputation(llvm::CallBase &CB);
  void lowerErrno(llvm::CallBase &CB);
  void lowerDraw(llvm::CallBase &CB);

  SliceCode &Slice;
  TextLowering Texts;
  llvm::AllocaInst *Errno = nullptr;
  llvm::SmallVector<std::pair<llvm::CallBase *, const StringCall *>> Strings;
  /// Calls that free memory, with the number of the memory's argument.
  llvm::SmallVector<std::pair<llvm::CallBase *, unsigned>> Deallocations;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_LIBRARYLOWERING_H
