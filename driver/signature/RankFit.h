//===- RankFit.h - numbers as multiples of the rank -----------------------===//
//
// Exact: a number off by one for one rank is not fitted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_RANKFIT_H
#define FORESLICE_DRIVER_SIGNATURE_RANKFIT_H

#include "signature/SignatureFile.h"

#include <array>

namespace foreslice::signature {

/// The streams of all ranks of a run, or the stream of the only rank with a
/// stream.
struct RunStreams {
  int64_t Ranks = 1;
  std::vector<const PatternSequence *> ByRank;
};

/// For each number of a stream: the value of rank 0, the growth with the rank
/// or column, and the growth with the row.
struct RunFit {
  int64_t Ranks = 1, Columns = 0; ///< 0 columns: one row.
  std::vector<std::array<int64_t, 3>> Numbers;
};

/// The ranks as tiles in Columns columns; 0: in one row. None if the numbers do
/// not fit.
std::optional<RunFit> fitRanks(const RunStreams &Run, int64_t Columns);

/// The common terms of all runs. None if the numbers do not fit the number of
/// ranks.
std::optional<std::vector<SignatureTerm>>
fitRuns(const PatternSequence &Shapes, const std::vector<RunFit> &Runs);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_RANKFIT_H
