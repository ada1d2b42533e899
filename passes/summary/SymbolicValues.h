//===- SymbolicValues.h - values of a region as polynomials ---------------===//
//
// Integers computed by the region, as polynomials of the numbers of loop
// iterations and of constants of the region, such as ranks, parameters and
// sizes. Signed arithmetic counts as free of overflow, and conversions as
// keeping the value.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_SYMBOLICVALUES_H
#define FORESLICE_PASSES_SUMMARY_SYMBOLICVALUES_H

#include "copy/AccessCounts.h"
#include "model/IOModel.h"
#include "slice/MemoryModel.h"
#include "summary/Polynomials.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace foreslice {

/// A factor of polynomials.
struct Factor {
  /// The innermost loop of the region in which the factor changes; null if
  /// constant.
  const llvm::Loop *Outer = nullptr;
  std::optional<int64_t> Least;
};

class SymbolicValues {
public:
  using Key = llvm::SmallVector<uint64_t, 8>;
  /// The kind of a key: the first element. Then come addresses and numbers of
  /// factors:
  enum KeyKind : uint64_t {
    CounterKey, ///< loop
    ValueKey,   ///< value, loop within
    ExprKey,    ///< SCEV, loop within
    MemoryKey,  ///< type, writer, loop within, place as of placeOf()
    QueryKey,   ///< IOKind, factor of the handle
  };

  explicit SymbolicValues(WorkingCopy &Copy);

  /// True if each loop of the copy has a single entry. Else no other answer is
  /// valid.
  bool areLoopsKnown() const;

  const Factor &factor(unsigned F) const { return Factors[F]; }
  const Key &key(unsigned F) const { return Keys[F]; }
  /// The factor for the number of L's iteration, from 0.
  unsigned counter(const llvm::Loop &L);
  /// V as a factor: the same factor wherever V has the same value.
  unsigned symbol(llvm::Value *V, const llvm::BasicBlock &Block);
  /// The bytes of a datatype, as from MPI_Type_size.
  unsigned typeSize(llvm::Value *Datatype, const llvm::BasicBlock &Block);
  /// The value of V when used in Block.
  Polynomial convert(llvm::Value *V, const llvm::BasicBlock &Block);

  /// Adds polynomials not negative where BB is executed: the outcome of
  /// branches before.
  void addFacts(llvm::BasicBlock &BB);
  /// The facts added, and facts about values converted, since the last call.
  llvm::SmallVector<Polynomial, 8> takeFacts();
  /// Polynomials not negative anywhere.
  llvm::ArrayRef<Polynomial> facts() const { return Everywhere; }

  /// The same for pointers to one place while the region runs; empty if
  /// unknown.
  Key placeOf(llvm::Value *Pointer);
  bool isOfRegion(const llvm::Loop &L) const {
    return InRegion.contains(L.getHeader());
  }
  /// The number of times that L iterates, or comes to BB inside, if L runs at
  /// all; invalid if unknown.
  Polynomial iterations(const llvm::Loop &L, const llvm::BasicBlock &BB);
  /// The innermost loop of the region around both blocks; null if there is
  /// none.
  const llvm::Loop *innermost(const llvm::BasicBlock &A,
                              const llvm::BasicBlock &B) const;

private:
  unsigned number(const Key &K, Factor F);
  unsigned query(const IOCall &Call, llvm::Value *Handle);
  llvm::CallBase *onlyQueryOf(llvm::Value *Pointer);
  unsigned loaded(llvm::LoadInst &Load, const llvm::BasicBlock &Block);
  unsigned opaque(const llvm::SCEV *S, const llvm::BasicBlock &Block);
  Polynomial convert(const llvm::SCEV *S, const llvm::BasicBlock &Block);
  Polynomial convertMinMax(const llvm::SCEVNAryExpr *S,
                           const llvm::BasicBlock &Block);
  Polynomial convertDivision(const llvm::SCEVUDivExpr *S,
                             const llvm::BasicBlock &Block);
  void addConditions(llvm::BasicBlock &BB);
  void addCondition(llvm::Value *Condition, bool Holds,
                    const llvm::BasicBlock &Block);
  void addExitCounts(const llvm::Loop &L, llvm::BasicBlock &BB);

  WorkingCopy &Copy;
  AssumedFullCounts Full; ///< Made before the other analyses of the copy.
  MemoryModel Memory;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> InRegion;
  std::map<Key, unsigned> Numbers;
  llvm::SmallVector<Factor, 16> Factors;
  llvm::SmallVector<Key, 16> Keys; ///< By number of the factor.
  llvm::SmallVector<Polynomial, 4> Everywhere;
  llvm::SmallVector<Polynomial, 8> Facts;
  unsigned Depth = 0; ///< Of placeOf().
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_SYMBOLICVALUES_H
