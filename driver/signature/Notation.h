//===- Notation.h - trace and pattern signatures as text ------------------===//
//
// The notation of Byna et al., "Parallel I/O Prefetching Using MPI File Caching
// and I/O Signatures", SC'08, section IV, as in foreslice-dump. A number that
// grows with the loops around is followed by the growths in parentheses, the
// innermost loop first, as the size and the count of table 1: 518272(-4096).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_NOTATION_H
#define FORESLICE_DRIVER_SIGNATURE_NOTATION_H

#include "Streams.h"

namespace foreslice::signature {

/// {operation, initial position, dimension, ([stride, size, times], ...),
/// repetitions} of each term.
std::string traceSignature(SignatureOperation Is,
                           const std::vector<SignatureTerm> &Terms);

/// {operation, <spatial pattern>, <repetitive behaviour>, <request size>,
/// <temporal intervals>}
std::string patternSignature(SignatureOperation Is, const Stream &S);

/// The pattern signature from known parts; MeanBytes is the mean size of an
/// access in bytes.
std::string patternSignature(SignatureOperation Is, const std::string &Spatial,
                             const std::string &Repetitive, uint64_t MeanBytes,
                             bool IsFixed, const std::string &Temporal);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_NOTATION_H
