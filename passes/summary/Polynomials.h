//===- Polynomials.h - what offsets are computed from ---------------------===//
//
// Polynomials with integer coefficients over factors that have numbers. One
// that has become too large, in terms or in coefficients, is invalid, and so is
// all that is computed from it: nothing can be said about what it stood for.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_POLYNOMIALS_H
#define FORESLICE_PASSES_SUMMARY_POLYNOMIALS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace foreslice {

/// A product of factors, in ascending order; empty for 1.
using Monomial = llvm::SmallVector<unsigned, 4>;

class Polynomial {
public:
  static constexpr size_t MostTerms = 24, HighestDegree = 6;
  static constexpr int64_t LargestCoefficient = int64_t(1) << 53;

  Polynomial() = default;
  Polynomial(int64_t Constant) { add({}, Constant); }
  static Polynomial invalid();
  static Polynomial of(Monomial M, int64_t Coefficient = 1);

  bool isValid() const { return Valid; }
  bool isZero() const { return Valid && Terms.empty(); }
  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  int64_t coefficient(const Monomial &M) const;
  bool operator==(const Polynomial &Other) const = default;

  Polynomial operator+(const Polynomial &Other) const;
  Polynomial operator-(const Polynomial &Other) const;
  Polynomial operator*(const Polynomial &Other) const;

  /// With other factors in their place.
  Polynomial renamed(llvm::function_ref<unsigned(unsigned)> New) const;
  /// This is Rest + Multiple * Factor; invalid Rest if it is not linear in it.
  std::pair<Polynomial, Polynomial> split(unsigned Factor) const;
  bool any(llvm::function_ref<bool(unsigned)> Is) const;

private:
  void add(const Monomial &M, int64_t Coefficient);

  std::map<Monomial, int64_t> Terms;
  bool Valid = true;
};

/// M is the product of Divisor and what is returned, if that is anything.
std::optional<Monomial> quotient(const Monomial &M, const Monomial &Divisor);

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_POLYNOMIALS_H
