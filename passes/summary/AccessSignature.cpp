//===- AccessSignature.cpp - I/O signatures of accesses -------------------===//
//
// See AccessSignature.h.
//
//===----------------------------------------------------------------------===//

#include "summary/AccessSignature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

namespace {

/// One loop of the pattern: the access's stride and the number of iterations.
struct Dimension {
  Polynomial Stride, Times;
};

class SignatureBuilder {
public:
  SignatureBuilder(const AccessSummary &Access, const Polynomial &Start,
                   SymbolicValues &Values, FactorNames &Names)
      : Access(Access), Values(Values), Names(Names), Position(Start),
        Operation(lookupIOCall(*Access.Call)->isRead() ? "READ" : "WRITE") {}
  AccessSignature build();

private:
  bool splitIntoDimensions();
  bool changesUnknown(const Polynomial &P) const;
  std::string spatial() const;
  std::string requestSize() const;

  const AccessSummary &Access;
  SymbolicValues &Values;
  FactorNames &Names;
  Polynomial Position;
  const std::string Operation;
  SmallVector<Dimension, 4> Dimensions; ///< From the innermost on.
  Polynomial Repetitions = 1;
};

} // namespace

Polynomial timesIn(const Loop &L, const AccessSummary &Access,
                   SymbolicValues &Values) {
  // A single bound of the counter is the loop's, and may be known even if SCEV
  // takes the bound to change in the loop.
  unsigned Found = 0;
  Polynomial Times;
  for (const Polynomial &Fact : Access.Facts) {
    auto [Last, Multiple] = Fact.split(Values.counter(L));
    if (!Last.isValid() || Multiple != Polynomial(-1))
      continue;
    ++Found;
    Times = Last + 1;
  }
  return Found == 1 && L.getExitingBlock()
             ? Times
             : Values.iterations(L, *Access.Call->getParent());
}

/// True if P changes in a loop by more than the counter: data decide P.
bool SignatureBuilder::changesUnknown(const Polynomial &P) const {
  return !P.isValid() || P.any([&](unsigned F) {
    return Values.factor(F).Outer &&
           Values.key(F)[0] != SymbolicValues::CounterKey;
  });
}

/// False if there is no regular pattern.
bool SignatureBuilder::splitIntoDimensions() {
  if (changesUnknown(Position))
    return false;
  for (const Loop *L : reverse(Access.Loops)) {
    auto [Rest, Stride] = Position.split(Values.counter(*L));
    if (!Rest.isValid())
      return false;
    Polynomial Times = timesIn(*L, Access, Values);
    Position = Rest;
    if (Stride.isZero())
      Repetitions = Repetitions * Times;
    else
      Dimensions.push_back({Stride, Times});
  }
  return true;
}

std::string SignatureBuilder::spatial() const {
  if (Dimensions.empty())
    return "No spatial pattern";
  auto IsNegative = [](const Polynomial &P) {
    return all_of(P.terms(), [](const auto &Term) { return Term.second < 0; });
  };
  // Each dimension goes on at the end of the inner dimension.
  Polynomial Span = Access.Length;
  bool Contiguous = all_of(Dimensions, [&](const Dimension &D) {
    bool GoesOn = D.Stride.isValid() && D.Stride == Span;
    Span = Span * D.Times;
    return GoesOn;
  });
  if (Contiguous)
    return "Contiguous";
  if (Dimensions.size() == 1)
    return IsNegative(Dimensions[0].Stride) ? "Non-contiguous, negative strided"
                                            : "Non-contiguous, fixed strided";
  return ("Non-contiguous, " + Twine(Dimensions.size()) + "d strided").str();
}

/// A small request is a part of a memory page, a large request has many pages.
std::string SignatureBuilder::requestSize() const {
  constexpr int64_t Page = 4096, Many = 16;
  const Polynomial &Length = Access.Length;
  if (!Length.isValid())
    return "unknown size";
  if (Length.any([&](unsigned F) { return Values.factor(F).Outer != nullptr; }))
    return "variable size";
  if (!Length.any([](unsigned) { return true; })) {
    int64_t Bytes = Length.coefficient(Monomial());
    return Bytes < Page          ? "small, fixed size"
           : Bytes < Page * Many ? "medium, fixed size"
                                 : "large, fixed size";
  }
  return "fixed size";
}

AccessSignature SignatureBuilder::build() {
  bool Regular = splitIntoDimensions();
  std::string Size = Names.text(Access.Length);
  AccessSignature Result;
  bool Repeats = Repetitions != Polynomial(1);
  if (Regular) {
    std::string Inner;
    for (const Dimension &D : Dimensions)
      Inner += (Inner.empty() ? "[" : ", [") + Names.text(D.Stride) + ", " +
               Size + ", " + Names.text(D.Times) + "]";
    if (Dimensions.empty())
      Inner = "[0, " + Size + ", 1]";
    Result.Trace = "{" + Operation + ", " + Names.text(Position) + ", " +
                   std::to_string(std::max<size_t>(Dimensions.size(), 1)) +
                   ", (" + Inner + "), " + Names.text(Repetitions) + "}";
  }
  // No compiler knows the time of the read.
  Result.Pattern = "{" + Operation + ", <" +
                   (Regular ? spatial() : "Random, as far as can be seen") +
                   ">, <" + (Repeats ? "repetitive" : "single occurrence") +
                   ">, <" + requestSize() + ">, <unknown>}";
  return Result;
}

/// The starts of Access, one for each way there.
static SmallVector<Polynomial, 2> startsOf(const AccessSummary &Access,
                                           SymbolicValues &Values) {
  constexpr unsigned Most = 4;
  const Polynomial &Start = Access.Start;
  if (!Start.isValid() || Start.terms().size() != 1)
    return {Start};
  auto &[M, Factor] = *Start.terms().begin();
  if (M.size() != 1 || Values.key(M[0])[0] != SymbolicValues::ValueKey)
    return {Start};
  auto *Phi = dyn_cast<PHINode>(
      reinterpret_cast<Value *>(static_cast<uintptr_t>(Values.key(M[0])[1])));
  bool Merges = Phi && Phi->getNumIncomingValues() <= Most &&
                none_of(Access.Loops, [&](const Loop *L) {
                  return L->getHeader() == Phi->getParent();
                });
  if (!Merges)
    return {Start};
  SmallVector<Polynomial, 2> Result;
  for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I)
    Result.push_back(
        Values.convert(Phi->getIncomingValue(I), *Phi->getIncomingBlock(I)) *
        Polynomial(Factor));
  Values.takeFacts(); // of no other access
  return Result;
}

AccessSignature signatureOf(const AccessSummary &Access, SymbolicValues &Values,
                            FactorNames &Names) {
  AccessSignature Result;
  for (const Polynomial &Start : startsOf(Access, Values)) {
    AccessSignature One =
        SignatureBuilder(Access, Start, Values, Names).build();
    for (auto [To, From] : {std::pair(&Result.Trace, &One.Trace),
                            std::pair(&Result.Pattern, &One.Pattern)})
      if (To->empty())
        *To = *From;
      else if (*To != *From)
        *To += " or " + *From;
  }
  return Result;
}

} // namespace foreslice
