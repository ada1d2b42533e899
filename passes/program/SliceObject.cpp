//===- SliceObject.cpp - the object with the slices of a program ----------===//
//
// See SliceObject.h.
//
//===----------------------------------------------------------------------===//

#include "program/SliceObject.h"
#include "program/ProgramSources.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

/// Whether GV is copied with the slices. A compile omits inline functions
/// inlined everywhere, and nobody else can name a local constant.
static bool goesWithSlices(const GlobalValue &GV) {
  if (GV.isDeclaration() || isa<GlobalAlias, GlobalIFunc>(GV))
    return false;
  if (!originOf(GV) || GV.hasLinkOnceLinkage())
    return !isa<GlobalVariable>(GV) || !originOf(GV) ||
           cast<GlobalVariable>(GV).isConstant();
  auto *Variable = dyn_cast<GlobalVariable>(&GV);
  return Variable && Variable->isConstant() && GV.hasLocalLinkage();
}

SliceNeeds::SliceNeeds(const Module &M, const GlobalSet &Left) {
  SmallVector<const User *> Worklist;
  SmallPtrSet<const Constant *, 32> Seen;
  auto Need = [&](const GlobalValue &GV) {
    if (!goesWithSlices(GV))
      Named.insert(&GV);
    else if (Copied.insert(&GV))
      Worklist.push_back(&GV);
  };
  for (const GlobalValue &GV : M.global_values())
    if (!originOf(GV) && goesWithSlices(GV) && !Left.contains(&GV))
      Need(GV);
  auto Operands = [&](const User &U) {
    for (const Use &Operand : U.operands()) {
      if (auto *GV = dyn_cast<GlobalValue>(Operand))
        Need(*GV);
      else if (auto *C = dyn_cast<Constant>(Operand);
               C && Seen.insert(C).second)
        Worklist.push_back(C);
    }
  };
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    Operands(*U);
    if (auto *F = dyn_cast<Function>(U))
      for (const Instruction &I : instructions(*F))
        Operands(I);
  }
}

void dropProgramLists(Module &M) {
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                         "llvm.global_dtors", "llvm.global.annotations"})
    if (GlobalVariable *List = M.getNamedGlobal(Name))
      List->eraseFromParent();
}

/// The definition is in the object of a source.
static void declare(GlobalValue &GV) {
  bool Local = GV.hasLocalLinkage();
  if (auto *F = dyn_cast<Function>(&GV)) {
    F->deleteBody();
    F->setComdat(nullptr);
    F->clearMetadata();
  } else {
    auto &Variable = cast<GlobalVariable>(GV);
    Variable.setInitializer(nullptr);
    Variable.setLinkage(GlobalValue::ExternalLinkage);
    Variable.setComdat(nullptr);
    Variable.clearMetadata();
  }
  if (Local) {
    GV.setVisibility(GlobalValue::HiddenVisibility);
    GV.setDSOLocal(true);
  }
}

/// Makes Copy independent of other objects.
static void makeOwn(GlobalObject &Copy) {
  Copy.setComdat(nullptr);
  Copy.setVisibility(GlobalValue::DefaultVisibility);
  Copy.setLinkage(GlobalValue::InternalLinkage);
}

/// Turns an alias of a definition into a name of an external definition.
static void dropAlias(Module &M, GlobalValue &Alias) {
  if (!Alias.use_empty()) {
    GlobalValue *Named;
    if (auto *Type = dyn_cast<FunctionType>(Alias.getValueType()))
      Named = Function::Create(Type, GlobalValue::ExternalLinkage, "", M);
    else
      Named = new GlobalVariable(M, Alias.getValueType(), false,
                                 GlobalValue::ExternalLinkage, nullptr);
    Named->takeName(&Alias);
    Named->setVisibility(Alias.hasLocalLinkage() ? GlobalValue::HiddenVisibility
                                                 : Alias.getVisibility());
    Alias.replaceAllUsesWith(Named);
  }
  Alias.eraseFromParent();
}

static void takeFlags(Module &M, const Module *Like) {
  SmallVector<Module::ModuleFlagEntry> Flags;
  if (Like)
    Like->getModuleFlagsMetadata(Flags);
  for (NamedMDNode &Node : make_early_inc_range(M.named_metadata()))
    M.eraseNamedMetadata(&Node);
  // The object is compiled to fit anywhere.
  for (const Module::ModuleFlagEntry &Flag : Flags)
    if (StringRef Key = Flag.Key->getString();
        Key != "PIC Level" && Key != "PIE Level")
      M.addModuleFlag(Flag.Behavior, Key, Flag.Val);
  M.setPICLevel(PICLevel::BigPIC);
}

void reduceToSlices(Module &M, const Module *Like) {
  SliceNeeds Needs(M);
  SmallVector<GlobalValue *> All;
  for (GlobalValue &GV : M.global_values())
    All.push_back(&GV);
  for (GlobalValue *GV : All)
    if (isa<Function, GlobalVariable>(GV) && !GV->isDeclaration()) {
      if (!Needs.Copied.contains(GV))
        declare(*GV);
      else if (originOf(*GV))
        makeOwn(*cast<GlobalObject>(GV));
    }
  for (GlobalValue *GV : All)
    GV->removeDeadConstantUsers();
  for (GlobalValue *GV : All)
    if (isa<GlobalAlias, GlobalIFunc>(GV))
      dropAlias(M, *GV);
    else if (GV->isDeclaration() && GV->use_empty())
      GV->eraseFromParent();
  // A text, or from LLVM 23 on a list.
  M.setModuleInlineAsm(Module("", M.getContext()).getModuleInlineAsm());
  StripDebugInfo(M);
  takeFlags(M, Like);
}

} // namespace foreslice
