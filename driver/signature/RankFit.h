//===- RankFit.h - numbers as multiples of the rank -----------------------===//
//
// Exact: a number that is off by one for one rank is not fitted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_RANKFIT_H
#define FORESLICE_DRIVER_SIGNATURE_RANKFIT_H

#include "signature/SignatureFile.h"

#include <array>

namespace foreslice::signature {

/// The streams of all ranks of a run, or that of the one rank that has it.
struct RunStreams {
  int64_t Ranks = 1;
  std::vector<const PatternSequence *> ByRank;
};

/// For each number of a stream, what it is, and what it grows by with the rank
/// or its column, and with its row.
struct RunFit {
  int64_t Ranks = 1, Columns = 0; ///< 0 columns: one row.
  std::vector<std::array<int64_t, 3>> Numbers;
};

/// The ranks as tiles in so many columns; 0: in one row. Nothing if they cannot
/// be told by their numbers so.
std::optional<RunFit> fitRanks(const RunStreams &Run, int64_t Columns);

/// The terms that all runs have. Nothing if they cannot be told by the number
/// of ranks.
std::optional<std::vector<SignatureTerm>>
fitRuns(const PatternSequence &Shapes, const std::vector<RunFit> &Runs);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_RANKFIT_H
