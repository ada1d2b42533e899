//===- StreamCalls.cpp - calls of C++ streams in a working copy -----------===//
//
// See StreamCalls.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/streams/StreamCalls.h"
#include "model/IOModel.h"
#include "model/LibcxxNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static constexpr StringRef Suffix = ".stream";

bool isStreamBody(const Function &F) { return F.getName().ends_with(Suffix); }

/// The stream around Ios, the base class std::ios at the offset in the virtual
/// table; Ios itself if not computed by the offset.
///
///   %table = load ptr, ptr %stream
///   %place = getelementptr i8, ptr %table, i64 -24
///   %offset = load i64, ptr %place
///   %ios = getelementptr inbounds i8, ptr %stream, i64 %offset
static Value *streamOf(Value *Ios) {
  auto *Inst = dyn_cast<GetElementPtrInst>(Ios);
  auto *Offset = Inst && Inst->getNumIndices() == 1
                     ? dyn_cast<LoadInst>(Inst->getOperand(1))
                     : nullptr;
  auto *Place = Offset
                    ? dyn_cast<GetElementPtrInst>(Offset->getPointerOperand())
                    : nullptr;
  auto *Table =
      Place ? dyn_cast<LoadInst>(Place->getPointerOperand()) : nullptr;
  return Table && Table->getPointerOperand() == Inst->getPointerOperand()
             ? Inst->getPointerOperand()
             : Ios;
}

bool renameStreamCalls(Module &Copy, const Frontend &Streams) {
  SmallVector<Function *> Functions;
  for (Function &F : Copy)
    if (const IOCall *Call = lookupIOFunction(F);
        Call && Call->isComposite() && &Call->Family == &Streams)
      Functions.push_back(&F);
  SmallVector<std::pair<CallBase *, Function *>> Calls;
  auto BodyOf = [&](const Function &F) {
    return Copy.getOrInsertFunction(untaggedName(F.getName()) + Suffix.str(),
                                    F.getFunctionType());
  };
  for (Function *F : Functions) {
    for (Use &U : make_early_inc_range(F->uses())) {
      auto *CB = dyn_cast<CallBase>(U.getUser());
      if (CB && CB->isCallee(&U)) {
        unsigned Position = lookupIOFunction(*F)->position(Role::File);
        CB->setArgOperand(Position, streamOf(CB->getArgOperand(Position)));
        Calls.emplace_back(CB, F);
      } else if (CB) { // A manipulator.
        U.set(BodyOf(*F).getCallee());
      }
    }
    F->deleteBody();
    F->setComdat(nullptr);
  }
  // The stream of a call may be the result of another call.
  erase_if(Calls, [](const auto &Call) { return !lookupIOCall(*Call.first); });
  for (auto [CB, F] : Calls)
    CB->setCalledFunction(BodyOf(*F));
  return !Calls.empty();
}

} // namespace foreslice
