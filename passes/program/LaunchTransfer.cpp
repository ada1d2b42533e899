//===- LaunchTransfer.cpp - launches in the sources of a program ----------===//
//
// See LaunchTransfer.h.
//
//===----------------------------------------------------------------------===//

#include "program/LaunchTransfer.h"
#include "lower/ForwardPoints.h"
#include "lower/LaunchPoint.h"
#include "model/LibraryAttributes.h"
#include "program/ProgramSources.h"

#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace foreslice {

static bool areSame(const Function &A, const Function &B) {
  return A.size() == B.size() && A.arg_size() == B.arg_size() &&
         all_of(zip(A, B), [](auto Blocks) {
           const auto &[OfA, OfB] = Blocks;
           return OfA.size() == OfB.size() &&
                  all_of(zip(OfA, OfB), [](auto Instructions) {
                    const auto &[InA, InB] = Instructions;
                    return InA.getOpcode() == InB.getOpcode() &&
                           InA.getNumOperands() == InB.getNumOperands();
                  });
         });
}

bool LaunchTransfer::find(const Function &F) {
  Function *OwnFunction = Source->getFunction(F.getName());
  if (InSource.count(&F))
    return true;
  if (!OwnFunction || !areSame(F, *OwnFunction))
    return false;
  InSource[&F] = OwnFunction;
  for (auto [Theirs, Ours] : zip(F.args(), OwnFunction->args()))
    InSource[&Theirs] = &Ours;
  for (auto [Theirs, Ours] : zip(F, *OwnFunction)) {
    InSource[&Theirs] = &Ours;
    for (auto [I, OwnI] : zip(Theirs, Ours))
      InSource[&I] = &OwnI;
  }
  return true;
}

static void addGlobals(const Value &V, GlobalSet &To) {
  if (auto *GV = dyn_cast<GlobalValue>(&V)) {
    To.insert(GV);
  } else if (auto *C = dyn_cast<Constant>(&V)) {
    for (const Use &Operand : C->operands())
      addGlobals(*Operand, To);
  }
}

GlobalSet globalsIn(const Value &V) {
  GlobalSet Result;
  addGlobals(V, Result);
  return Result;
}

/// A declaration in M of a definition in another source.
static GlobalValue *declareIn(Module &M, const GlobalValue &GV) {
  GlobalValue *Named;
  if (auto *F = dyn_cast<Function>(&GV))
    Named = Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage,
                             GV.getName(), M);
  else
    Named = new GlobalVariable(M, GV.getValueType(), false,
                               GlobalValue::ExternalLinkage, nullptr,
                               GV.getName(), nullptr, GV.getThreadLocalMode());
  Named->setVisibility(GV.hasLocalLinkage() ? GlobalValue::HiddenVisibility
                                            : GV.getVisibility());
  return Named;
}

Value *LaunchTransfer::valueOf(Value *InProgram) {
  for (const GlobalValue *GV : globalsIn(*InProgram))
    if (!InSource.count(GV)) {
      GlobalValue *OwnValue = Source->getNamedValue(GV->getName());
      InSource[GV] = OwnValue ? OwnValue : declareIn(*Source, *GV);
    }
  return MapValue(InProgram, InSource);
}

GlobalVariable &LaunchTransfer::descriptor(const GlobalVariable &InProgram) {
  if (GlobalVariable *Known = Source->getNamedGlobal(InProgram.getName()))
    return *Known;
  return *cast<GlobalVariable>(declareIn(*Source, InProgram));
}

DebugLoc LaunchTransfer::launch(const Region &R, const LoweredSlice &Slice,
                                const GlobalVariable &Descriptor,
                                const ReaderFunctions &Readers) {
  LoweredSlice OwnSlice = Slice;
  for (PacketField &Field : OwnSlice.Fields)
    Field.Source = valueOf(Field.Source);
  GlobalVariable &OwnDescriptor = descriptor(Descriptor);
  ScopedLibraryAttributes Annotated(*Source);
  if (R.start()) {
    auto *Stop = R.stop() ? cast<Instruction>(valueOf(R.stop())) : nullptr;
    return emitLaunch(Region(*cast<Instruction>(valueOf(R.start())), Stop),
                      OwnSlice, OwnDescriptor, Readers);
  }
  auto *Header = cast<BasicBlock>(valueOf(&R.first()));
  DominatorTree DT(*Header->getParent());
  LoopInfo LI(DT);
  return emitLaunch(Region(*LI.getLoopFor(Header)), OwnSlice, OwnDescriptor,
                    Readers);
}

void LaunchTransfer::forward(const LoweredSlice &Slice,
                             const GlobalVariable &Descriptor) {
  LoweredSlice OwnSlice;
  for (ForwardSite Site : Slice.Forwards)
    if (Value *Call = InSource.lookup(Site.Call)) {
      Site.Call = cast<CallBase>(Call);
      OwnSlice.Forwards.push_back(Site);
    }
  for (CallBase *Drawing : Slice.Draws)
    if (Value *Call = InSource.lookup(Drawing))
      OwnSlice.Draws.insert(cast<CallBase>(Call));
  if (!OwnSlice.watchedCalls().empty())
    emitForwards(OwnSlice, descriptor(Descriptor));
}

void LaunchTransfer::restoreNames(const StringSet<> &Shared) {
  for (GlobalValue &GV : Source->global_values()) {
    if (!GV.hasLocalLinkage())
      continue;
    if (Shared.contains(GV.getName())) {
      GV.setLinkage(GlobalValue::ExternalLinkage);
      GV.setVisibility(GlobalValue::HiddenVisibility);
    } else {
      GV.setName(nameInSource(GV.getName()).str());
    }
  }
}

} // namespace foreslice
