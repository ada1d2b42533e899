//===- Runs.h - runs of neighbours that are alike -------------------------===//

#ifndef FORESLICE_SUPPORT_RUNS_H
#define FORESLICE_SUPPORT_RUNS_H

#include <cstddef>

namespace foreslice {

/// Divides the numbers from 0 to Count - 1 into runs of neighbours. A number I
/// joins the run that begins with First where Joins(First, I) holds. Calls
/// Visit(First, End) for each run, in order.
template <typename Joining, typename Visitor>
void forEachRun(size_t Count, Joining Joins, Visitor Visit) {
  for (size_t First = 0, End; First < Count; First = End) {
    for (End = First + 1; End < Count && Joins(First, End);)
      ++End;
    Visit(First, End);
  }
}

} // namespace foreslice

#endif // FORESLICE_SUPPORT_RUNS_H
