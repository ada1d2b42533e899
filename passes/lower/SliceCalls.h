//===- SliceCalls.h - the calls of a slice --------------------------------===//
//
// What the program asks a library of I/O for, the slice asks the run time for,
// as the front end of the call says; what only the main thread can call, the
// slice waits for; the rest is library functions.
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

  /// The slice goes on with files that are open at launch.
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
