//===- ForeignObjects.h - what the objects of a link are ------------------===//
//
// gcc and clang write their intermediate code into objects with -flto. What the
// linker says of such an object that it cannot read names neither the cause
// nor the cure, and some are left out of the slicing in silence.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_FOREIGNOBJECTS_H
#define FORESLICE_DRIVER_FOREIGNOBJECTS_H

#include "CompilerCommand.h"

namespace foreslice::driver {

/// Looks at the objects and archives of a link. An object that the link cannot
/// read is one error line, in Command's name, and ends the program; one that is
/// linked and not sliced is one warning. Members of archives are warnings only,
/// as the linker may not take them.
/// Nor may an object of Fortran be of another MPI family than Family: it would
/// find all its functions, and end the program by constants of the wrong value.
/// A null Family looks at no such objects.
void checkObjects(const char *Command, const CompilerCommand &C,
                  const MpiFamily *Family);

/// The first object of the link that needs a run time; "" if none does.
std::string objectWithSlices(const CompilerCommand &C, bool OfMpi);

/// The version in the identification that begins each file of LLVM's bitcode:
/// "22.1.8"; "" if Data is no bitcode or its producer is not LLVM.
std::string bitcodeVersion(std::string_view Data);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_FOREIGNOBJECTS_H
