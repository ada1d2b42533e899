//===- Polynomials.cpp - the arithmetic of offsets ------------------------===//
//
// See Polynomials.h.
//
//===----------------------------------------------------------------------===//

#include "summary/Polynomials.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace foreslice {

Polynomial Polynomial::invalid() {
  Polynomial P;
  P.Valid = false;
  return P;
}

Polynomial Polynomial::of(Monomial M, int64_t Coefficient) {
  llvm::sort(M);
  Polynomial P;
  P.add(M, Coefficient);
  return P;
}

void Polynomial::add(const Monomial &M, int64_t Coefficient) {
  auto TooLarge = [](int64_t C) {
    return C > LargestCoefficient || C < -LargestCoefficient;
  };
  if (!Valid || Coefficient == 0)
    return;
  auto It = Terms.try_emplace(M, 0).first;
  // Neither is above 2^53.
  if (TooLarge(Coefficient) || TooLarge(It->second += Coefficient) ||
      M.size() > HighestDegree || Terms.size() > MostTerms)
    *this = invalid();
  else if (It->second == 0)
    Terms.erase(It);
}

int64_t Polynomial::coefficient(const Monomial &M) const {
  auto It = Terms.find(M);
  return It == Terms.end() ? 0 : It->second;
}

Polynomial Polynomial::operator+(const Polynomial &Other) const {
  if (!Valid || !Other.Valid)
    return invalid();
  Polynomial Sum = *this;
  for (auto &[M, C] : Other.Terms)
    Sum.add(M, C);
  return Sum;
}

Polynomial Polynomial::operator-(const Polynomial &Other) const {
  return *this + Other * Polynomial(-1);
}

Polynomial Polynomial::operator*(const Polynomial &Other) const {
  if (!Valid || !Other.Valid)
    return invalid();
  Polynomial Product;
  for (auto &[M, C] : Terms)
    for (auto &[N, D] : Other.Terms) {
      Monomial MN(M);
      MN.append(N.begin(), N.end());
      llvm::sort(MN);
      int64_t CD;
      if (__builtin_mul_overflow(C, D, &CD))
        return invalid();
      Product.add(MN, CD);
    }
  return Product;
}

Polynomial Polynomial::renamed(function_ref<unsigned(unsigned)> New) const {
  Polynomial Result;
  Result.Valid = Valid;
  for (auto &[M, C] : Terms) {
    Monomial N;
    for (unsigned F : M)
      N.push_back(New(F));
    llvm::sort(N);
    Result.add(N, C);
  }
  return Result;
}

std::pair<Polynomial, Polynomial> Polynomial::split(unsigned Factor) const {
  Polynomial Rest, Multiple;
  Rest.Valid = Multiple.Valid = Valid;
  for (auto &[M, C] : Terms)
    if (std::optional<Monomial> Q = quotient(M, {Factor})) {
      if (is_contained(*Q, Factor))
        return {invalid(), invalid()};
      Multiple.add(*Q, C);
    } else {
      Rest.add(M, C);
    }
  return {Rest, Multiple};
}

bool Polynomial::any(function_ref<bool(unsigned)> Is) const {
  return any_of(Terms, [&](auto &Term) { return any_of(Term.first, Is); });
}

std::optional<Monomial> quotient(const Monomial &M, const Monomial &Divisor) {
  if (!std::includes(M.begin(), M.end(), Divisor.begin(), Divisor.end()))
    return std::nullopt;
  Monomial Q;
  std::set_difference(M.begin(), M.end(), Divisor.begin(), Divisor.end(),
                      std::back_inserter(Q));
  return Q;
}

} // namespace foreslice
