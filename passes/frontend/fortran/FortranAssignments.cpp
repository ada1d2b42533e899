//===- FortranAssignments.cpp - assignments by flang's run time -----------===//
//
// See FortranAssignments.h. Descriptors are variables of the function, filled
// whole: by one store, or from one another.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranAssignments.h"
#include "copy/LibraryBodies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace foreslice {

static constexpr unsigned char AssignmentBodies[] = {
#include "frontend/fortran/library/assignments.inc"
};
static constexpr StringLiteral Body = "_FortranAAssign.vector";

/// Fields of a descriptor, in flang's layout.
enum Field : unsigned { Element = 1, Rank = 3, Kind = 4, Attribute = 5 };

/// What all that fill Variable, a descriptor, put into a field; none if that is
/// no number, or not known.
static std::optional<uint64_t> fieldOf(const Value *Variable, Field Of,
                                       unsigned Depth = 0) {
  constexpr unsigned MostCopies = 4;
  if (!isa<AllocaInst>(Variable) || Depth > MostCopies)
    return std::nullopt;
  std::optional<uint64_t> Found;
  for (const User *U : Variable->users()) {
    std::optional<uint64_t> Put;
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      const Value *Stored = Store->getValueOperand();
      if (Stored == Variable || !Stored->getType()->isStructTy())
        return std::nullopt;
      if (auto *Number = dyn_cast_or_null<ConstantInt>(
              FindInsertedValue(const_cast<Value *>(Stored), {Of})))
        Put = Number->getZExtValue();
    } else if (auto *Copied = dyn_cast<MemCpyInst>(U)) {
      if (Copied->getRawDest() != Variable)
        continue;
      Put = fieldOf(Copied->getRawSource(), Of, Depth + 1);
    } else if (auto *Part = dyn_cast<GetElementPtrInst>(U)) {
      if (all_of(Part->users(), IsaPred<LoadInst>))
        continue;
    } else if (isa<LoadInst, CallBase>(U)) {
      // The callee changes descriptors of what can be allocated only.
      continue;
    }
    if (!Put || (Found && Found != Put))
      return std::nullopt;
    Found = Put;
  }
  return Found;
}

/// Whether CB assigns a vector or a scalar to a vector of the same type, which
/// is neither allocatable nor a pointer.
static bool isOfVector(const CallBase &CB) {
  constexpr unsigned Arguments = 4;
  if (CB.arg_size() != Arguments)
    return false;
  const Value *To = CB.getArgOperand(0), *From = CB.getArgOperand(1);
  const std::optional<uint64_t> Bytes = fieldOf(To, Element),
                                Type = fieldOf(To, Kind),
                                Ranks = fieldOf(From, Rank);
  return Bytes && is_contained({1U, 2U, 4U, 8U}, *Bytes) && Type && Ranks &&
         *Ranks <= 1 && fieldOf(To, Rank) == 1 && fieldOf(To, Attribute) == 0 &&
         fieldOf(From, Element) == Bytes && fieldOf(From, Kind) == Type;
}

void addAssignments(Module &Copy) {
  bool Any = false;
  for (StringRef Name : {"_FortranAAssign", "_FortranAAssignTemporary"}) {
    Function *Assign = Copy.getFunction(Name);
    if (!Assign || !Assign->isDeclaration())
      continue;
    for (User *U : make_early_inc_range(Assign->users())) {
      auto *CB = dyn_cast<CallBase>(U);
      if (!CB || CB->getCalledFunction() != Assign || !isOfVector(*CB))
        continue;
      CB->setCalledFunction(
          Copy.getOrInsertFunction(Body, Assign->getFunctionType()));
      Any = true;
    }
  }
  if (Any)
    linkBodies(Copy, AssignmentBodies);
}

} // namespace foreslice
