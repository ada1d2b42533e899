//===- LibraryLowering.h - library functions in a slice -------------------===//
//
// Allocations are the run time's, text and what functions write through their
// arguments have bounds, and errno and random numbers are the slice's own.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_LIBRARYLOWERING_H
#define FORESLICE_PASSES_LOWER_LIBRARYLOWERING_H

#include "lower/TextLowering.h"

namespace foreslice {

class LibraryLowering {
public:
  explicit LibraryLowering(SliceCode &Slice) : Slice(Slice), Texts(Slice) {}

  /// Calls are all of the slice, before any of them is lowered.
  void prepare(llvm::ArrayRef<llvm::CallBase *> Calls);
  /// CB is no call of I/O.
  void lower(llvm::CallBase &CB);
  /// Allocations have become the run time's: lowers what asks for them.
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
  /// With the argument that is the memory.
  llvm::SmallVector<std::pair<llvm::CallBase *, unsigned>> Deallocations;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_LIBRARYLOWERING_H
