//===- Frontends.cpp - all front ends -------------------------------------===//
//
// The list of front ends for the steps of the pass. A new front end is a room
// beside this file, and a line here.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranFrontend.h"
#include "frontend/hdf5/Hdf5Frontend.h"
#include "frontend/mpi/MpiFrontend.h"
#include "frontend/netcdf/NetcdfFrontend.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/streams/StreamsFrontend.h"
#include "model/Frontend.h"

using namespace llvm;

namespace foreslice {

ArrayRef<const Frontend *> frontends() {
  static const Frontend *const All[] = {&posixFrontend(),   &streamsFrontend(),
                                        &fortranFrontend(), &hdf5Frontend(),
                                        &netcdfFrontend(),  &pnetcdfFrontend(),
                                        &mpiFrontend()};
  return All;
}

} // namespace foreslice
