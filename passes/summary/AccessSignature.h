//===- AccessSignature.h - I/O signatures of accesses ---------------------===//
//
// The trace and pattern signature of an access, in the notation of Byna et al.,
// "Parallel I/O Prefetching Using MPI File Caching and I/O Signatures", SC'08,
// section IV. Derived from the program instead of a trace, so rank, sizes and
// parameters stand in a signature by name.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_ACCESSSIGNATURE_H
#define FORESLICE_PASSES_SUMMARY_ACCESSSIGNATURE_H

#include "summary/AccessSummaries.h"
#include "summary/FactorNames.h"

#include <string>

namespace foreslice {

struct AccessSignature {
  std::string Trace, Pattern;
};

/// The number of times that Access is made in a run of the loop L; invalid if
/// unknown.
Polynomial timesIn(const llvm::Loop &L, const AccessSummary &Access,
                   SymbolicValues &Values);

AccessSignature signatureOf(const AccessSummary &Access, SymbolicValues &Values,
                            FactorNames &Names);

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_ACCESSSIGNATURE_H
