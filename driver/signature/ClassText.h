//===- ClassText.h - the classes of the accesses of traces ----------------===//
//
// What the source `classifier` would have said of each window of accesses, and
// of all ranks together.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_CLASSTEXT_H
#define FORESLICE_DRIVER_SIGNATURE_CLASSTEXT_H

#include <iosfwd>
#include <string>
#include <vector>

namespace foreslice::signature {

/// Prints, file by file, the classes of each stream in the order of time, and
/// those of all ranks. Window: how many accesses are classified together.
void printClasses(std::ostream &Out, const std::vector<std::string> &Paths,
                  unsigned Window);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_CLASSTEXT_H
