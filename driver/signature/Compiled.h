//===- Compiled.h - signatures from the compiler's knowledge --------------===//
//
// The compiler knows the places of a slice's accesses, as sums of products of
// loop counters, rank, parameters and variables. With values for parameters and
// variables, these sums are signatures, without any run of the program.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_COMPILED_H
#define FORESLICE_DRIVER_SIGNATURE_COMPILED_H

#include "signature/SignatureFile.h"

#include <map>

namespace foreslice::signature {

/// Meanings of names in the source: a number, rank, ranks, or the path of a
/// file.
using Meanings = std::map<std::string, std::string>;

/// The accesses of a source, an object or an executable, as in foreslice-dump.
/// Warns about each access left out. Ends the command if there is none.
SignatureFile readProgram(const std::string &Path, const Meanings &Set);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_COMPILED_H
