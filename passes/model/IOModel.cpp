//===- IOModel.cpp - recognition of I/O calls -----------------------------===//
//
// See IOModel.h. The front ends have the tables.
//
//===----------------------------------------------------------------------===//

#include "model/IOModel.h"
#include "model/LibcxxNames.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static const CallTable &ioCalls() {
  static const CallTable Table = [] {
    CallTable T;
    for (const Frontend *F : frontends())
      F->addCalls(T);
    return T;
  }();
  return Table;
}

const IOCall *lookupIOName(StringRef Name) {
  auto It = isOfLibcxx(Name) ? ioCalls().find(untaggedName(Name))
                             : ioCalls().find(Name);
  return It != ioCalls().end() ? &It->second : nullptr;
}

/// Headers of the C library define some calls of stdio beside the library.
static const IOCall *lookup(const Function &F) {
  bool IsOfLibrary = F.isDeclaration() || F.hasAvailableExternallyLinkage();
  const IOCall *Call = lookupIOName(F.getName());
  return Call && (IsOfLibrary || Call->isComposite()) &&
                 Call->Family.hasSignature(*Call, F)
             ? Call
             : nullptr;
}

static const IOCall *lookup(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || CB.arg_size() < F->arg_size() ||
      (CB.arg_size() > F->arg_size() && !F->isVarArg()))
    return nullptr;
  const IOCall *Call = lookup(*F);
  return Call && Call->Family.isOfFile(CB, *Call) ? Call : nullptr;
}

/// Call, or null for a wait: a wait may be for a message.
static const IOCall *unlessWait(const IOCall *Call) {
  return Call && Call->Kind != IOKind::Wait ? Call : nullptr;
}

bool opensToWrite(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || CB.arg_size() < F->arg_size())
    return false;
  const IOCall *Call = lookup(*F);
  bool Creates = F->isDeclaration() && CB.arg_size() == 2 &&
                 (F->getName() == "creat" || F->getName() == "creat64");
  return Creates || (Call && Call->Family.opensToWrite(CB, *Call));
}

/// Mark of calls in a copy that stay calls of I/O: see keepAsFile().
static constexpr char AnyFileMD[] = "foreslice.any.file";

unsigned fileMark(LLVMContext &Ctx) { return Ctx.getMDKindID(AnyFileMD); }

void keepAsFile(CallBase &CB) {
  const IOCall *Call = lookupIOCall(CB);
  if (Call && Call->has(Role::File))
    CB.setMetadata(AnyFileMD, MDNode::get(CB.getContext(), {}));
}

bool isKeptAsFile(const CallBase &CB) { return CB.hasMetadata(AnyFileMD); }

const IOCall *lookupIOFunction(const Function &F) {
  return unlessWait(lookup(F));
}

const IOCall *lookupIOCall(const CallBase &CB) {
  return unlessWait(lookup(CB));
}

bool isPartOfCall(const Function &F) {
  return any_of(frontends(),
                [&](const Frontend *Of) { return Of->isPartOfCall(F); });
}

const IOCall *lookupWait(const CallBase &CB) {
  const IOCall *Call = lookup(CB);
  return Call && Call->Kind == IOKind::Wait ? Call : nullptr;
}

foreslice_mpi_family mpiFamily(const Module &M) {
  bool Fortran = false;
  for (Role Telling : {Role::Datatype, Role::Object})
    for (const Function &F : M) {
      const IOCall *Call = F.use_empty() ? nullptr : lookupIOName(F.getName());
      if (!Call || Call->isStep() ||
          (Call->isQuery() && !Call->isConstantQuery()))
        continue;
      if (Call->ByReference) {
        Fortran = true;
        continue;
      }
      int Position = Call->position(Telling);
      if (Position >= 0 && int(F.arg_size()) > Position)
        return F.getArg(Position)->getType()->isPointerTy()
                   ? FORESLICE_MPI_OPENMPI
                   : FORESLICE_MPI_MPICH;
    }
  return Fortran ? FORESLICE_MPI_FORTRAN : FORESLICE_MPI_NONE;
}

} // namespace foreslice
