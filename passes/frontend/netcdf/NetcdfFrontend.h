//===- NetcdfFrontend.h - NetCDF and PnetCDF as front ends ----------------===//

#ifndef FORESLICE_PASSES_FRONTEND_NETCDF_NETCDFFRONTEND_H
#define FORESLICE_PASSES_FRONTEND_NETCDF_NETCDFFRONTEND_H

namespace foreslice {

class Frontend;

const Frontend &netcdfFrontend();
const Frontend &pnetcdfFrontend();

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_NETCDF_NETCDFFRONTEND_H
