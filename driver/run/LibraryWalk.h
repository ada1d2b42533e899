//===- LibraryWalk.h - a program's libraries, without the loader ----------===//
//
// A list of hundreds of libraries by the loader takes longer than many a
// program. Most programs have nothing to do with MPI, as the names of libraries
// show.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_LIBRARYWALK_H
#define FORESLICE_DRIVER_RUN_LIBRARYWALK_H

#include <span>
#include <string>

namespace foreslice::driver {

/// Libraries in the folders of the system, which most programs have many of.
enum class SystemLibraries {
  LookedAt,
  /// Not looked at, where ldconfig knows no library with one of the words: such
  /// a library would come from a folder that only another one names.
  LeftOut
};

/// True if neither Program, a file, nor any library found by the loader for
/// Program needs a library with one of Words in the name. False also in doubt:
/// the loader has more ways to find libraries.
bool needsNone(const std::string &Program,
               std::span<const std::string_view> Words, SystemLibraries Of);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_LIBRARYWALK_H
