//===- Inequalities.cpp - whether integers can satisfy polynomials --------===//
//
// See Inequalities.h. Multiplying constraints to learn of products is the
// reformulation-linearization technique of H. Sherali and W. Adams, SIAM J.
// Discrete Math. 3(3), 1990.
//
//===----------------------------------------------------------------------===//

#include "summary/Inequalities.h"

#include "mlir/Analysis/Presburger/Simplex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace llvm;
using namespace mlir::presburger;

namespace foreslice {

/// Most values of a variable, to try each.
static constexpr int64_t MostValues = 4;

void Inequalities::add(const Polynomial &P) {
  if (!P.isValid())
    return;
  int64_t Divisor = 0;
  for (auto &[M, C] : P.terms())
    if (!M.empty())
      Divisor = std::gcd(Divisor, C);
  int64_t Constant = P.coefficient({});
  if (Divisor == 0) {
    Contradiction |= Constant < 0;
    return;
  }
  Polynomial Row(divideFloorSigned(Constant, Divisor));
  for (auto &[M, C] : P.terms())
    if (!M.empty())
      Row = Row + Polynomial::of(M, C / Divisor);
  if (Rows.size() < MostRows && !is_contained(Rows, Row))
    Rows.push_back(std::move(Row));
}

std::optional<int64_t> Inequalities::leastOf(const Monomial &M) const {
  if (auto It = Least.find(M); It != Least.end())
    return It->second;
  if (M.size() == 1)
    return std::nullopt;
  bool Positive = true;
  for (unsigned F : M) {
    auto It = Least.find({F});
    if (It == Least.end() || It->second < 0)
      return std::nullopt;
    Positive &= It->second > 0;
  }
  return Positive;
}

/// Finds lower bounds from single inequalities, with bounds found before.
bool Inequalities::findLeast() {
  bool Changed = false;
  for (const Polynomial &P : Rows) {
    const Monomial *Bounded = nullptr;
    int64_t Factor = 0, Sum = 0; // Factor * Bounded >= Sum
    bool Known = true;
    for (auto &[M, C] : P.terms()) {
      std::optional<int64_t> L;
      int64_t Part;
      if (M.empty()) {
        Known &= !__builtin_sub_overflow(Sum, C, &Sum);
      } else if (C > 0) {
        Known &= !Bounded;
        Bounded = &M;
        Factor = C;
      } else if (!(L = leastOf(M)) || __builtin_mul_overflow(-C, *L, &Part) ||
                 __builtin_add_overflow(Sum, Part, &Sum)) {
        Known = false;
      }
    }
    if (!Known || !Bounded)
      continue;
    int64_t Bound = divideCeilSigned(Sum, Factor);
    std::optional<int64_t> Old = leastOf(*Bounded);
    if (Old && *Old >= Bound)
      continue;
    Least[*Bounded] = Bound;
    Changed = true;
  }
  return Changed;
}

static bool isLinear(const Polynomial &P) {
  return all_of(P.terms(), [](auto &Term) { return Term.first.size() <= 1; });
}

static void findProducts(ArrayRef<Polynomial> Rows, std::set<Monomial> &Found) {
  for (const Polynomial &P : Rows)
    for (auto &[M, C] : P.terms())
      if (M.size() > 1)
        Found.insert(M);
}

/// Adds facts about products from linear inequalities: first about products in
/// the question, then about products in the new facts.
void Inequalities::multiply() {
  SmallVector<Polynomial, 0> Linear;
  copy_if(Rows, std::back_inserter(Linear), isLinear);
  std::set<Monomial> Products;
  findProducts(ArrayRef(Rows).take_front(NumAsked), Products);
  for (unsigned Round = 0; Round < 2; ++Round) {
    size_t Before = Rows.size();
    for (const Polynomial &P : Linear)
      for (const Monomial &By : multipliers(P, Products))
        add(P * Polynomial::of(By));
    findProducts(ArrayRef(Rows).drop_front(Before), Products);
  }
  for (const Monomial &M : Products)
    if (std::optional<int64_t> L = leastOf(M))
      addLeast(M, *L);
}

/// Factors that turn P into an inequality about a product of Products.
SmallVector<Monomial, 4>
Inequalities::multipliers(const Polynomial &P,
                          const std::set<Monomial> &Products) const {
  SmallVector<Monomial, 4> Result;
  for (auto &[T, C] : P.terms())
    for (const Monomial &M : Products)
      if (auto Q = quotient(M, T); Q && !T.empty() && !Q->empty() &&
                                   all_of(*Q, Multiplies) &&
                                   !is_contained(Result, *Q))
        if (std::optional<int64_t> L = leastOf(*Q); L && *L >= 0)
          Result.push_back(*Q);
  return Result;
}

/// True if a variable has no integer value, or each of few values leads
/// nowhere. The library's search for integers takes seconds for some small
/// systems.
static bool hasIntegerGap(Simplex &S, unsigned NumVariables) {
  for (unsigned V = 0; V < NumVariables; ++V) {
    SmallVector<DynamicAPInt> Row(NumVariables + 1, DynamicAPInt(0));
    Row[V] = 1;
    auto [Least, Most] = S.computeIntegerBounds(Row);
    if (!Least.isBounded() || !Most.isBounded() || *Most - *Least >= MostValues)
      continue;
    bool Leads = false;
    for (DynamicAPInt Value = *Least; !Leads && Value <= *Most; ++Value) {
      SimplexRollbackScopeExit Undo(S);
      Row[NumVariables] = -Value;
      S.addEquality(Row);
      Leads = !S.isEmpty();
    }
    if (!Leads)
      return true;
  }
  return false;
}

bool Inequalities::solve() const {
  std::map<Monomial, unsigned> Columns;
  unsigned Terms = 0, Bits = 0;
  for (const Polynomial &P : Rows)
    for (auto &[M, C] : P.terms())
      if (!M.empty()) {
        Columns.try_emplace(M, Columns.size());
        ++Terms;
        Bits += Log2_64(std::abs(C));
      }
  if (Columns.size() > MostVariables || Terms > MostTerms || Bits > MostBits)
    return false;
  Simplex Set(Columns.size());
  for (const Polynomial &P : Rows) {
    SmallVector<DynamicAPInt> Row(Columns.size() + 1, DynamicAPInt(0));
    for (auto &[M, C] : P.terms())
      Row[M.empty() ? Columns.size() : Columns.at(M)] = C;
    Set.addInequality(Row);
    if (Set.isEmpty())
      return true;
  }
  return Columns.size() <= MostIntegerVariables &&
         hasIntegerGap(Set, Columns.size());
}

bool Inequalities::haveNoSolution() {
  constexpr unsigned MaxRounds = 4;
  for (unsigned Round = 0; Round < MaxRounds && findLeast(); ++Round)
    ;
  for (auto &[M, L] : Least)
    addLeast(M, L);
  multiply();
  return Contradiction || solve();
}

} // namespace foreslice
