//===- MpiFrontend.cpp - MPI-IO as a front end ----------------------------===//
//
// See MpiFrontend.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiFrontend.h"

namespace foreslice {

MpiFrontend &mpi() {
  static auto *const M = new MpiFrontend;
  return *M;
}

} // namespace foreslice
