//===- LibraryAttributes.cpp - memory effects of library functions --------===//
//
// See LibraryAttributes.h.
//
//===----------------------------------------------------------------------===//

#include "model/LibraryAttributes.h"
#include "model/FortranNames.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/PureCalls.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;

namespace foreslice {

static void markReadOnly(Function &F, int ArgNo) {
  if (ArgNo >= 0 && ArgNo < int(F.arg_size()) &&
      F.getArg(ArgNo)->getType()->isPointerTy())
    F.getArg(ArgNo)->addAttr(Attribute::ReadOnly);
}

/// Splits "(int, std::vector<double, A> const&)" at top-level commas.
static SmallVector<StringRef> splitParameters(StringRef List) {
  List = List.drop_front(1).drop_back(1);
  SmallVector<StringRef> Result;
  int Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    Depth += StringRef("<([{").contains(List[I]);
    Depth -= StringRef(">)]}").contains(List[I]);
    if (List[I] == ',' && Depth == 0) {
      Result.push_back(List.slice(Start, I).trim());
      Start = I + 1;
    }
  }
  Result.push_back(List.substr(Start).trim());
  return Result;
}

/// C++ names carry the types of parameters: parameters by reference or pointer
/// to const count as read only.
static void annotateConstParameters(Function &F) {
  ItaniumPartialDemangler D;
  std::string Name = F.getName().str(); // D refers into Name.
  if (D.partialDemangle(Name.c_str()) || !D.isFunction())
    return;
  char *Text = D.getFunctionParameters(nullptr, nullptr);
  if (!Text)
    return;
  SmallVector<StringRef> Params = splitParameters(Text);
  bool Const = D.hasFunctionQualifiers() &&
               StringRef(demangle(F.getName())).ends_with(" const");
  // A non-static member function has one argument more than the name says.
  size_t First = F.arg_size() - std::min(F.arg_size(), Params.size());
  if (Params.size() == 1 && (Params[0].empty() || Params[0] == "void"))
    First = F.arg_size();
  if (Const)
    markReadOnly(F, int(First) - 1);
  for (size_t I = First; I < F.arg_size(); ++I)
    if (Params[I - First].ends_with("const&") ||
        Params[I - First].ends_with("const*"))
      markReadOnly(F, I);
  std::free(Text);
}

static void addCapturesNone(Function &F) {
  Attribute NoCapture =
      Attribute::getWithCaptureInfo(F.getContext(), CaptureInfo::none());
  for (Argument &A : F.args())
    if (A.getType()->isPointerTy() && !A.hasAttribute(Attribute::Captures))
      A.addAttr(NoCapture);
}

static void annotateMPI(Function &F) {
  F.setDoesNotThrow();
  if (const IOCall *Call = lookupIOName(F.getName())) {
    markReadOnly(F, Call->position(Role::Name));
    // The begin of a split access counts as the writer of the buffer.
    if (Call->isWrite() || Call->Kind == IOKind::AccessEnd)
      markReadOnly(F, Call->position(Role::Buffer));
  }
  if (retainsArguments(F))
    return;
  F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  addCapturesNone(F);
  if (onlyReadsFirst(F))
    markReadOnly(F, 0);
  if (endsProgram(F))
    F.setDoesNotReturn();
}

/// For a call of I/O outside MPI that keeps no pointer.
static void annotateCall(Function &F, const IOCall &Call) {
  F.setDoesNotThrow();
  F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly() |
                     MemoryEffects::errnoMemOnly());
  addCapturesNone(F);
  for (Role R : {Role::Name, Role::StreamMode, Role::Format})
    markReadOnly(F, Call.position(R));
  for (Role R : {Role::Vector, Role::Hint, Role::Address})
    markReadOnly(F, Call.position(R));
  // The state of a stream is the run time's, and nobody looks into others.
  if (Call.isStep() || Call.Kind == IOKind::Duplicate ||
      Call.Kind == IOKind::Listing)
    for (Role R : {Role::File, Role::Source, Role::Target})
      markReadOnly(F, Call.position(R));
  if (Call.isWrite())
    markReadOnly(F, Call.position(Role::Buffer));
  // The program, not the call, reads the mapped memory.
  if (Call.isMapped())
    F.setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

/// Constructors and destructors of std::allocator, without state.
static bool isAllocatorLife(StringRef Name) {
  return Name.starts_with("_ZNSaI") &&
         (Name.ends_with("C1Ev") || Name.ends_with("C2Ev") ||
          Name.ends_with("C1ERKS_") || Name.ends_with("C2ERKS_") ||
          Name.ends_with("D1Ev") || Name.ends_with("D2Ev"));
}

/// Attributes from the table for a function that only computes a value.
static void annotateComputation(Function &F) {
  F.setDoesNotThrow();
  F.setWillReturn();
  bool Writes = F.isVarArg(), Looks = Writes;
  for (Argument &A : F.args()) {
    if (!A.getType()->isPointerTy())
      continue;
    Looks = true;
    if (mayWriteThrough(F, A.getArgNo()))
      Writes = true;
    else
      markReadOnly(F, A.getArgNo());
  }
  MemoryEffects Effects = MemoryEffects::errnoMemOnly(ModRefInfo::ModRef);
  if (Looks) // At text in the way of the locale.
    Effects |= MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref) |
               MemoryEffects::argMemOnly(Writes ? ModRefInfo::ModRef
                                                : ModRefInfo::Ref);
  F.setMemoryEffects(F.getMemoryEffects() & Effects);
  if (!Writes && !F.getReturnType()->isPointerTy())
    addCapturesNone(F);
}

void annotateLibraryFunctions(Module &M) {
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  for (Function &F : M) {
    if (!F.isDeclaration() || F.isIntrinsic())
      continue;
    if (isMPIFunction(F)) {
      annotateMPI(F);
      continue;
    }
    inferNonMandatoryLibFuncAttrs(F, TLI);
    if (const IOCall *Call = lookupIOFunction(F);
        Call && !Call->isComposite()) {
      annotateCall(F, *Call);
      continue;
    }
    annotateConstParameters(F);
    // No slice calls such a function: flang's run time ends the program on
    // errors.
    if (onlyLooksInFortran(F))
      F.setOnlyReadsMemory();
    if (isComputation(F))
      annotateComputation(F);
    if (isErrnoAddress(F) || isAllocatorLife(F.getName()))
      F.setMemoryEffects(MemoryEffects::none());
  }
}

ScopedLibraryAttributes::ScopedLibraryAttributes(Module &M) {
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic())
      Saved.emplace_back(&F, F.getAttributes());
  annotateLibraryFunctions(M);
}

ScopedLibraryAttributes::~ScopedLibraryAttributes() {
  for (auto &[F, Attributes] : Saved)
    F->setAttributes(Attributes);
}

} // namespace foreslice
