//===- FileBodies.cpp - bodies of functions about files -------------------===//
//
// See FileBodies.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/FileBodies.h"
#include "copy/LibraryBodies.h"
#include "model/IOModel.h"
#include "model/LibcxxNames.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

/// Suffix of bodies for some calls of a function only.
static constexpr char BodySuffix[] = ".body";
/// Suffix of the bodies of std::filesystem.
static constexpr char FilesystemSuffix[] = ".filesystem";

static constexpr unsigned char FileBodies[] = {
#include "frontend/posix/library/files.inc"
};
static constexpr unsigned char FilesystemBodies[] = {
#include "frontend/posix/library/filesystem.inc"
};
static constexpr unsigned char LibcxxFilesystemBodies[] = {
#include "frontend/posix/library/libcxx-filesystem.inc"
};

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

/// Not replaceAllUsesWith(): the map of copies would follow.
static void useInstead(Function &F, StringRef Name) {
  F.replaceUsesWithIf(
      F.getParent()->getOrInsertFunction(Name, F.getFunctionType()).getCallee(),
      [](Use &) { return true; });
}

/// A slice can walk through unsorted folders: sorting needs the program's
/// comparison.
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

static bool isOfFilesystem(StringRef Name) {
  return Name.starts_with("_ZNSt10filesystem") ||
         Name.starts_with("_ZNKSt10filesystem");
}

static bool isOfLibcxxFilesystem(StringRef Name) {
  return isOfLibcxx(Name) && Name.contains("St3__14__fs10filesystem");
}

/// Adds bodies, in place of headers' bodies, too: headers would look into the
/// objects made by the bodies.
static void addFilesystemBodies(Module &Copy, ArrayRef<unsigned char> Of,
                                bool (*IsOne)(StringRef Name)) {
  if (none_of(Copy, [&](const Function &F) { return IsOne(F.getName()); }))
    return;
  std::unique_ptr<Module> Bodies = loadBodies(Of, Copy);
  for (Function &F : make_early_inc_range(Copy)) {
    std::string Name = untaggedName(F.getName()) + FilesystemSuffix;
    if (!Bodies->getFunction(Name))
      continue;
    F.deleteBody();
    F.setComdat(nullptr);
    useInstead(F, Name);
  }
  linkBodies(Copy, std::move(Bodies));
}

void addFileBodies(Module &Copy) {
  renameWalks(Copy);
  addFilesystemBodies(Copy, FilesystemBodies, isOfFilesystem);
  addFilesystemBodies(Copy, LibcxxFilesystemBodies, isOfLibcxxFilesystem);
  if (declares(Copy, isOfFiles))
    linkBodies(Copy, FileBodies);
}

} // namespace foreslice
