//===- SliceFamilies.h - all families of calls that slices make -----------===//
//
// But MPI-IO, which only libraries for an MPI family have.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_FAMILIES_SLICEFAMILIES_H
#define FORESLICE_FRONTEND_FAMILIES_SLICEFAMILIES_H

#include "frontend/posix/slice/LibraryFile.h"

namespace foreslice {

/// Before the first slice runs. Opens: for files that a library reads by MPI.
void addSliceFamilies(const LibraryOpens &Opens = {});

/// The orders in which libraries of data write and read their files.
void addDataOrders();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_FAMILIES_SLICEFAMILIES_H
