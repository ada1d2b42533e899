//===- MpiFrontend.h - MPI-IO as a front end ------------------------------===//
//
// The MPI-IO layer's facts about the process: files, datatypes and
// communicators. Made at the first use, and never destroyed: threads may run
// while the process exits.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_MPIFRONTEND_H
#define FORESLICE_FRONTEND_MPIIO_MPIFRONTEND_H

#include "frontend/Frontend.h"
#include "frontend/mpiio/Communicators.h"
#include "frontend/mpiio/Datatypes.h"
#include "frontend/mpiio/EndRules.h"
#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/StartedWrites.h"
#include "frontend/mpiio/slice/OpenedAhead.h"

namespace foreslice {

class MpiFrontend final : public Frontend {
public:
  bool isUp() const override { return World.active(); }

  Process &process() { return World; }
  FileRegistry &files() { return Files; }
  TypeRegistry &types() { return Types; }
  Communicators &communicators() { return Comms; }
  OpenedAhead &openedAhead() { return Ahead; }
  EndRules &endRules() { return AtEnd; }
  StartedWrites &startedWrites() { return Started; }

  /// For slices: the file from FileRegistry::findForSlice, or the file opened
  /// ahead by a slice under the handle.
  std::shared_ptr<OpenFile> findForSlice(foreslice_handle Handle) const;

private:
  Process World;
  FileRegistry Files;
  TypeRegistry Types{World};
  Communicators Comms{World};
  OpenedAhead Ahead{Files, World};
  EndRules AtEnd;
  StartedWrites Started;
};

MpiFrontend &mpi();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_MPIFRONTEND_H
