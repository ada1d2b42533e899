//===- LibraryBodies.cpp - bodies for functions of the libraries ----------===//
//
// See LibraryBodies.h.
//
//===----------------------------------------------------------------------===//

#include "copy/LibraryBodies.h"
#include "model/IOModel.h"
#include "model/LibcxxNames.h"
#include "model/LibraryCalls.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace foreslice {

static constexpr char SortName[] = "qsort.body";

static constexpr unsigned char MemoryBodies[] = {
#include "copy/library/bodies.inc"
};
static constexpr unsigned char OptionBodies[] = {
#include "copy/library/options.inc"
};
static constexpr unsigned char LibcxxStringBodies[] = {
#include "copy/library/libcxx-strings.inc"
};

static bool isOfMemory(StringRef Name) {
  return Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
         Name.starts_with("_ZNKSt") || Name == "strdup" || Name == "strndup" ||
         Name == "strncat" || Name == "strsep" || Name == "strtok" ||
         Name == "strtok_r" || Name == "__strtok_r" || Name == SortName;
}

static bool isOfOptions(StringRef Name) {
  return Name == "getopt" || Name == "getopt_long";
}

/// A slice can compare only by a function with a visible body.
static void renameSorts(Module &Copy) {
  Function *Sort = Copy.getFunction("qsort");
  if (!Sort || !Sort->isDeclaration())
    return;
  for (User *U : make_early_inc_range(Sort->users())) {
    auto *CB = dyn_cast<CallBase>(U);
    if (!CB || CB->getCalledFunction() != Sort || CB->arg_size() != 4)
      continue;
    auto *Compare =
        dyn_cast<Function>(CB->getArgOperand(3)->stripPointerCasts());
    if (Compare && !Compare->isDeclaration())
      CB->setCalledFunction(
          Copy.getOrInsertFunction(SortName, Sort->getFunctionType()));
  }
}

bool declares(const Module &M, bool (*IsOne)(StringRef Name)) {
  return any_of(M, [&](const Function &F) {
    return F.isDeclaration() && IsOne(F.getName());
  });
}

bool opensForCaller(const Function &F) {
  return any_of(frontends(),
                [&](const Frontend *Of) { return Of->isOpeningBody(F); });
}

static constexpr char NodeMD[] = "foreslice.node";

static bool isOfNodes(const Function &F) {
  StringRef Name = F.getName();
  return Name.starts_with("_ZNSt8__detail15_List_node_base") ||
         (Name.starts_with("_ZSt") && Name.contains("_Rb_tree_"));
}

/// Metadata survives inlining.
static void markAccesses(Function &F) {
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I))
      I.setMetadata(NodeMD, MDNode::get(F.getContext(), {}));
}

bool linksNodes(const Instruction &I) {
  return isa<LoadInst, StoreInst>(I) && I.hasMetadata(NodeMD);
}

void dropHeaderBodies(Module &Copy) {
  for (Function &F : Copy)
    if (makesMessages(F) ||
        (F.hasAvailableExternallyLinkage() &&
         (lookupIOName(F.getName()) || F.getName() == "ferror_unlocked")))
      F.deleteBody();
}

std::unique_ptr<Module> loadBodies(ArrayRef<unsigned char> Bitcode,
                                   const Module &M) {
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode.data()),
                  Bitcode.size());
  Expected<std::unique_ptr<Module>> Bodies =
      getLazyBitcodeModule({Bytes, "library"}, M.getContext());
  if (!Bodies)
    report_fatal_error(Bodies.takeError());
  (*Bodies)->setDataLayout(M.getDataLayout());
  (*Bodies)->setTargetTriple(M.getTargetTriple());
  if (NamedMDNode *Flags = (*Bodies)->getModuleFlagsMetadata())
    (*Bodies)->eraseNamedMetadata(Flags);
  // Made for the copy's calls alone.
  if (GlobalVariable *Used = (*Bodies)->getNamedGlobal("llvm.compiler.used"))
    Used->eraseFromParent();
  return std::move(*Bodies);
}

/// Bodies take handles as addresses. MPICH's are numbers: calls by another type
/// than that of F's body would be calls out of sight.
static void passAddresses(Function &F) {
  FunctionType *Body = F.getFunctionType();
  for (Use &U : make_early_inc_range(F.uses())) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    if (!CB || !CB->isCallee(&U) || CB->getFunctionType() == Body ||
        CB->getType() != Body->getReturnType() ||
        CB->arg_size() != F.arg_size())
      continue;
    auto Fits = [&](const Argument &A) {
      const Type *Passed = CB->getArgOperand(A.getArgNo())->getType();
      return Passed == A.getType() ||
             (Passed->isIntegerTy(32) && A.getType()->isPointerTy());
    };
    if (!all_of(F.args(), Fits))
      continue;
    IRBuilder<> B(CB);
    for (const Argument &A : F.args())
      if (Value *Passed = CB->getArgOperand(A.getArgNo());
          Passed->getType() != A.getType()) {
        CB->setArgOperand(A.getArgNo(), B.CreateIntToPtr(Passed, A.getType()));
        CB->removeParamAttrs(
            A.getArgNo(),
            AttributeFuncs::typeIncompatible(
                A.getType(), CB->getParamAttributes(A.getArgNo())));
      }
    CB->mutateFunctionType(Body);
  }
}

/// The functions with another type in Copy.
static SmallVector<std::string> otherTypes(const Module &Copy,
                                           const Module &Bodies) {
  SmallVector<std::string> Names;
  for (const Function &Body : Bodies)
    if (const Function *Is = Copy.getFunction(Body.getName());
        Is && Is->isDeclaration() &&
        Is->getFunctionType() != Body.getFunctionType())
      Names.push_back(Body.getName().str());
  return Names;
}

void linkBodies(Module &Copy, std::unique_ptr<Module> Bodies) {
  const SmallVector<std::string> Others = otherTypes(Copy, *Bodies);
  SmallPtrSet<const GlobalAlias *, 4> OwnSet;
  for (const GlobalAlias &A : Copy.aliases())
    OwnSet.insert(&A);
  Linker::linkModules(Copy, std::move(Bodies), Linker::LinkOnlyNeeded);
  // Destructors have two names.
  for (GlobalAlias &A : make_early_inc_range(Copy.aliases()))
    if (auto *F = dyn_cast<Function>(A.getAliasee());
        F && !OwnSet.contains(&A)) {
      A.replaceAllUsesWith(F);
      A.eraseFromParent();
    }
  for (StringRef Name : Others)
    if (Function *F = Copy.getFunction(Name); F && !F->isDeclaration())
      passAddresses(*F);
}

bool addBodiesOfModule(Module &Copy, bool (*IsOne)(StringRef Name),
                       ArrayRef<unsigned char> Bitcode) {
  auto IsOfModule = [&](const Function &F) { return IsOne(F.getName()); };
  if (none_of(Copy, IsOfModule))
    return false;
  std::unique_ptr<Module> Bodies = loadBodies(Bitcode, Copy);
  for (Function &F : make_filter_range(Copy, IsOfModule))
    if (const Function *Body = Bodies->getFunction(F.getName());
        Body && !Body->isDeclaration() && !F.isDeclaration())
      F.deleteBody();
  linkBodies(Copy, std::move(Bodies));
  return true;
}

void addLibraryBodies(Module &Copy) {
  if (Copy.getDataLayout().getPointerSize() != 8)
    return;
  renameSorts(Copy);
  for (const Frontend *F : frontends())
    F->addBodies(Copy);
  if (declares(Copy, isOfLibcxx))
    linkBodies(Copy, LibcxxStringBodies);
  if (declares(Copy, isOfOptions))
    linkBodies(Copy, OptionBodies);
  if (!declares(Copy, isOfMemory))
    return;
  linkBodies(Copy, MemoryBodies);
  for (Function &F : Copy)
    if (!F.isDeclaration() && isOfNodes(F))
      markAccesses(F);
}

} // namespace foreslice
