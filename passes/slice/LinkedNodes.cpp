//===- LinkedNodes.cpp - the nodes of trees and lists ---------------------===//
//
// See LinkedNodes.h.
//
//===----------------------------------------------------------------------===//

#include "slice/LinkedNodes.h"

#include "copy/LibraryBodies.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

static bool isVariable(const Value *Root) {
  return isa<AllocaInst, GlobalVariable, Argument>(Root);
}

LinkedNodes::Place LinkedNodes::placeOf(const Value *Pointer) const {
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

LinkedNodes::LinkedNodes(const Function &F, RootsOf Roots)
    : DL(F.getDataLayout()) {
  for (const Instruction &I : instructions(F))
    if (linksNodes(I))
      note(I, Roots);
  if (Classes.empty())
    return;
  while (addLoads(F, Roots))
    ;
}

/// Notes the object accessed by I, and the pointer loaded or stored, as nodes.
void LinkedNodes::note(const Instruction &I, RootsOf Roots) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  Type *Accessed = getLoadStoreType(const_cast<Instruction *>(&I));
  auto [Base, Begin] = placeOf(Pointer);
  int64_t End = Begin + static_cast<int64_t>(DL.getTypeStoreSize(Accessed));
  if (!isVariable(Base)) {
    NodeEnd = std::max(NodeEnd, End);
  } else {
    auto [It, New] = Variables.try_emplace(Base, Extent{Begin, End});
    It->second.Begin = std::min(It->second.Begin, Begin);
    It->second.End = std::max(It->second.End, End);
  }
  const Value *First = nullptr;
  auto Add = [&](const Value *V) {
    for (const Value *Root : Roots(V))
      if (!isa<Constant>(Root) || isa<GlobalVariable>(Root))
        First = *Classes.unionSets(First ? First : Root, Root);
  };
  Add(Pointer);
  if (auto *Store = dyn_cast<StoreInst>(&I); Store && Accessed->isPointerTy())
    Add(Store->getValueOperand());
  if (isa<LoadInst>(I) && Accessed->isPointerTy())
    Add(&I);
}

bool LinkedNodes::isInNode(const Value *Root, int64_t Offset) const {
  auto It = Variables.find(Root);
  return It == Variables.end()
             ? !isVariable(Root) && Offset >= 0 && Offset < NodeEnd
             : Offset >= It->second.Begin && Offset < It->second.End;
}

/// Notes pointers loaded from nodes by other code. True if any was new.
bool LinkedNodes::addLoads(const Function &F, RootsOf Roots) {
  bool Grew = false;
  for (const Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->getType()->isPointerTy())
      continue;
    auto [Base, Offset] = placeOf(Load->getPointerOperand());
    for (const Value *Root : Roots(Base)) {
      if (!leaderOf(Root) || !isInNode(Root, Offset) ||
          Classes.isEquivalent(Root, Load))
        continue;
      Classes.unionSets(Root, Load);
      Grew = true;
    }
  }
  return Grew;
}

const Value *LinkedNodes::leaderOf(const Value *Root) const {
  auto It = Classes.findLeader(Root);
  return It == Classes.member_end() ? nullptr : *It;
}

bool LinkedNodes::isBesideHead(const Value *A, LocationSize SizeA,
                               const Value *B, RootsOf Roots) const {
  if (Variables.empty() || !SizeA.hasValue() || SizeA.isScalable())
    return false;
  auto [Base, Begin] = placeOf(A);
  auto It = Variables.find(Base);
  if (It == Variables.end() || placeOf(B).Base == Base)
    return false;
  int64_t End = Begin + static_cast<int64_t>(SizeA.getValue());
  bool Beside = End <= It->second.Begin || Begin >= It->second.End;
  return Beside && all_of(Roots(B), [&](const Value *Root) {
           return Classes.isEquivalent(Root, Base);
         });
}

} // namespace foreslice
