//===- OtherReadRemarks.cpp - remarks on reads without a slice ------------===//
//
// See OtherReadRemarks.h. A program mostly reads configurations as text and
// data in blocks. So reads of text are reported once a source, and never if
// MPI-IO reads.
//
//===----------------------------------------------------------------------===//

#include "remarks/OtherReadRemarks.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/OtherReads.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static bool isRemarked(const LLVMContext &Ctx) {
  return Ctx.getLLVMRemarkStreamer() ||
         Ctx.getDiagHandlerPtr()->isMissedOptRemarkEnabled(PassName);
}

static bool readsData(const Module &M) {
  return any_of(M, [](const Function &F) {
    const IOCall *Call = lookupIOFunction(F);
    return Call && Call->Family.isOfDataOnly() && Call->isRead() &&
           !F.use_empty();
  });
}

/// A function unknown to LLVM and to the tables, with a pointer as an argument.
static bool isOutOfSight(const CallBase &CB, const TargetLibraryInfo &TLI) {
  const Function *F = CB.getCalledFunction();
  LibFunc Known;
  if (!F || !F->isDeclaration() || isa<IntrinsicInst>(CB) || isOfLibrary(*F) ||
      isMPIFunction(*F) || isPartOfCall(*F) || TLI.getLibFunc(*F, Known) ||
      none_of(CB.args(),
              [](const Use &A) { return A->getType()->isPointerTy(); }))
    return false;
  return !isKnownNotToRead(*F);
}

namespace {

class OtherReads {
public:
  OtherReads(Module &M, function_ref<bool(const Function &)> IsWanted)
      : M(M), IsWanted(IsWanted), WithData(readsData(M)) {}
  void run();

private:
  void function(Function &F);
  void outOfSight();

  Module &M;
  function_ref<bool(const Function &)> IsWanted;
  const bool WithData;
  bool TextSeen = false, Any = false;
};

} // namespace

void OtherReads::function(Function &F) {
  std::optional<DominatorTree> DT;
  std::optional<LoopInfo> LI;
  auto InLoop = [&](BasicBlock *BB) {
    if (!DT)
      LI.emplace(DT.emplace(F));
    return LI->getLoopFor(BB) != nullptr;
  };
  StringSet<> Told;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB || lookupIOCall(*CB))
      continue;
    std::optional<OtherRead> Read = lookupOtherRead(*CB);
    if (!Read || lookupIOName(Read->Call))
      continue;
    Any = true;
    if (WithData && (Read->MayBeText || !InLoop(CB->getParent())))
      continue;
    if (Read->MayBeText && std::exchange(TextSeen, true))
      continue;
    if (Told.insert(Read->Library.empty() ? Read->Way : Read->Library).second)
      remarkOtherRead(*CB, *Read);
  }
}

/// For a program of MPI without a visible read: one remark, at the first call
/// in a loop that may read, or at the first such call at all.
void OtherReads::outOfSight() {
  Function *Main = M.getFunction("main");
  bool OfMpi = any_of(M, [](const Function &F) {
    return F.isDeclaration() && !F.use_empty() && isMPIFunction(F);
  });
  if (!Main || Main->isDeclaration() || !OfMpi)
    return;
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  CallBase *First = nullptr;
  for (Function &F : M) {
    if (F.isDeclaration() || !IsWanted(F) || isOfLibrary(F))
      continue;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || !isOutOfSight(*CB, TLI))
        continue;
      if (LI.getLoopFor(CB->getParent()))
        return remarkOutOfSight(*CB);
      First = First ? First : CB;
    }
  }
  if (First)
    remarkOutOfSight(*First);
}

void OtherReads::run() {
  for (Function &F : M)
    if (!F.isDeclaration() && IsWanted(F) && !isOfLibrary(F))
      function(F);
  if (!Any && !WithData)
    outOfSight();
}

void remarkOtherReads(Module &M,
                      function_ref<bool(const Function &)> IsWanted) {
  if (isRemarked(M.getContext()))
    OtherReads(M, IsWanted).run();
}

} // namespace foreslice
