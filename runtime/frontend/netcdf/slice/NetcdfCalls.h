//===- NetcdfCalls.h - NetCDF and PnetCDF in slices -----------------------===//

#ifndef FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFCALLS_H
#define FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFCALLS_H

namespace foreslice {

/// Adds both families, before the first slice runs.
void addNetcdfFamilies();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFCALLS_H
