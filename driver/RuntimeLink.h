//===- RuntimeLink.h - the run time that a link takes ---------------------===//
//
// Which MPI family's run time belongs on a link line. A line that leaves a
// doubt is an error: the run time of another library would end the program in
// MPI_Init.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUNTIMELINK_H
#define FORESLICE_DRIVER_RUNTIMELINK_H

#include "CompilerCommand.h"
#include "Installation.h"

#include <string>
#include <vector>

namespace foreslice::driver {

/// Options that link the run time; none for a link without MPI. They go first,
/// so that the run time's MPI_File_* functions come before the MPI library's in
/// the order of symbol lookup. Clang will link. Exits with one error line, in
/// Command's name, where no run time fits.
std::vector<std::string> runtimeOptions(const char *Command,
                                        const Installation &Here,
                                        const CompilerCommand &C,
                                        const std::string &Clang);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUNTIMELINK_H
