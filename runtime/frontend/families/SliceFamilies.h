//===- SliceFamilies.h - all families of calls that slices make -----------===//
//
// But MPI-IO, which only libraries for an MPI family have.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_FAMILIES_SLICEFAMILIES_H
#define FORESLICE_FRONTEND_FAMILIES_SLICEFAMILIES_H

namespace foreslice {

/// Before the first slice runs.
void addSliceFamilies();

/// The orders in which libraries of data write and read their files.
void addDataOrders();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_FAMILIES_SLICEFAMILIES_H
