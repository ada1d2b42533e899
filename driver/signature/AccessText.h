//===- AccessText.h - the accesses of traces as text ----------------------===//
//
// One line an access, for people and for foreslice-report.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_ACCESSTEXT_H
#define FORESLICE_DRIVER_SIGNATURE_ACCESSTEXT_H

#include <iosfwd>
#include <string>
#include <vector>

namespace foreslice::signature {

/// Path without tabs and line ends, which would break columns and lines.
std::string printable(std::string Path);

/// Prints the accesses of each process in the order of their begins, with a
/// line of names above. Ends the command if a trace is damaged.
void printAccesses(std::ostream &Out, const std::vector<std::string> &Paths);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_ACCESSTEXT_H
