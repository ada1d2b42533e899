//===- ForeignObjects.h - foreign objects in a link -----------------------===//
//
// gcc and clang write intermediate code into objects with -flto. The linker's
// message on an unreadable object names neither cause nor cure, and the slicing
// silently omits some objects.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_FOREIGNOBJECTS_H
#define FORESLICE_DRIVER_FOREIGNOBJECTS_H

#include "CompilerCommand.h"

namespace foreslice::driver {

/// Checks the objects and archives of a link. An object that the link cannot
/// read is one error line, in Command's name, and ends the program; an object
/// linked without slices is one warning. Members of archives give only
/// warnings: the linker may not take the member. An object of Fortran must be
/// of MPI family Family: an object of another family would find all functions,
/// and end the program by wrong constants. A null Family skips the Fortran
/// check.
void checkObjects(const char *Command, const CompilerCommand &C,
                  const MpiFamily *Family);

/// The first object of the link with a need for a run time; "" if none.
std::string objectWithSlices(const CompilerCommand &C, bool OfMpi);

/// The version in the identification at the begin of LLVM's bitcode: "22.1.8";
/// "" if Data is no bitcode, or from another producer.
std::string bitcodeVersion(std::string_view Data);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_FOREIGNOBJECTS_H
