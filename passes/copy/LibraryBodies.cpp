//===- LibraryBodies.cpp - what functions of the libraries do -------------===//
//
// See LibraryBodies.h.
//
//===----------------------------------------------------------------------===//

#include "copy/LibraryBodies.h"
#include "model/IOModel.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace foreslice {

static constexpr char SortName[] = "qsort.body";

static constexpr unsigned char Bitcode[] = {
#include "LibraryBodies.inc"
};

/// Reading the bodies takes time that most C programs need not spend.
static bool mayNeedBodies(const Module &M) {
  return any_of(M, [](const Function &F) {
    StringRef Name = F.getName();
    return F.isDeclaration() &&
           (Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
            Name.starts_with("_ZNKSt") || Name == "strdup" ||
            Name == "strndup" || Name == "strncat" || Name == SortName);
  });
}

/// A slice can compare only by a function that is in sight.
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
    if (F.hasAvailableExternallyLinkage() &&
        (lookupIOName(F.getName()) || F.getName() == "ferror_unlocked"))
      F.deleteBody();
}

void addLibraryBodies(Module &Copy) {
  if (Copy.getDataLayout().getPointerSize() != 8)
    return;
  renameSorts(Copy);
  if (!mayNeedBodies(Copy))
    return;
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode), sizeof Bitcode);
  Expected<std::unique_ptr<Module>> Bodies =
      getLazyBitcodeModule({Bytes, "library"}, Copy.getContext());
  if (!Bodies)
    report_fatal_error(Bodies.takeError());
  (*Bodies)->setDataLayout(Copy.getDataLayout());
  (*Bodies)->setTargetTriple(Copy.getTargetTriple());
  if (NamedMDNode *Flags = (*Bodies)->getModuleFlagsMetadata())
    (*Bodies)->eraseNamedMetadata(Flags);
  Linker::linkModules(Copy, std::move(*Bodies), Linker::LinkOnlyNeeded);
  for (Function &F : Copy)
    if (!F.isDeclaration() && isOfNodes(F))
      markAccesses(F);
}

} // namespace foreslice
