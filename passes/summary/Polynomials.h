//===- Polynomials.h - the arithmetic of offsets --------------------------===//
//
// Polynomials with integer coefficients over numbered factors. A polynomial
// with too many terms or too large coefficients is invalid, and so are all
// results computed from an invalid polynomial: nothing is known about the
// value.
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

  /// The polynomial with each factor F replaced by New(F).
  Polynomial renamed(llvm::function_ref<unsigned(unsigned)> New) const;
  /// The polynomial is Rest + Multiple * Factor; Rest is invalid if the
  /// polynomial is not linear in Factor.
  std::pair<Polynomial, Polynomial> split(unsigned Factor) const;
  bool any(llvm::function_ref<bool(unsigned)> Is) const;

private:
  void add(const Monomial &M, int64_t Coefficient);

  std::map<Monomial, int64_t> Terms;
  bool Valid = true;
};

/// The polynomial's M divided by Divisor; none if Divisor does not divide M.
std::optional<Monomial> quotient(const Monomial &M, const Monomial &Divisor);

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_POLYNOMIALS_H
