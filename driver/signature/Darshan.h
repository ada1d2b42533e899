//===- Darshan.h - signatures of logs of Darshan --------------------------===//
//
// With DXT in the log, the accesses are as in a trace. Without, counters tell
// the kind of the accesses, and no places.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_DARSHAN_H
#define FORESLICE_DRIVER_SIGNATURE_DARSHAN_H

#include "signature/SignatureFile.h"

namespace foreslice::signature {

/// Reads the log by PyDarshan. Ends the command if the log cannot be read.
SignatureFile readDarshanLog(const std::string &Path);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_DARSHAN_H
