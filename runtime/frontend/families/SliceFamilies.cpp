//===- SliceFamilies.cpp - all families of calls that slices make ---------===//
//
// See SliceFamilies.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/families/SliceFamilies.h"

#include "frontend/DataOrder.h"
#include "frontend/families/DataFormats.h"
#include "frontend/hdf5/slice/Hdf5Calls.h"
#include "frontend/netcdf/slice/NetcdfCalls.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixCalls.h"

namespace foreslice {

void addDataOrders() { setOrderMaker(dataOrderOf); }

void addSliceFamilies(const LibraryOpens &Opens) {
  PosixFrontend::install();
  setLibraryOpens(Opens);
  addPosixFamilies();
  addHdf5Family();
  addNetcdfFamilies();
  addDataOrders();
}

} // namespace foreslice
