//===- NetcdfLowering.h - NetCDF and PnetCDF in a slice -------------------===//
//
// The steps that calls of the libraries come down to are calls of the run time
// (foreslice/netcdf.h), which knows the variables of a file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_NETCDF_NETCDFLOWERING_H
#define FORESLICE_PASSES_FRONTEND_NETCDF_NETCDFLOWERING_H

#include "foreslice/netcdf.h"
#include "lower/CallLowering.h"

namespace foreslice {

class NetcdfLowering : public CallLowering {
public:
  using CallLowering::CallLowering;
  void bindFile(const FileAtLaunch &File) override;
  bool lowerOpen(llvm::CallBase &CB, llvm::CallBase &Original,
                 llvm::ArrayRef<ForwardedPart> Parts, bool Opens) override;
  void lowerCall(llvm::CallBase &CB, const IOCall &Call, CallRole As) override;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_NETCDF_NETCDFLOWERING_H
