//===- LibraryBodies.cpp - what functions of the libraries do -------------===//
//
// See LibraryBodies.h.
//
//===----------------------------------------------------------------------===//

#include "copy/LibraryBodies.h"
#include "copy/FortranCalls.h"
#include "copy/FortranStatements.h"
#include "copy/StreamCalls.h"
#include "copy/StringStreams.h"
#include "model/IOModel.h"
#include "model/LibcxxNames.h"
#include "model/LibraryCalls.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace foreslice {

/// Of bodies that not all calls of a function lead to.
static constexpr char BodySuffix[] = ".body";
static constexpr char SortName[] = "qsort.body";
/// Of the bodies of std::filesystem.
static constexpr char FilesystemSuffix[] = ".filesystem";

static constexpr unsigned char OfMemory[] = {
#include "bodies.inc"
};
static constexpr unsigned char OfFiles[] = {
#include "files.inc"
};
static constexpr unsigned char OfFortran[] = {
#include "fortran.inc"
};
static constexpr unsigned char OfStreams[] = {
#include "streams.inc"
};
static constexpr unsigned char OfLibcxxStreams[] = {
#include "libcxx-streams.inc"
};
static constexpr unsigned char OfLibcxxStrings[] = {
#include "libcxx-strings.inc"
};
static constexpr unsigned char OfTexts[] = {
#include "texts.inc"
};
static constexpr unsigned char OfFilesystem[] = {
#include "filesystem.inc"
};
static constexpr unsigned char OfLibcxxFilesystem[] = {
#include "libcxx-filesystem.inc"
};
static constexpr unsigned char OfStatements[] = {
#include "statements.inc"
};
static constexpr unsigned char OfStatementText[] = {
#include "statement-text.inc"
};

static bool isOfMemory(StringRef Name) {
  return Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
         Name.starts_with("_ZNKSt") || Name == "strdup" || Name == "strndup" ||
         Name == "strncat" || Name == "strsep" || Name == "strtok" ||
         Name == "strtok_r" || Name == "__strtok_r" || Name == SortName;
}

/// Reads of wide characters.
static bool isWide(StringRef Name) {
  return Name == "fgetwc" || Name == "getwc" || Name == "fgetwc_unlocked" ||
         Name == "getwc_unlocked" || Name == "fgetws" ||
         Name == "fgetws_unlocked" || Name == "__fgetws_chk";
}

static bool isOfFiles(StringRef Name) {
  const IOCall *Call = lookupIOName(Name);
  return (Call && (Call->has(Role::Vector) || Call->has(Role::Place))) ||
         Name == "freopen" || Name == "freopen64" || Name == "fgetpos" ||
         Name == "fgetpos64" || Name == "clearerr" || Name == "ftw" ||
         Name == "ftw64" || Name == "nftw" || Name == "nftw64" ||
         isWide(Name) ||
         (Name.starts_with("fts_") && Name.ends_with(BodySuffix));
}

static bool isOfFortran(StringRef Name) {
  return Name == FortranTextName || Name == "_FortranATrim";
}

/// Reading the bodies takes time that most C programs need not spend.
static bool declares(const Module &M, bool (*IsOne)(StringRef Name)) {
  return any_of(M, [&](const Function &F) {
    return F.isDeclaration() && IsOne(F.getName());
  });
}

bool opensForCaller(const Function &F) {
  return isStreamBody(F) || isFortranBody(F) || F.getName() == "freopen" ||
         F.getName() == "freopen64";
}

/// Not replaceAllUsesWith(), which the map of copies would follow.
static void useInstead(Function &F, StringRef Name) {
  F.replaceUsesWithIf(
      F.getParent()->getOrInsertFunction(Name, F.getFunctionType()).getCallee(),
      [](Use &) { return true; });
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

/// The same for walks through folders, of which the order is only the slice's
/// if nothing is sorted.
static void renameWalks(Module &Copy) {
  Function *Open = Copy.getFunction("fts_open");
  if (!Open || !Open->isDeclaration() || Open->arg_size() != 3 ||
      !all_of(Open->users(), [&](const User *U) {
        auto *CB = dyn_cast<CallBase>(U);
        return CB && CB->getCalledFunction() == Open &&
               isa<ConstantPointerNull>(CB->getArgOperand(2));
      }))
    return;
  for (StringRef Name : {"fts_open", "fts_read", "fts_set"})
    if (Function *F = Copy.getFunction(Name); F && F->isDeclaration())
      useInstead(*F, (Name + BodySuffix).str());
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

static std::unique_ptr<Module> bodies(ArrayRef<unsigned char> Bitcode,
                                      const Module &For) {
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode.data()),
                  Bitcode.size());
  Expected<std::unique_ptr<Module>> Bodies =
      getLazyBitcodeModule({Bytes, "library"}, For.getContext());
  if (!Bodies)
    report_fatal_error(Bodies.takeError());
  (*Bodies)->setDataLayout(For.getDataLayout());
  (*Bodies)->setTargetTriple(For.getTargetTriple());
  if (NamedMDNode *Flags = (*Bodies)->getModuleFlagsMetadata())
    (*Bodies)->eraseNamedMetadata(Flags);
  return std::move(*Bodies);
}

static void link(Module &Copy, std::unique_ptr<Module> Bodies) {
  SmallPtrSet<const GlobalAlias *, 4> Own;
  for (const GlobalAlias &A : Copy.aliases())
    Own.insert(&A);
  Linker::linkModules(Copy, std::move(Bodies), Linker::LinkOnlyNeeded);
  // Destructors have two names.
  for (GlobalAlias &A : make_early_inc_range(Copy.aliases()))
    if (auto *F = dyn_cast<Function>(A.getAliasee()); F && !Own.contains(&A)) {
      A.replaceAllUsesWith(F);
      A.eraseFromParent();
    }
}

static void addTexts(Module &Copy) {
  if (!makesStringStreams(Copy))
    return;
  std::unique_ptr<Module> Bodies = bodies(OfTexts, Copy);
  StringSet<> Names;
  for (const Function &F : *Bodies)
    Names.insert(F.getName());
  if (renameStringStreams(Copy, Names))
    link(Copy, std::move(Bodies));
}

static bool isOfFilesystem(StringRef Name) {
  return Name.starts_with("_ZNSt10filesystem") ||
         Name.starts_with("_ZNKSt10filesystem");
}

static bool isOfLibcxxFilesystem(StringRef Name) {
  return isOfLibcxx(Name) && Name.contains("St3__14__fs10filesystem");
}

/// The bodies stand for those of headers, too, which would look at the inside
/// of what the bodies make.
static void addFilesystemBodies(Module &Copy, ArrayRef<unsigned char> Of,
                                bool (*IsOne)(StringRef Name)) {
  if (none_of(Copy, [&](const Function &F) { return IsOne(F.getName()); }))
    return;
  std::unique_ptr<Module> Bodies = bodies(Of, Copy);
  for (Function &F : make_early_inc_range(Copy)) {
    std::string Name = untaggedName(F.getName()) + FilesystemSuffix;
    if (!Bodies->getFunction(Name))
      continue;
    F.deleteBody();
    F.setComdat(nullptr);
    useInstead(F, Name);
  }
  link(Copy, std::move(Bodies));
}

void addLibraryBodies(Module &Copy) {
  if (Copy.getDataLayout().getPointerSize() != 8)
    return;
  renameSorts(Copy);
  renameWalks(Copy);
  addFilesystemBodies(Copy, OfFilesystem, isOfFilesystem);
  addFilesystemBodies(Copy, OfLibcxxFilesystem, isOfLibcxxFilesystem);
  if (declares(Copy, isOfFiles))
    link(Copy, bodies(OfFiles, Copy));
  declareTextOfC(Copy);
  if (declares(Copy, isOfFortran))
    link(Copy, bodies(OfFortran, Copy));
  addTexts(Copy);
  bool HasLibcxx = declares(Copy, isOfLibcxx);
  if (renameStreamCalls(Copy))
    link(Copy,
         HasLibcxx ? bodies(OfLibcxxStreams, Copy) : bodies(OfStreams, Copy));
  if (HasLibcxx)
    link(Copy, bodies(OfLibcxxStrings, Copy));
  if (renameFortranStatements(Copy)) {
    link(Copy, bodies(OfStatements, Copy));
    link(Copy, bodies(OfStatementText, Copy));
    forgetOtherStatements(Copy);
  }
  if (!declares(Copy, isOfMemory))
    return;
  link(Copy, bodies(OfMemory, Copy));
  for (Function &F : Copy)
    if (!F.isDeclaration() && isOfNodes(F))
      markAccesses(F);
}

} // namespace foreslice
