//===- Inequalities.h - whether integers can satisfy polynomials ----------===//
//
// MLIR's Presburger library decides about linear inequalities. In polynomials
// each product becomes a variable of its own, and what is known of it is made
// by multiplying inequalities with products that are not negative: from
// `j <= i - 1` and `0 <= s` follows `j*s <= i*s - s`.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_INEQUALITIES_H
#define FORESLICE_PASSES_SUMMARY_INEQUALITIES_H

#include "summary/Polynomials.h"

#include <set>

namespace foreslice {

class Inequalities {
public:
  /// What is larger is not looked at: the time of a query is bounded. Bits are
  /// those of coefficients beyond 1.
  static constexpr unsigned MostVariables = 32, MostRows = 96, MostTerms = 256,
                            MostBits = 128;
  /// Beyond this, rational solutions count, too.
  static constexpr unsigned MostIntegerVariables = 10;

  /// With Multiplies, whether inequalities are multiplied with a factor.
  explicit Inequalities(llvm::function_ref<bool(unsigned)> Multiplies)
      : Multiplies(Multiplies) {}

  /// P >= 0, about what is asked. An invalid one is left out.
  void ask(const Polynomial &P) {
    add(P);
    NumAsked = Rows.size();
  }
  /// P >= 0, which may help to tell.
  void add(const Polynomial &P);
  /// The product M is never less than Least.
  void addLeast(const Monomial &M, int64_t Least) {
    add(Polynomial::of(M) - Polynomial(Least));
  }
  /// True if no integers satisfy all of them; false if some do, or if that is
  /// hard to say.
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
