//===- SliceCalls.h - the calls of a slice --------------------------------===//
//
// Calls of an I/O library become calls of the run time, as the call's front end
// says; the slice waits for calls possible on the main thread only; other calls
// are library functions.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_SLICECALLS_H
#define FORESLICE_PASSES_LOWER_SLICECALLS_H

#include "lower/CallLowering.h"

#include <memory>

namespace foreslice {

class SliceCalls {
public:
  explicit SliceCalls(SliceCode &Slice);

  /// Binds the files open at launch, for use in the slice.
  void bindFiles();
  void lower();

private:
  CallLowering &loweringOf(const IOCall &Call) {
    return *Lowerings.find(&Call.Family)->second;
  }
  void lowerForwarded();
  llvm::DenseMap<llvm::Value *, CallRole> callRoles() const;

  SliceCode &Slice;
  llvm::MapVector<const Frontend *, std::unique_ptr<CallLowering>> Lowerings;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_SLICECALLS_H
