//===- Compiled.h - signatures of what the compiler knows -----------------===//
//
// The compiler knows where the accesses of slices are, as sums of products of
// loop counters, rank, parameters and variables. With values for the latter,
// these are signatures, without any run of the program.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_COMPILED_H
#define FORESLICE_DRIVER_SIGNATURE_COMPILED_H

#include "signature/SignatureFile.h"

#include <map>

namespace foreslice::signature {

/// What names of the source stand for: a number, rank, ranks, or the path of a
/// file.
using Meanings = std::map<std::string, std::string>;

/// The accesses of a source, an object or an executable, as foreslice-dump has
/// them. Warns of each that is left out. Ends the command if there is none.
SignatureFile readProgram(const std::string &Path, const Meanings &Set);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_COMPILED_H
