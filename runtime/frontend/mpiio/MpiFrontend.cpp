//===- MpiFrontend.cpp - MPI-IO as a front end ----------------------------===//
//
// See MpiFrontend.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiFrontend.h"

namespace foreslice {

std::shared_ptr<OpenFile>
MpiFrontend::findForSlice(foreslice_handle Handle) const {
  return OpenedAhead::isStand(Handle) ? Ahead.find(Handle)
                                      : Files.findForSlice(Handle);
}

MpiFrontend &mpi() {
  static auto *const M = new MpiFrontend;
  return *M;
}

} // namespace foreslice
