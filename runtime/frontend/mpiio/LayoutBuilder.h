//===- LayoutBuilder.h - from an MPI datatype to its layout ---------------===//
//
// Takes a datatype apart with PMPI_Type_get_envelope and _get_contents. Main
// thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_LAYOUTBUILDER_H
#define FORESLICE_FRONTEND_MPIIO_LAYOUTBUILDER_H

#include "frontend/mpiio/Mpi.h"
#include "layout/Layout.h"

namespace foreslice {

/// The layout of Type; null if a combiner is not understood or the result
/// disagrees with the MPI library's own size and true extent.
std::shared_ptr<const Layout> buildLayout(MPI_Datatype Type);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_LAYOUTBUILDER_H
