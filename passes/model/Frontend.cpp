//===- Frontend.cpp - a family of calls by which programs read ------------===//
//
// See Frontend.h. The answers for calls in general.
//
//===----------------------------------------------------------------------===//

#include "model/Frontend.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

bool Frontend::hasSignature(const IOCall &Call, const Function &F) const {
  return true;
}

bool Frontend::isOfFile(const CallBase &CB, const IOCall &Call) const {
  return true;
}

bool Frontend::opensToWrite(const CallBase &CB, const IOCall &Call) const {
  return false;
}

bool Frontend::mayMakeFile(const CallBase &CB, const IOCall &Call) const {
  return true;
}

std::optional<uint64_t> Frontend::mostBits(const Value *Flags, unsigned Depth) {
  if (auto *Constant = dyn_cast<ConstantInt>(Flags))
    return Constant->getZExtValue();
  auto *Load = dyn_cast<LoadInst>(Flags);
  auto *Or = dyn_cast<BinaryOperator>(Flags);
  SmallVector<const Value *> Parts;
  if (Or && Or->getOpcode() == Instruction::Or)
    Parts.append(Or->op_begin(), Or->op_end());
  else if (Load && isa<AllocaInst>(Load->getPointerOperand()))
    for (const User *U : Load->getPointerOperand()->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      if (Store && Store->getPointerOperand() == Load->getPointerOperand())
        Parts.push_back(Store->getValueOperand());
      else if (!isa<LoadInst, LifetimeIntrinsic>(U))
        return std::nullopt;
    }
  if (Parts.empty() || Depth == 0)
    return std::nullopt;
  uint64_t Bits = 0;
  for (const Value *Part : Parts) {
    std::optional<uint64_t> Own = mostBits(Part, Depth - 1);
    if (!Own)
      return std::nullopt;
    Bits |= *Own;
  }
  return Bits;
}

bool Frontend::isPartOfCall(const Function &F) const { return false; }

ReadObject Frontend::objectOf(const CallBase &CB, const IOCall &Call) const {
  return {};
}

void Frontend::unifyCalls(Module &Copy) const {}

void Frontend::addBodies(Module &Copy) const {}

bool Frontend::isOpeningBody(const Function &F) const { return false; }

bool Frontend::makeCallsOfC(Module &Copy) const { return false; }

bool Frontend::isAddedVariable(const AllocaInst &A) const { return false; }

void Frontend::prepareCopy(Function &W, ArrayRef<CallBase *> InRegion) const {}

void Frontend::finishCopy(Function &W, ArrayRef<BasicBlock *> Blocks) const {}

bool Frontend::isOfDataOnly() const { return false; }

bool Frontend::accesses(const IOCall &Call) const {
  return Call.isRead() || Call.isSeek() || Call.changesHandle() ||
         Call.Kind == IOKind::Duplicate || Call.Kind == IOKind::OpenFolder;
}

Instruction *Frontend::placeBehind(CallBase &CB) const { return nullptr; }

bool Frontend::hasViews() const { return false; }

bool Frontend::endsBehindData() const { return false; }

bool Frontend::tellsLength(const IOCall &Call) const { return true; }

std::optional<int64_t> Frontend::fromBeginning() const { return 0; }

const Value *Frontend::nameOfFile(const Value *File) const {
  auto *Load = dyn_cast<LoadInst>(File);
  return Load ? Load->getPointerOperand() : File;
}

bool Frontend::readsNamesItself() const { return true; }

bool Frontend::maySkip(const IOCall &Call) const { return false; }

std::optional<FileAtLaunch>
Frontend::fileAtLaunch(const CallBase &Step, const IOCall &Call,
                       const WorkingCopy &Copy) const {
  return std::nullopt;
}

void Frontend::askAtLaunch(IRBuilderBase &B, Value *Name) const {
  llvm_unreachable("the packet has no such file");
}

} // namespace foreslice
