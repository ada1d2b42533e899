//===- Darshan.h - signatures of logs of Darshan --------------------------===//
//
// With DXT in the log, the accesses are as in a trace. Without, the counters
// tell of what kind the accesses were, and nothing of where they were.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_DARSHAN_H
#define FORESLICE_DRIVER_SIGNATURE_DARSHAN_H

#include "signature/SignatureFile.h"

namespace foreslice::signature {

/// By PyDarshan. Ends the command if the log cannot be read.
SignatureFile readDarshanLog(const std::string &Path);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_DARSHAN_H
