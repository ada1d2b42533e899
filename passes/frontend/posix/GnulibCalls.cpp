//===- GnulibCalls.cpp - functions of gnulib in GNU programs --------------===//
//
// See GnulibCalls.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/GnulibCalls.h"
#include "model/IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

/// The C library's name of F; empty if F is not gnulib's. The safer functions
/// open no file as descriptor 0, 1 or 2.
static StringRef standsFor(const Function &F) {
  StringRef Name = F.getName();
  if (Name.consume_front("rpl_"))
    return Name;
  return StringSwitch<StringRef>(Name)
      .Case("fopen_safer", "fopen")
      .Case("open_safer", "open")
      .Case("openat_safer", "openat")
      .Case("dup_safer", "dup")
      .Default("");
}

/// The C library's function Name, if about files and of F's type; else null.
static Function *fileFunction(Function &F, StringRef Name) {
  Module &M = *F.getParent();
  bool IsNew = !M.getNamedValue(Name);
  FunctionCallee Callee = M.getOrInsertFunction(Name, F.getFunctionType());
  auto *OwnFunction = dyn_cast<Function>(Callee.getCallee());
  if (OwnFunction && OwnFunction->getFunctionType() == F.getFunctionType() &&
      OwnFunction->isDeclaration() &&
      (lookupIOFunction(*OwnFunction) || Name == "fflush"))
    return OwnFunction;
  if (IsNew)
    cast<Function>(Callee.getCallee())->eraseFromParent();
  return nullptr;
}

void callCLibrary(Module &Copy) {
  SmallVector<std::pair<Function *, StringRef>> Found;
  for (Function &F : Copy)
    if (StringRef Name = standsFor(F); !Name.empty())
      Found.emplace_back(&F, Name);
  for (auto &[F, Name] : Found)
    if (Function *OwnFunction = fileFunction(*F, Name))
      for (User *U : make_early_inc_range(F->users()))
        if (auto *CB = dyn_cast<CallBase>(U);
            CB && CB->getCalledFunction() == F)
          CB->setCalledFunction(OwnFunction);
}

} // namespace foreslice
