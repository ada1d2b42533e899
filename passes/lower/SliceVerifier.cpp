//===- SliceVerifier.cpp - proof that a slice is harmless -----------------===//
//
// See SliceVerifier.h.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceVerifier.h"
#include "model/AbiFunctions.h"
#include "model/LibraryCalls.h"
#include "model/PureCalls.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace foreslice {

/// Memory of the slice's own. Bounds are Lowering's to check.
static bool isPrivate(const Value *Pointer) {
  const Value *Base = getUnderlyingObject(Pointer, 0);
  auto *CB = dyn_cast<CallBase>(Base);
  return isa<AllocaInst>(Base) || (CB && isSliceAllocation(*CB));
}

static const char *wrongWithCall(const CallBase &CB) {
  if (isSliceCall(CB))
    return nullptr;
  if (auto *MI = dyn_cast<MemIntrinsic>(&CB))
    return isPrivate(MI->getDest()) ? nullptr : "writes shared memory";
  if (const StringCall *Text = lookupStringCall(CB))
    return !Text->hasLimit()         ? "writes text of any length"
           : isPrivate(Text->to(CB)) ? nullptr
                                     : "writes shared memory";
  if (auto Written = computationOf(CB))
    return all_of(*Written,
                  [&](const WrittenArgument &W) {
                    return isa<AllocaInst>(CB.getArgOperand(W.Arg));
                  })
               ? nullptr
               : "writes shared memory";
  if (isPureAssembly(CB))
    return nullptr;
  if (CB.isInlineAsm())
    return "has inline assembly with effects";
  if (!CB.getCalledFunction())
    return "calls through a pointer";
  if (CB.getCalledFunction()->isIntrinsic() && !CB.mayWriteToMemory())
    return nullptr;
  MemoryEffects Effects = CB.getMemoryEffects();
  for (IRMemLocation Loc : {IRMemLocation::ArgMem, IRMemLocation::Other,
                            IRMemLocation::InaccessibleMem})
    if (isModSet(Effects.getModRef(Loc)))
      return "calls a function with effects";
  return nullptr;
}

static const char *wrongWith(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return !Store->isSimple()                       ? "has an atomic store"
           : !isPrivate(Store->getPointerOperand()) ? "stores to shared memory"
                                                    : nullptr;
  if (auto *CB = dyn_cast<CallInst>(&I))
    return wrongWithCall(*CB);
  if (isa<UnreachableInst>(I))
    return "can run off its end";
  if (I.isTerminator())
    return isa<BranchInst>(I) || isa<SwitchInst>(I) || isa<ReturnInst>(I)
               ? nullptr
               : "has an unexpected terminator";
  return I.mayWriteToMemory() && !isa<LoadInst>(I) ? "writes memory" : nullptr;
}

std::string verifySlice(Function &Slice) {
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyFunction(Slice, &OS))
    return "is malformed: " + Broken;
  for (const Instruction &I : instructions(Slice))
    if (const char *Wrong = wrongWith(I)) {
      OS << Wrong << ':' << I;
      return Broken;
    }
  return "";
}

} // namespace foreslice
