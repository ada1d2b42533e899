//===- Fit.h - one signature for all ranks --------------------------------===//
//
// Where the ranks do the same but for numbers, these become sums of multiples
// of the rank; and where there are runs of several numbers of ranks, of that
// number. Where ranks cannot be told by such sums, each keeps its own stream.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_FIT_H
#define FORESLICE_DRIVER_SIGNATURE_FIT_H

#include "Streams.h"

namespace foreslice::signature {

SignatureFile fit(const std::vector<ProcessTrace> &Processes);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_FIT_H
