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
#include "frontend/slice/SliceFamily.h"

namespace foreslice {

void addDataOrders() { setOrderMaker(dataOrderOf); }

static void addAll() {
  addPosixFamilies();
  addHdf5Family();
  addNetcdfFamilies();
}

void addSliceFamilies() {
  PosixFrontend::install();
  SliceFamily::addAtFirstCall(addAll);
  addDataOrders();
}

} // namespace foreslice
