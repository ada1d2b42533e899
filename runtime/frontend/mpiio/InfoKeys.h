//===- InfoKeys.h - foreslice_* keys of an MPI_Info -----------------------===//
//
// The settings of docs/settings.md in lower case, given to MPI_File_open.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_INFOKEYS_H
#define FORESLICE_FRONTEND_MPIIO_INFOKEYS_H

#include "frontend/mpiio/Mpi.h"
#include "support/Settings.h"

namespace foreslice {

struct InfoKeys {
  bool Disable = false; ///< foreslice_disable: this handle is not cached.
  /// foreslice_delivery, or else FORESLICE_DELIVERY.
  DeliveryChoice Delivered = Settings::get().Delivered;

  /// Reads the keys of Info and applies foreslice_scheme to the process; warns
  /// once of an unknown value.
  static InfoKeys read(MPI_Info Info);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_INFOKEYS_H
