//===- DatasetLowering.h - libraries of data in a slice -------------------===//
//
// Steps of calls of HDF5, NetCDF and PnetCDF become calls of the run time
// (foreslice/hdf5.h, foreslice/netcdf.h). The run time knows what lies in the
// files.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_DATASETLOWERING_H
#define FORESLICE_PASSES_FRONTEND_DATASETLOWERING_H

#include "lower/CallLowering.h"

namespace foreslice {

class DatasetLowering : public CallLowering {
public:
  using AskedObject = CallLowering::AskedObject;

  /// Object: what the launch asks the library for. ReadsTogether: reads may be
  /// of all ranks together.
  DatasetLowering(SliceCode &Slice, const Frontend &Family,
                  const AskedObject &Object, bool ReadsTogether)
      : CallLowering(Slice, Family), Object(Object),
        ReadsTogether(ReadsTogether) {}
  void bindFile(const FileAtLaunch &File) override { bindAsked(File, Object); }
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;

private:
  const AskedObject Object;
  const bool ReadsTogether;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_DATASETLOWERING_H
