//===- Fit.h - one signature for all ranks --------------------------------===//
//
// If the ranks differ in numbers only, the numbers become sums of multiples of
// the rank, and, with runs of several numbers of ranks, of the number of ranks.
// Ranks without such sums keep separate streams.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_FIT_H
#define FORESLICE_DRIVER_SIGNATURE_FIT_H

#include "Streams.h"

namespace foreslice::signature {

SignatureFile fit(const std::vector<ProcessTrace> &Processes);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_FIT_H
