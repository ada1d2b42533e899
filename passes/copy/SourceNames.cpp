//===- SourceNames.cpp - names of values in the source --------------------===//
//
// See SourceNames.h.
//
//===----------------------------------------------------------------------===//

#include "copy/SourceNames.h"
#include "copy/WorkingCopy.h"
#include "model/LocalNames.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

namespace {
struct Named {
  std::string Name;
  DIType *Type = nullptr;
};
} // namespace

/// Without names for types and qualifiers.
static DIType *plain(DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    if (D->getTag() == dwarf::DW_TAG_pointer_type ||
        D->getTag() == dwarf::DW_TAG_reference_type ||
        D->getTag() == dwarf::DW_TAG_member)
      break;
    T = D->getBaseType();
  }
  return T;
}

static DIType *pointee(DIType *T) {
  auto *D = dyn_cast_or_null<DIDerivedType>(plain(T));
  return D && D->getTag() != dwarf::DW_TAG_member ? plain(D->getBaseType())
                                                  : nullptr;
}

/// The member at Offset bytes in the variable N.
static Named memberAt(Named N, int64_t Offset) {
  DIType *T = plain(N.Type);
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (Composite && Composite->getTag() == dwarf::DW_TAG_array_type) {
    DIType *Element = plain(Composite->getBaseType());
    int64_t Bytes = Element ? Element->getSizeInBits() / 8 : 0;
    if (Bytes <= 0)
      return {N.Name + "[...]", nullptr};
    return memberAt(
        {(N.Name + "[" + Twine(Offset / Bytes) + "]").str(), Element},
        Offset % Bytes);
  }
  if (Composite)
    for (DINode *E : Composite->getElements()) {
      auto *Member = dyn_cast<DIDerivedType>(E);
      if (!Member || Member->getTag() != dwarf::DW_TAG_member ||
          Member->isStaticMember())
        continue;
      int64_t Position = Member->getOffsetInBits() / 8;
      if (Position <= Offset &&
          Offset < Position + int64_t(Member->getSizeInBits() / 8))
        return memberAt(
            {N.Name + "." + Member->getName().str(), Member->getBaseType()},
            Offset - Position);
    }
  if (Offset == 0)
    return N;
  return {(N.Name + "[" + Twine(Offset) + " bytes in]").str(), nullptr};
}

static Named variableOf(Value &V) {
  auto Declares = findDVRDeclares(&V);
  auto Values = Declares.empty() ? findDVRValues(&V) : Declares;
  for (DbgVariableRecord *Record : Values)
    if (!Record->getVariable()->isArtificial() ||
        Record->getVariable()->getName() == "this")
      return {Record->getVariable()->getName().str(),
              Record->getVariable()->getType()};
  return {};
}

static Named nameOf(Value &V, WorkingCopy *Copy, unsigned Depth);

static Named nameOfPlace(Value &V, int64_t Offset, WorkingCopy *Copy,
                         unsigned Depth) {
  APInt More(64, 0);
  Value *Base = &V;
  if (auto *I = dyn_cast<Instruction>(&V))
    Base = V.stripAndAccumulateConstantOffsets(I->getDataLayout(), More, true);
  Offset += More.getSExtValue();
  Named N = nameOf(*Base, Copy, Depth);
  if (N.Name.empty())
    return {};
  if (isa<AllocaInst>(Base) || isa<GlobalVariable>(Base))
    return memberAt(N, Offset);
  DIType *To = pointee(N.Type);
  if (!To)
    return {Offset ? (N.Name + "[" + Twine(Offset) + " bytes in]").str()
                   : "*" + N.Name,
            nullptr};
  if (isa<DICompositeType>(To)) {
    Named Member = memberAt({"", To}, Offset);
    if (Member.Name.starts_with("."))
      return {N.Name + "->" + Member.Name.substr(1), Member.Type};
    return {N.Name + Member.Name, Member.Type};
  }
  int64_t Bytes = To->getSizeInBits() / 8;
  if (Bytes > 0)
    return {(N.Name + "[" + Twine(Offset / Bytes) + "]").str(), To};
  return {"*" + N.Name, To};
}

static Named nameOf(Value &V, WorkingCopy *Copy, unsigned Depth) {
  constexpr unsigned Deepest = 6;
  if (Depth > Deepest)
    return {};
  if (auto *GV = dyn_cast<GlobalVariable>(&V)) {
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    GV->getDebugInfo(Infos);
    if (!Infos.empty())
      return {Infos[0]->getVariable()->getName().str(),
              Infos[0]->getVariable()->getType()};
    return {readableName(GV->getName()), nullptr};
  }
  if (Named N = variableOf(V); !N.Name.empty())
    return N;
  if (Copy)
    for (unsigned I = 0; I < Copy->begin()->arg_size(); ++I)
      if (Copy->begin()->getArgOperand(I) == &V)
        if (Named N = nameOf(*Copy->sources()[I].Original, nullptr, Depth + 1);
            !N.Name.empty())
          return N;
  if (auto *Load = dyn_cast<LoadInst>(&V))
    return nameOfPlace(*Load->getPointerOperand(), 0, Copy, Depth + 1);
  if (auto *Cast = dyn_cast<CastInst>(&V))
    return nameOf(*Cast->getOperand(0), Copy, Depth + 1);
  if (auto *CB = dyn_cast<CallBase>(&V))
    return {calleeName(*CB) +
                (CB->getCalledFunction() &&
                         CB->getCalledFunction()->getName().starts_with("_Z")
                     ? ""
                     : "()"),
            nullptr};
  if (auto *A = dyn_cast<Argument>(&V); A && !A->hasName())
    return {("argument " + Twine(A->getArgNo() + 1)).str(), nullptr};
  return {V.getName().str(), nullptr};
}

std::string sourceName(Value &V, WorkingCopy *Copy) {
  return nameOf(V, Copy, 0).Name;
}

std::string sourceNameOfPlace(Value &V, int64_t Offset, WorkingCopy *Copy) {
  return nameOfPlace(V, Offset, Copy, 0).Name;
}

} // namespace foreslice
