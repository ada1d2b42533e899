//===- Inequalities.h - whether integers can satisfy polynomials ----------===//
//
// MLIR's Presburger library decides about linear inequalities. Each product in
// a polynomial becomes a variable. Facts about products come from multiplying
// inequalities with products that are not negative: from `j <= i - 1` and `0 <=
// s` follows `j*s <= i*s - s`.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_INEQUALITIES_H
#define FORESLICE_PASSES_SUMMARY_INEQUALITIES_H

#include "summary/Polynomials.h"

#include <set>

namespace foreslice {

class Inequalities {
public:
  /// Larger systems are not looked at, to bound the time of a query. Bits are
  /// the bits of coefficients beyond 1.
  static constexpr unsigned MostVariables = 32, MostRows = 96, MostTerms = 256,
                            MostBits = 128;
  /// With more variables, rational solutions count, too.
  static constexpr unsigned MostIntegerVariables = 10;

  /// Multiplies says whether inequalities are multiplied with a factor.
  explicit Inequalities(llvm::function_ref<bool(unsigned)> Multiplies)
      : Multiplies(Multiplies) {}

  /// Adds P >= 0, a part of the question. An invalid P is left out.
  void ask(const Polynomial &P) {
    add(P);
    NumAsked = Rows.size();
  }
  /// Adds P >= 0, a fact that may help.
  void add(const Polynomial &P);
  /// Adds the fact that the product M is never less than Least.
  void addLeast(const Monomial &M, int64_t Least) {
    add(Polynomial::of(M) - Polynomial(Least));
  }
  /// True if no integers satisfy all inequalities; false if some do, or if the
  /// answer is hard to find.
  bool haveNoSolution();

private:
  bool findLeast();
  llvm::SmallVector<Monomial, 4>
  multipliers(const Polynomial &P, const std::set<Monomial> &Products) const;
  std::optional<int64_t> leastOf(const Monomial &M) const;
  void multiply();
  bool solve() const;

  llvm::function_ref<bool(unsigned)> Multiplies;
  llvm::SmallVector<Polynomial, 0> Rows;
  size_t NumAsked = 0;
  std::map<Monomial, int64_t> Least;
  bool Contradiction = false;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_INEQUALITIES_H
