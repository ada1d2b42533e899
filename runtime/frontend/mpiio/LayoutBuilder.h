//===- LayoutBuilder.h - from an MPI datatype to its layout ---------------===//
//
// Takes a datatype apart with PMPI_Type_get_envelope and _get_contents. Main
// thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_LAYOUTBUILDER_H
#define FORESLICE_FRONTEND_MPIIO_LAYOUTBUILDER_H

#include "foreslice/abi.h"
#include "frontend/mpiio/Mpi.h"
#include "layout/Layout.h"

#include <optional>
#include <vector>

namespace foreslice {

/// The layout of Type; null if a combiner is unknown or the result disagrees
/// with the MPI library's size and true extent.
std::shared_ptr<const Layout> buildLayout(MPI_Datatype Type);
/// The same, unless the constructors have more than Most numbers.
std::optional<std::shared_ptr<const Layout>>
buildLayoutWithin(MPI_Datatype Type, uint64_t Most);

/// The layout of a type made by a slice, without MPI calls. Numbers: the
/// numbers of foreslice_type_constructor behind Old. Null if unknown.
std::shared_ptr<const Layout> makeLayout(foreslice_type_constructor How,
                                         const Layout &Old,
                                         const std::vector<int64_t> &Numbers);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_LAYOUTBUILDER_H
