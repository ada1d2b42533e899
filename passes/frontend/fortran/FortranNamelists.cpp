//===- FortranNamelists.cpp - the items of a NAMELIST group ---------------===//
//
// See FortranNamelists.h. The structures, from flang's namelist.h:
//
//   group: name, number of items, items, table of defined I/O
//   item:  name, descriptor of the variable
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranNamelists.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

/// With more items, a slice would read little else.
static constexpr uint64_t MostItems = 256;

/// The value at Pointer, if stored once as a whole.
static Value *contents(Value *Pointer) {
  if (auto *GV = dyn_cast<GlobalVariable>(Pointer))
    return GV->isConstant() && GV->hasInitializer() ? GV->getInitializer()
                                                    : nullptr;
  if (!isa<AllocaInst>(Pointer))
    return nullptr;
  Value *Stored = nullptr;
  for (User *U : Pointer->users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != Pointer)
      continue;
    if (Stored)
      return nullptr;
    Stored = Store->getValueOperand();
  }
  return Stored;
}

/// A part of V; null if unknown.
template <typename T> static T *part(Value *V, ArrayRef<unsigned> Place) {
  Value *Found = V ? FindInsertedValue(V, Place) : nullptr;
  return dyn_cast_or_null<T>(Found);
}

/// Null if V has no constant text there.
static GlobalVariable *text(Value *V, ArrayRef<unsigned> Place) {
  auto *Text = part<GlobalVariable>(V, Place);
  auto *Is =
      Text ? dyn_cast_or_null<ConstantDataSequential>(contents(Text)) : nullptr;
  return Is && Is->isCString() ? Text : nullptr;
}

static bool isGroup(const Type *T) {
  auto *Structure = dyn_cast<StructType>(T);
  return Structure && Structure->getNumElements() == 4;
}

Namelist namelistOf(const CallBase &Input) {
  Value *Group = contents(Input.getArgOperand(1));
  if (!Group || !isGroup(Group->getType()))
    return {};
  auto *Count = part<ConstantInt>(Group, {1});
  Value *List = part<Value>(Group, {2});
  Value *Items = List ? contents(List) : nullptr;
  auto *Array = Items ? dyn_cast<ArrayType>(Items->getType()) : nullptr;
  if (!Count || !Array || !isa<StructType>(Array->getElementType()) ||
      Count->getZExtValue() != Array->getNumElements() ||
      Count->getZExtValue() > MostItems)
    return {};
  Namelist Result = {text(Group, {0}), {}};
  for (unsigned I = 0; I < Array->getNumElements(); ++I) {
    auto *Descriptor = part<Value>(Items, {I, 1});
    GlobalVariable *Name = text(Items, {I, 0});
    if (!Result.Name || !Name || !Descriptor)
      return {};
    Result.Items.push_back({Name, Descriptor});
  }
  return Result;
}

} // namespace foreslice
