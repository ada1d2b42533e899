//===- Hdf5Lowering.h - HDF5 in a slice -----------------------------------===//
//
// Steps of HDF5 calls become calls of the run time (foreslice/hdf5.h). The run
// time keeps the dataspaces of a slice.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_HDF5_HDF5LOWERING_H
#define FORESLICE_PASSES_FRONTEND_HDF5_HDF5LOWERING_H

#include "foreslice/hdf5.h"
#include "lower/CallLowering.h"

namespace foreslice {

class Hdf5Lowering : public CallLowering {
public:
  using CallLowering::CallLowering;
  void bindFile(const FileAtLaunch &File) override;
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_HDF5_HDF5LOWERING_H
