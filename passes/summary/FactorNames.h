//===- FactorNames.h - access summaries as text ---------------------------===//
//
// Names for the factors of polynomials: "rank", "size", counters of loops by
// variable, parameters and variables by name in the source.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_FACTORNAMES_H
#define FORESLICE_PASSES_SUMMARY_FACTORNAMES_H

#include "summary/SymbolicValues.h"

#include "llvm/ADT/StringMap.h"

#include <map>
#include <string>

namespace foreslice {

class FactorNames {
public:
  FactorNames(WorkingCopy &Copy, SymbolicValues &Values)
      : Copy(Copy), Values(Values) {}

  /// A unique name.
  const std::string &of(unsigned Factor);
  /// "512*i + rank*n + 8"; "?" if invalid.
  std::string text(const Polynomial &P);
  /// "i + 1 <= n", for a polynomial known not to be negative.
  std::string fact(const Polynomial &P);

private:
  std::string propose(const SymbolicValues::Key &K);
  std::string nameOfCounter(const llvm::Loop &L);

  WorkingCopy &Copy;
  SymbolicValues &Values;
  std::map<unsigned, std::string> Names;
  llvm::StringMap<unsigned> Taken;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_FACTORNAMES_H
