//===- IOModel.cpp - what the pass knows about I/O calls ------------------===//
//
// See IOModel.h. The table is IOCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static const StringMap<IOCall> &ioCalls() {
  static const StringMap<IOCall> Table = [] {
    using enum Role;
    using enum FilePointer;
    using enum Ranks;
    using enum Completion;
    StringMap<IOCall> T;
    auto Add = [&](const IOCall &C) { T.try_emplace(C.Name, C); };
#define IO_ACCESS(Name, Kind, Pointer, Ranks, Completion, ...)                 \
  Add({#Name, IOKind::Kind, {__VA_ARGS__}, Pointer, Ranks, Completion});       \
  Add({#Name "_c", IOKind::Kind, {__VA_ARGS__}, Pointer, Ranks, Completion});
#define IO_END(Name, ...) Add({#Name, IOKind::AccessEnd, {__VA_ARGS__}});
#define IO_POSITION(Name, Kind, Pointer, ...)                                  \
  Add({#Name, IOKind::Kind, {__VA_ARGS__}, Pointer});
#define IO_QUERY(Name, Kind, ...) Add({#Name, IOKind::Kind, {__VA_ARGS__}});
#define IO_COUNT(Name, ...) Add({#Name, IOKind::GetCount, {__VA_ARGS__}});
#define IO_FILE(Name, Kind, ...) Add({#Name, IOKind::Kind, {__VA_ARGS__}});
#define IO_WAIT(Name, ...) Add({#Name, IOKind::Wait, {__VA_ARGS__}});
#include "model/IOCalls.def"
    return T;
  }();
  return Table;
}

foreslice_written IOCall::written() const {
  if (!isWrite())
    return FORESLICE_WRITTEN_NOTHING;
  if (Complete != Completion::AtReturn)
    return FORESLICE_WRITTEN_LATER;
  return Makers == Ranks::Together || isAtSharedPointer()
             ? FORESLICE_WRITTEN_BY_ALL
             : FORESLICE_WRITTEN_OWN;
}

int IOCall::position(Role R) const {
  auto It = find(Roles, R);
  return It == Roles.end() ? -1 : int(It - Roles.begin());
}

Value *IOCall::argument(const CallBase &CB, Role R) const {
  return CB.getArgOperand(position(R));
}

Value *IOCall::answer(const CallBase &CB) const {
  return argument(CB, has(Role::LongAnswer) ? Role::LongAnswer : Role::Answer);
}

IntegerType *IOCall::answerType(LLVMContext &Ctx) const {
  return has(Role::LongAnswer) ? Type::getInt64Ty(Ctx) : Type::getInt32Ty(Ctx);
}

/// Whether T is what the MPI libraries have for such an argument.
static bool isTypeOf(Role R, const Type *T) {
  switch (R) {
  case Role::File:
  case Role::Datatype:
  case Role::Object:
  case Role::Communicator:
  case Role::Info:
  case Role::Etype:
  case Role::Filetype:
    return T->isPointerTy() || T->isIntegerTy(32);
  case Role::Offset:
  case Role::Count:
  case Role::Whence:
  case Role::Mode:
  case Role::Displacement:
  case Role::Size:
    return T->isIntegerTy();
  case Role::Buffer:
  case Role::Status:
  case Role::Request:
  case Role::Answer:
  case Role::LongAnswer:
  case Role::Name:
  case Role::Handle:
  case Role::Representation:
    return T->isPointerTy();
  }
  llvm_unreachable("a role of no type");
}

bool IOCall::hasSignature(const Function &F) const {
  return F.getReturnType()->isIntegerTy(32) && !F.isVarArg() &&
         F.arg_size() == Roles.size() &&
         all_of(zip(Roles, F.args()), [](const auto &Pair) {
           return isTypeOf(std::get<0>(Pair), std::get<1>(Pair).getType());
         });
}

const IOCall *lookupIOName(StringRef Name) {
  auto It = ioCalls().find(Name);
  return It != ioCalls().end() ? &It->second : nullptr;
}

static const IOCall *lookup(const Function &F) {
  const IOCall *Call = F.isDeclaration() ? lookupIOName(F.getName()) : nullptr;
  return Call && Call->hasSignature(F) ? Call : nullptr;
}

static const IOCall *lookup(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && CB.arg_size() == F->arg_size() ? lookup(*F) : nullptr;
}

/// Call, if it is of I/O for certain.
static const IOCall *unlessWait(const IOCall *Call) {
  return Call && Call->Kind != IOKind::Wait ? Call : nullptr;
}

const IOCall *lookupIOFunction(const Function &F) {
  return unlessWait(lookup(F));
}

const IOCall *lookupIOCall(const CallBase &CB) {
  return unlessWait(lookup(CB));
}

const IOCall *lookupWait(const CallBase &CB) {
  const IOCall *Call = lookup(CB);
  return Call && Call->Kind == IOKind::Wait ? Call : nullptr;
}

foreslice_mpi_family mpiFamily(const Module &M) {
  for (const Function &F : M) {
    const IOCall *Call = lookupIOName(F.getName());
    int Datatype = Call ? Call->position(Role::Datatype) : -1;
    if (Datatype < 0 || int(F.arg_size()) <= Datatype)
      continue;
    return F.getArg(Datatype)->getType()->isPointerTy() ? FORESLICE_MPI_OPENMPI
                                                        : FORESLICE_MPI_MPICH;
  }
  return FORESLICE_MPI_OPENMPI;
}

} // namespace foreslice
