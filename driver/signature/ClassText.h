//===- ClassText.h - the classes of the accesses of traces ----------------===//
//
// The classes that the source `classifier` would have found for each window of
// accesses, and for all ranks together.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_CLASSTEXT_H
#define FORESLICE_DRIVER_SIGNATURE_CLASSTEXT_H

#include <iosfwd>
#include <string>
#include <vector>

namespace foreslice::signature {

/// Prints, file by file, the classes of each stream in order of time, and the
/// classes of all ranks. Window: number of accesses classified together.
void printClasses(std::ostream &Out, const std::vector<std::string> &Paths,
                  unsigned Window);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_CLASSTEXT_H
