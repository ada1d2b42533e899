//===- SymbolicValues.h - values of a region as polynomials ---------------===//
//
// Integers that the region computes, as polynomials of the numbers of loop
// iterations and of what does not change, as ranks, parameters and sizes.
// Signed arithmetic counts as free of overflow, and conversions as keeping the
// value.
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

/// What polynomials multiply.
struct Factor {
  /// The innermost loop of the region in which it changes; null if none.
  const llvm::Loop *Outer = nullptr;
  std::optional<int64_t> Least;
};

class SymbolicValues {
public:
  using Key = llvm::SmallVector<uint64_t, 8>;
  /// What a key stands for: its first element. Behind it come addresses and
  /// numbers of factors:
  enum KeyKind : uint64_t {
    CounterKey, ///< loop
    ValueKey,   ///< value, loop within
    ExprKey,    ///< SCEV, loop within
    MemoryKey,  ///< type, writer, loop within, place as of placeOf()
    QueryKey,   ///< IOKind, factor of the handle
  };

  explicit SymbolicValues(WorkingCopy &Copy);

  /// Each loop of the copy is entered at one place only. Nothing else here
  /// holds where that is not so.
  bool areLoopsKnown() const;

  const Factor &factor(unsigned F) const { return Factors[F]; }
  const Key &key(unsigned F) const { return Keys[F]; }
  /// The number of the iteration of L, from 0.
  unsigned counter(const llvm::Loop &L);
  /// V as a factor of its own; the same wherever it is the same value.
  unsigned symbol(llvm::Value *V, const llvm::BasicBlock &Block);
  /// The bytes of a datatype, as MPI_Type_size says.
  unsigned typeSize(llvm::Value *Datatype, const llvm::BasicBlock &Block);
  /// What V is where Block uses it.
  Polynomial convert(llvm::Value *V, const llvm::BasicBlock &Block);

  /// Not negative where BB is executed: what branches before it have told.
  void addFacts(llvm::BasicBlock &BB);
  /// Those, and what is known of the values that were converted since the last
  /// time.
  llvm::SmallVector<Polynomial, 8> takeFacts();
  /// Not negative anywhere.
  llvm::ArrayRef<Polynomial> facts() const { return Everywhere; }

  /// Equal for pointers that lead to the same place as long as the region runs;
  /// empty if that cannot be said.
  Key placeOf(llvm::Value *Pointer);
  bool isOfRegion(const llvm::Loop &L) const {
    return InRegion.contains(L.getHeader());
  }
  /// How often L runs, or comes to BB in it, if it runs at all; invalid if that
  /// cannot be said.
  Polynomial iterations(const llvm::Loop &L, const llvm::BasicBlock &BB);
  /// The innermost loop of the region that has both; null if none has.
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
  AssumedFullCounts Full; ///< Before what looks at the copy.
  MemoryModel Memory;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> InRegion;
  std::map<Key, unsigned> Numbers;
  llvm::SmallVector<Factor, 16> Factors;
  llvm::SmallVector<Key, 16> Keys; ///< Of the factors.
  llvm::SmallVector<Polynomial, 4> Everywhere;
  llvm::SmallVector<Polynomial, 8> Facts;
  unsigned Depth = 0; ///< Of placeOf().
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_SYMBOLICVALUES_H
