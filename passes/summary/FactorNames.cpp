//===- FactorNames.cpp - access summaries as text -------------------------===//
//
// See FactorNames.h.
//
//===----------------------------------------------------------------------===//

#include "summary/FactorNames.h"
#include "copy/SourceNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

template <typename T> static T *pointer(uint64_t Bits) {
  return reinterpret_cast<T *>(static_cast<uintptr_t>(Bits));
}

/// The variable that counts the loop from 0 by 1; else "#" and a name: the
/// number of the iteration.
std::string FactorNames::nameOfCounter(const Loop &L) {
  std::string Other;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy())
      continue;
    std::string Name = sourceName(Phi, &Copy);
    Value *Start = nullptr, *Next = nullptr;
    for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
      (L.contains(Phi.getIncomingBlock(I)) ? Next : Start) =
          Phi.getIncomingValue(I);
    auto *Step = dyn_cast_or_null<BinaryOperator>(Next);
    bool Counts = Step && Step->getOpcode() == Instruction::Add &&
                  is_contained(Step->operands(), &Phi);
    if (Name.empty() && Step)
      Name = sourceName(*Step, &Copy);
    if (!Counts || Name.empty())
      continue;
    auto *By = dyn_cast<ConstantInt>(Step->getOperand(1));
    auto *From = dyn_cast_or_null<ConstantInt>(Start);
    if (From && From->isZero() && By && By->isOne())
      return Name;
    if (Other.empty())
      Other = "#" + Name;
  }
  if (!Other.empty())
    return Other;
  if (DebugLoc Loc = L.getStartLoc())
    return ("#line" + Twine(Loc.getLine())).str();
  return "#loop";
}

std::string FactorNames::propose(const SymbolicValues::Key &K) {
  switch (K[0]) {
  case SymbolicValues::CounterKey:
    return nameOfCounter(*pointer<const Loop>(K[1]));
  case SymbolicValues::ValueKey:
    return sourceName(*pointer<Value>(K[1]), &Copy);
  case SymbolicValues::QueryKey: {
    std::string Name = of(K[2]);
    bool IsWorld = Name == "ompi_mpi_comm_world" || Name.empty();
    auto Kind = static_cast<IOKind>(K[1]);
    if (Kind == IOKind::TypeSize)
      return "bytes(" + Name + ")";
    return (Kind == IOKind::CommRank ? "rank" : "size") +
           (IsWorld ? "" : "(" + Name + ")");
  }
  case SymbolicValues::MemoryKey: {
    // Type, writer, loop, then the place.
    int64_t Offset = static_cast<int64_t>(K[6]);
    if (K[5] == 0)
      return sourceNameOfPlace(*pointer<Value>(K[4]), Offset, &Copy);
    return ("*" + Twine(of(K[4])) +
            (Offset ? "[" + Twine(Offset) + " bytes in]" : Twine()))
        .str();
  }
  default:
    return "";
  }
}

const std::string &FactorNames::of(unsigned Factor) {
  auto It = Names.find(Factor);
  if (It != Names.end())
    return It->second;
  std::string Name = propose(Values.key(Factor));
  if (Name.empty())
    Name = "value";
  if (unsigned Before = Taken[Name]++)
    Name = (Name + "'" + Twine(Before + 1)).str();
  return Names[Factor] = Name;
}

std::string FactorNames::text(const Polynomial &P) {
  if (!P.isValid())
    return "?";
  std::string Result;
  auto Add = [&](const Monomial &M, int64_t C) {
    bool Negative = C < 0;
    if (!Result.empty())
      Result += Negative ? " - " : " + ";
    else if (Negative)
      Result += "-";
    uint64_t Size = Negative ? -static_cast<uint64_t>(C) : C;
    SmallVector<std::string> Factors;
    if (Size != 1 || M.empty())
      Factors.push_back(std::to_string(Size));
    for (unsigned F : M)
      Factors.push_back(of(F));
    Result += join(Factors, "*");
  };
  for (auto &[M, C] : P.terms())
    if (!M.empty())
      Add(M, C);
  if (int64_t C = P.coefficient({}); C || Result.empty())
    Add({}, C);
  return Result;
}

std::string FactorNames::fact(const Polynomial &P) {
  Polynomial Less, More;
  for (auto &[M, C] : P.terms())
    if (C < 0)
      Less = Less - Polynomial::of(M, C);
    else
      More = More + Polynomial::of(M, C);
  return text(Less) + " <= " + text(More);
}

} // namespace foreslice
