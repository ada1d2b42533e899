//===- ReadReport.cpp - the outcome for each read -------------------------===//
//
// See ReadReport.h.
//
//===----------------------------------------------------------------------===//

#include "record/ReadReport.h"
#include "copy/WorkingCopy.h"
#include "model/IOModel.h"
#include "regions/Regions.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace foreslice {

/// The read called by CB, maybe through a pointer.
static const IOCall *readOf(const CallBase &CB, const CallTargets &Targets) {
  auto IsRead = [](const IOCall *Call) { return Call && Call->isRead(); };
  if (const IOCall *Call = lookupIOCall(CB))
    return IsRead(Call) ? Call : nullptr;
  for (Function *F : Targets.of(CB))
    if (const IOCall *Call = lookupIOFunction(*F); IsRead(Call))
      return Call;
  return nullptr;
}

ReadReport::ReadReport(Module &M, const CallTargets &Targets) {
  LLVMContext &Ctx = M.getContext();
  Type *I32 = Type::getInt32Ty(Ctx);
  for (Function &F : M) {
    if (lookupIOFunction(F))
      continue; // The body of a read, from a header.
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? readOf(*CB, Targets) : nullptr;
      if (!Call)
        continue;
      Metadata *Number =
          ConstantAsMetadata::get(ConstantInt::get(I32, Sites.size()));
      CB->setMetadata(ReadMD, MDNode::get(Ctx, Number));
      Site &New = Sites.emplace_back(CB, Call->Name);
      if (lookupIOCall(*CB))
        New.Object = Call->Family.objectOf(*CB, *Call);
    }
  }
}

ReadReport::~ReadReport() {
  for (Site &S : Sites)
    S.Read->setMetadata(ReadMD, nullptr);
}

SmallVector<unsigned> ReadReport::readsIn(ArrayRef<BasicBlock *> Blocks) {
  SmallVector<unsigned> Result;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if (MDNode *Number = I.getMetadata(ReadMD))
        if (const IOCall *Call = lookupIOCall(cast<CallBase>(I));
            Call && Call->isRead())
          Result.push_back(mdconst::extract<ConstantInt>(Number->getOperand(0))
                               ->getZExtValue());
  return Result;
}

void ReadReport::sliced(ArrayRef<unsigned> Reads, const DebugLoc &Region) {
  for (unsigned R : Reads) {
    Sites[R].Sliced = true;
    Sites[R].Region = Region;
  }
}

SmallVector<std::string> ReadReport::objectsOf(ArrayRef<unsigned> Reads) const {
  constexpr size_t MostObjects = 4;
  SmallVector<std::string> Found;
  for (unsigned R : Reads) {
    const std::string &Name = Sites[R].Object.Name;
    if (Name.empty() || is_contained(Found, Name))
      continue;
    if (Found.size() == MostObjects) {
      Found.push_back("and others");
      break;
    }
    Found.push_back(Name);
  }
  return Found;
}

bool ReadReport::isSliced(const CallBase &Read) const {
  return any_of(Sites,
                [&](const Site &S) { return S.Read == &Read && S.Sliced; });
}

void ReadReport::refused(ArrayRef<unsigned> Reads, const Refusal &Reason) {
  for (unsigned R : Reads)
    Sites[R].Reason = Reason;
}

void ReadReport::emit(function_ref<bool(const Function &)> IsWanted,
                      SliceRecord &Record) const {
  for (const Site &S : Sites) {
    if (S.Sliced) {
      remarkReadSliced(*S.Read, S.Name, S.Object.text(), S.Region);
      Record.addRead(*S.Read, S.Name, S.Object, S.Region, nullptr);
      continue;
    }
    bool IsKnown = S.Reason.Id != RemarkId::None;
    if (!IsKnown && !IsWanted(*S.Read->getFunction()))
      continue;
    RemarkId Outside = isCoroutine(*S.Read->getFunction()) ? RemarkId::Coroutine
                                                           : RemarkId::NoLoop;
    Refusal Why = IsKnown ? S.Reason : Refusal(Outside, {});
    remarkReadRefused(*S.Read, S.Name, S.Object.text(), Why);
    Record.addRead(*S.Read, S.Name, S.Object, {}, &Why);
  }
}

} // namespace foreslice
