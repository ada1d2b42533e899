//===- StringStreams.cpp - C++ string streams in a working copy -----------===//
//
// See StringStreams.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/streams/StringStreams.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace foreslice {

static constexpr StringRef Suffix = ".text";

/// Whether F makes a string stream, or is a body of a constructor.
static bool isConstructor(const Function &F) {
  StringRef Name = F.getName();
  return Name.consume_front("_ZNSt7__cxx11") &&
         (Name.starts_with("19basic_ostringstreamI") ||
          Name.starts_with("18basic_stringstreamI") ||
          Name.starts_with("19basic_istringstreamI")) &&
         Name.contains("EEC1E");
}

/// The stream is the first argument but for where a result goes.
static unsigned streamPosition(const CallBase &CB) {
  return CB.hasStructRetAttr() ? 1 : 0;
}

bool makesStringStreams(const Module &M) { return any_of(M, isConstructor); }

namespace {

/// One variable, with all uses.
class StringStream {
public:
  StringStream(AllocaInst &Object, const StringSet<> &Names)
      : Object(Object), Names(Names) {}

  /// False if a use has no body.
  bool follow();
  void rename(Module &Copy);

private:
  bool hasBody(const Function &F) const {
    return Names.contains((F.getName() + Suffix).str());
  }
  bool followUse(Use &U);
  bool followCall(CallBase &CB, const Use &U);

  AllocaInst &Object;
  const StringSet<> &Names;
  /// Into the object.
  SetVector<Value *> Pointers;
  SetVector<CallBase *> Calls;
};

} // namespace

/// Whether Load, of a table of virtual functions, only leads to where a base
/// class lies.
static bool findsBase(const LoadInst &Load) {
  return all_of(Load.users(), [](const User *Place) {
    return isa<GetElementPtrInst>(Place) &&
           all_of(Place->users(), IsaPred<LoadInst>);
  });
}

bool StringStream::followCall(CallBase &CB, const Use &U) {
  Function *F = CB.getCalledFunction();
  if (!F || !hasBody(*F) || !CB.isArgOperand(&U) ||
      CB.getArgOperandNo(&U) != streamPosition(CB))
    return false;
  for (Value *Arg : CB.args())
    if (auto *Manipulator = dyn_cast<Function>(Arg);
        Manipulator && !hasBody(*Manipulator))
      return false;
  Calls.insert(&CB);
  if (CB.getType()->isPointerTy())
    Pointers.insert(&CB);
  return true;
}

bool StringStream::followUse(Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
    Pointers.insert(GEP);
    return GEP->getPointerOperand() == U;
  }
  if (auto *Load = dyn_cast<LoadInst>(I))
    return findsBase(*Load);
  if (isa<LifetimeIntrinsic>(I))
    return true;
  auto *CB = dyn_cast<CallBase>(I);
  return CB && followCall(*CB, U);
}

bool StringStream::follow() {
  Pointers.insert(&Object);
  for (size_t I = 0; I < Pointers.size(); ++I)
    for (Use &U : Pointers[I]->uses())
      if (!followUse(U))
        return false;
  return true;
}

void StringStream::rename(Module &Copy) {
  auto BodyOf = [&](const Function &F) {
    return Copy.getOrInsertFunction((F.getName() + Suffix).str(),
                                    F.getFunctionType());
  };
  for (CallBase *CB : Calls) {
    CB->setArgOperand(streamPosition(*CB), &Object);
    for (Use &Arg : CB->args())
      if (auto *Manipulator = dyn_cast<Function>(Arg))
        Arg.set(BodyOf(*Manipulator).getCallee());
    CB->setCalledFunction(BodyOf(*CB->getCalledFunction()));
  }
  // Address computations of base classes.
  SmallVector<WeakTrackingVH> Dead;
  for (Value *Pointer : Pointers)
    if (isa<GetElementPtrInst>(Pointer))
      Dead.emplace_back(Pointer);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

bool renameStringStreams(Module &Copy, const StringSet<> &Names) {
  SetVector<AllocaInst *> Objects;
  for (Function &F : Copy)
    if (isConstructor(F))
      for (User *U : F.users())
        if (auto *CB = dyn_cast<CallBase>(U);
            CB && CB->getCalledFunction() == &F && !CB->arg_empty())
          if (auto *Object = dyn_cast<AllocaInst>(CB->getArgOperand(0)))
            Objects.insert(Object);
  bool Renamed = false;
  for (AllocaInst *Object : Objects) {
    StringStream S(*Object, Names);
    if (!S.follow())
      continue;
    S.rename(Copy);
    Renamed = true;
  }
  return Renamed;
}

void hideOlderStringStreams(Function &F, ArrayRef<CallBase *> InRegion) {
  SmallVector<std::pair<CallBase *, AllocaInst *>> Calls;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
    if (Callee && Callee->getName().ends_with(Suffix))
      if (auto *Object =
              dyn_cast<AllocaInst>(CB->getArgOperand(streamPosition(*CB))))
        Calls.emplace_back(CB, Object);
  }
  SmallPtrSet<AllocaInst *, 4> Made;
  for (auto [CB, Object] : Calls)
    if (isConstructor(*CB->getCalledFunction()) && is_contained(InRegion, CB))
      Made.insert(Object);
  for (auto [CB, Object] : Calls) {
    if (Made.contains(Object))
      continue;
    Function *Body = CB->getCalledFunction();
    StringRef Name = Body->getName();
    Name.consume_back(Suffix);
    CB->setCalledFunction(F.getParent()->getOrInsertFunction(
        (Name + ".hidden").str(), Body->getFunctionType()));
  }
}

} // namespace foreslice
