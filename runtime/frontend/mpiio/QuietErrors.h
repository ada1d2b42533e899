//===- QuietErrors.h - calls without the program's error handlers ---------===//
//
// A failing MPI call calls the error handler of the object (MPI 4.0, section
// 9.3), which may count, print or end the program. For calls of the run time
// that may fail, the object has the handler MPI_ERRORS_RETURN during the life
// of a QuietErrors. Only one thread at a time has a QuietErrors.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_QUIETERRORS_H
#define FORESLICE_FRONTEND_MPIIO_QUIETERRORS_H

#include "frontend/mpiio/Mpi.h"

#include <mutex>

namespace foreslice {

template <typename Object, int Get(Object, MPI_Errhandler *),
          int Set(Object, MPI_Errhandler)>
class QuietErrors {
public:
  explicit QuietErrors(Object O) : Handle(O) {
    Changed = Get(O, &Before) == MPI_SUCCESS &&
              Set(O, MPI_ERRORS_RETURN) == MPI_SUCCESS;
  }
  ~QuietErrors() {
    if (!Changed)
      return;
    Set(Handle, Before);
    // The handle from Get is one more reference.
    if (Before != MPI_ERRORS_ARE_FATAL && Before != MPI_ERRORS_RETURN)
      PMPI_Errhandler_free(&Before);
  }
  QuietErrors(const QuietErrors &) = delete;
  QuietErrors &operator=(const QuietErrors &) = delete;

private:
  static inline std::recursive_mutex Turn;
  std::lock_guard<std::recursive_mutex> Mine{Turn};
  Object Handle;
  MPI_Errhandler Before;
  bool Changed;
};

using QuietComm =
    QuietErrors<MPI_Comm, PMPI_Comm_get_errhandler, PMPI_Comm_set_errhandler>;
using QuietFile =
    QuietErrors<MPI_File, PMPI_File_get_errhandler, PMPI_File_set_errhandler>;

/// For calls without a communicator, file or window: errors are raised on
/// MPI_COMM_SELF, before MPI 4 on MPI_COMM_WORLD.
class QuietTypes {
  QuietComm World{MPI_COMM_WORLD}, Self{MPI_COMM_SELF};
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_QUIETERRORS_H
