//===- ReadReport.cpp - what became of each read --------------------------===//
//
// See ReadReport.h.
//
//===----------------------------------------------------------------------===//

#include "ReadReport.h"
#include "IOModel.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace foreslice {

static constexpr char ReadMD[] = "foreslice.read";

ReadReport::ReadReport(Module &M) {
  LLVMContext &Ctx = M.getContext();
  Type *I32 = Type::getInt32Ty(Ctx);
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (!Call || !(Call->isRead() || Call->isUncoveredRead()))
        continue;
      Metadata *Number =
          ConstantAsMetadata::get(ConstantInt::get(I32, Sites.size()));
      if (Call->isRead())
        CB->setMetadata(ReadMD, MDNode::get(Ctx, Number));
      Sites.push_back({CB});
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
        Result.push_back(mdconst::extract<ConstantInt>(Number->getOperand(0))
                             ->getZExtValue());
  return Result;
}

void ReadReport::sliced(ArrayRef<unsigned> Reads, DebugLoc Region) {
  for (unsigned R : Reads) {
    Sites[R].Sliced = true;
    Sites[R].Region = Region;
  }
}

void ReadReport::refused(ArrayRef<unsigned> Reads, const Refusal &Reason) {
  for (unsigned R : Reads)
    Sites[R].Reason = Reason;
}

void ReadReport::emit(function_ref<bool(const Function &)> IsWanted) const {
  for (const Site &S : Sites) {
    if (S.Sliced)
      remarkReadSliced(*S.Read, S.Region);
    else if (!S.Reason.Why.empty())
      remarkReadRefused(*S.Read, S.Reason);
    else if (!IsWanted(*S.Read->getFunction()))
      continue;
    else if (lookupIOCall(*S.Read)->isRead())
      remarkReadRefused(*S.Read, {"it is in no loop that slices look at", {}});
    else
      remarkReadRefused(*S.Read, {"slices do not cover this call", {}});
  }
}

} // namespace foreslice
