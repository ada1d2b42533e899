//===- NetcdfCalls.h - NetCDF and PnetCDF in slices -----------------------===//

#ifndef FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFCALLS_H
#define FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFCALLS_H

namespace foreslice {

struct SliceStream;

/// Has the slice read by S the file of that name, which the program has open by
/// MPI. S has no file if that may not be.
using OpenNamedByMpi = void (*)(const char *Name, SliceStream &S);

/// Adds both families, before the first slice runs. ByMpi is null where there
/// is no MPI.
void addNetcdfFamilies(OpenNamedByMpi ByMpi);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_NETCDF_SLICE_NETCDFCALLS_H
