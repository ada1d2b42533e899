//===- LibraryWalk.h - what a program loads, without the loader -----------===//
//
// To have the loader list hundreds of libraries takes longer than many a
// program. Most programs have nothing to do with MPI, which their libraries'
// names show.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_LIBRARYWALK_H
#define FORESLICE_DRIVER_RUN_LIBRARYWALK_H

#include <span>
#include <string>

namespace foreslice::driver {

/// True if neither the program, a file, nor any library that the loader finds
/// for it needs a library with one of Words in its name. False also where that
/// is in doubt: the loader has more ways to find libraries.
bool needsNone(const std::string &Program,
               std::span<const std::string_view> Words);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_LIBRARYWALK_H
