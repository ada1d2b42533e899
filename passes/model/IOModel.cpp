//===- IOModel.cpp - what the pass knows about calls ----------------------===//
//
// See IOModel.h. The tables are IOCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/IOModel.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;

namespace foreslice {

static const StringMap<IOCall> &ioCalls() {
  static const StringMap<IOCall> Table = [] {
    StringMap<IOCall> T;
    constexpr int _ = -1;
    auto Add = [&](IOCall C) { T[C.Name] = C; };
#define IO_CALL(Name, Kind, File, Offset, Buffer, Count, Datatype, Status,     \
                Request)                                                       \
  Add({#Name, IOKind::Kind, File, Offset, Buffer, Count, Datatype, Status,     \
       Request});                                                              \
  Add({#Name "_c", IOKind::Kind, File, Offset, Buffer, Count, Datatype,        \
       Status, Request});
#define IO_END(Name, File, Buffer, Status)                                     \
  Add({#Name, IOKind::AccessEnd, File, _, Buffer, _, _, Status});
#define IO_QUERY(Name, Kind, In, Out)                                          \
  Add({#Name, IOKind::Kind, _, _, _, _, _, _, _, In, Out});
#define IO_OTHER(Name, Kind) Add({#Name, IOKind::Kind});
#include "model/IOCalls.def"
    return T;
  }();
  return Table;
}

foreslice_written IOCall::written() const {
  if (!isWrite())
    return FORESLICE_WRITTEN_NOTHING;
  if (Name.contains("_iwrite") || Name.contains("_begin"))
    return FORESLICE_WRITTEN_LATER;
  bool Alone = !Name.contains("_all") && Kind != IOKind::WriteShared;
  return Alone ? FORESLICE_WRITTEN_OWN : FORESLICE_WRITTEN_BY_ALL;
}

static const StringMap<StringRef> &unknownValues() {
  static const StringMap<StringRef> Table = [] {
    StringMap<StringRef> T;
#define UNKNOWN_VALUE(Name, Why) T[#Name] = Why;
#include "model/IOCalls.def"
    return T;
  }();
  return Table;
}

/// A declaration that only looks like MPI's (a C program without mpi.h, a
/// function of the program's own) must not be lowered by position.
static bool hasExpectedSignature(const IOCall &C, const Function &F) {
  auto IsHandle = [&](int I) {
    Type *T = F.getArg(I)->getType();
    return T->isPointerTy() || T->isIntegerTy(32);
  };
  auto IsInteger = [&](int I) { return F.getArg(I)->getType()->isIntegerTy(); };
  auto IsPointer = [&](int I) { return F.getArg(I)->getType()->isPointerTy(); };
  int Last = std::max({C.Datatype, C.Status, C.Request, C.QueryOut, -1});
  if (!F.getReturnType()->isIntegerTy(32) || F.isVarArg())
    return false;
  if (Last < 0)
    return true;
  if (int(F.arg_size()) != Last + 1)
    return false;
  if (C.isQuery())
    return IsHandle(C.QueryIn) && IsPointer(C.QueryOut);
  auto OrNone = [](int I, auto Is) { return I < 0 || Is(I); };
  return IsHandle(C.File) && OrNone(C.Offset, IsInteger) &&
         IsPointer(C.Buffer) && OrNone(C.Count, IsInteger) &&
         OrNone(C.Datatype, IsHandle) && OrNone(C.Status, IsPointer) &&
         OrNone(C.Request, IsPointer);
}

const IOCall *lookupIOFunction(const Function &F) {
  if (!F.isDeclaration())
    return nullptr;
  auto It = ioCalls().find(F.getName());
  return It != ioCalls().end() && hasExpectedSignature(It->second, F)
             ? &It->second
             : nullptr;
}

const IOCall *lookupIOCall(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && CB.arg_size() == F->arg_size() ? lookupIOFunction(*F) : nullptr;
}

StringRef unknownValueReason(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F ? unknownValues().lookup(F->getName()) : StringRef();
}

bool isWaitCall(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && F->isDeclaration() && F->getName() == "MPI_Wait" &&
         CB.arg_size() == 2;
}

bool isMPIFunction(StringRef Name) {
  return Name.starts_with("MPI_") || Name.starts_with("PMPI_") ||
         Name.starts_with("MPIX_");
}

/// Calls that keep a buffer, a callback or an attribute beyond their return.
static bool retainsArguments(StringRef Name) {
  Name.consume_front("P");
  if (!Name.consume_front("MPI_"))
    return true;
  for (StringRef Harmless :
       {"Init", "Info_", "Intercomm_", "Is_thread", "Initialized"})
    if (Name.starts_with(Harmless))
      return false;
  for (StringRef Prefix : {"I", "File_i", "Buffer_attach", "Win_", "R", "Op_",
                           "Grequest", "Attach", "Put", "Get_acc", "Acc"})
    if (Name.starts_with(Prefix) && !Name.starts_with("Reduce") &&
        !Name.starts_with("Recv") && !Name.starts_with("Request"))
      return true;
  return Name.contains("_begin") || Name.ends_with("_init") ||
         Name.contains("attr") || Name.contains("keyval") ||
         Name.contains("errhandler") || Name == "Get" ||
         Name.starts_with("Register");
}

bool retainsArguments(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && isMPIFunction(F->getName()) && retainsArguments(F->getName());
}

const ReceivedMessage *receivedMessage(const CallBase &CB) {
  static const StringMap<ReceivedMessage> Table = {
#define RECEIVES(Name, Buffer, Count, Datatype)                                \
  {#Name, {Buffer, Count, Datatype}},
#include "model/IOCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  auto It = F ? Table.find(F->getName()) : Table.end();
  return It != Table.end() && int(CB.arg_size()) > It->second.Datatype
             ? &It->second
             : nullptr;
}

bool deliversByBottom(const CallBase &CB) {
  int Buffer = -1, Datatype = -1;
  if (const IOCall *Call = lookupIOCall(CB); Call && Call->isRead()) {
    Buffer = Call->Buffer;
    Datatype = Call->Datatype;
  } else if (const ReceivedMessage *Message = receivedMessage(CB)) {
    Buffer = Message->Buffer;
    Datatype = Message->Datatype;
  }
  return Buffer >= 0 && Datatype >= 0 &&
         isa<ConstantPointerNull>(CB.getArgOperand(Buffer)) &&
         predefinedTypeSize(CB.getArgOperand(Datatype)) == 0;
}

const Value *addressedByMPI(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && F->getName() == "MPI_Get_address" && CB.arg_size() == 2
             ? getUnderlyingObject(CB.getArgOperand(0))
             : nullptr;
}

const Allocation *lookupAllocation(const CallBase &CB) {
  static const StringMap<Allocation> Table = [] {
    constexpr int _ = -1;
    return StringMap<Allocation>{
#define ALLOCATION(Name, Size, Times) {#Name, {Size, Times}},
#include "model/IOCalls.def"
    };
  }();
  const Function *F = CB.getCalledFunction();
  auto It = F ? Table.find(F->getName()) : Table.end();
  return It != Table.end() && int(CB.arg_size()) >
                                  std::max(It->second.Size, It->second.Times)
             ? &It->second
             : nullptr;
}

const StringCall *lookupStringCall(const CallBase &CB) {
  static const StringMap<StringCall> Table = [] {
    constexpr int _ = -1;
    return StringMap<StringCall>{
#define STRING(Name, To, Limit) {#Name, {#Name, To, Limit}},
#include "model/IOCalls.def"
    };
  }();
  const Function *F = CB.getCalledFunction();
  auto It = F && F->isDeclaration() ? Table.find(F->getName()) : Table.end();
  return It != Table.end() && int(CB.arg_size()) > std::max(It->second.Limit, 1)
             ? &It->second
             : nullptr;
}

bool isInsertion(const CallBase &CB) {
  static constexpr StringRef Names[] = {
#define INSERTION(Name) #Name,
#include "model/IOCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  return F && is_contained(Names, F->getName());
}

uint64_t predefinedTypeSize(const Value *Datatype) {
  static const StringMap<uint64_t> OpenMPI = {
#define PREDEFINED_TYPE(Name, Bytes) {#Name, Bytes},
#include "model/IOCalls.def"
  };
  // MPICH's handles of basic types say their size.
  if (auto *C = dyn_cast<ConstantInt>(Datatype)) {
    uint64_t Handle = C->getZExtValue();
    return (Handle & 0xff000000) == 0x4c000000 ? Handle >> 8 & 0xff : 0;
  }
  auto *GV = dyn_cast<GlobalVariable>(Datatype->stripPointerCasts());
  return GV ? OpenMPI.lookup(GV->getName()) : 0;
}

static void markReadOnly(Function &F, int ArgNo) {
  if (ArgNo >= 0 && ArgNo < int(F.arg_size()) &&
      F.getArg(ArgNo)->getType()->isPointerTy())
    F.getArg(ArgNo)->addAttr(Attribute::ReadOnly);
}

/// Splits "(int, std::vector<double, A> const&)" at its top-level commas.
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

/// C++ names carry the types of the parameters: what is passed by reference or
/// pointer to const counts as read only.
static void annotateConstParameters(Function &F) {
  ItaniumPartialDemangler D;
  std::string Name = F.getName().str(); // D refers into it.
  if (D.partialDemangle(Name.c_str()) || !D.isFunction())
    return;
  char *Text = D.getFunctionParameters(nullptr, nullptr);
  if (!Text)
    return;
  SmallVector<StringRef> Params = splitParameters(Text);
  bool Const = D.hasFunctionQualifiers() &&
               StringRef(demangle(F.getName())).ends_with(" const");
  // A non-static member function has one argument more than its name says.
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

foreslice_mpi_family mpiFamily(const Module &M) {
  for (const Function &F : M) {
    auto It = ioCalls().find(F.getName());
    if (It == ioCalls().end() || It->second.Datatype < 0 ||
        int(F.arg_size()) <= It->second.Datatype)
      continue;
    return F.getArg(It->second.Datatype)->getType()->isPointerTy()
               ? FORESLICE_MPI_OPENMPI
               : FORESLICE_MPI_MPICH;
  }
  return FORESLICE_MPI_OPENMPI;
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
  StringRef Name = F.getName();
  auto It = ioCalls().find(Name);
  if (Name == "MPI_File_open" && F.arg_size() == 5)
    markReadOnly(F, 1); // the file's name
  // The begin of a split access counts as what fills its buffer.
  if (It != ioCalls().end() &&
      (It->second.isWrite() || It->second.Kind == IOKind::AccessEnd))
    markReadOnly(F, It->second.Buffer);
  if (retainsArguments(Name))
    return;
  F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  addCapturesNone(F);
  // What is only sent, or addressed.
  static constexpr StringRef ReadsFirst[] = {
      "MPI_Send",       "MPI_Ssend",     "MPI_Bsend",      "MPI_Rsend",
      "MPI_Reduce",     "MPI_Allreduce", "MPI_Gather",     "MPI_Gatherv",
      "MPI_Scan",       "MPI_Allgather", "MPI_Allgatherv", "MPI_Scatter",
      "MPI_Get_address"};
  if (is_contained(ReadsFirst, Name))
    markReadOnly(F, 0);
  if (Name == "MPI_Abort")
    F.setDoesNotReturn();
}

/// Constructors and destructors of std::allocator, which has no state.
static bool isAllocatorLife(StringRef Name) {
  return Name.starts_with("_ZNSaI") &&
         (Name.ends_with("C1Ev") || Name.ends_with("C2Ev") ||
          Name.ends_with("C1ERKS_") || Name.ends_with("C2ERKS_") ||
          Name.ends_with("D1Ev") || Name.ends_with("D2Ev"));
}

void annotateLibraryFunctions(Module &M) {
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  for (Function &F : M) {
    if (!F.isDeclaration() || F.isIntrinsic())
      continue;
    if (isMPIFunction(F.getName())) {
      annotateMPI(F);
      continue;
    }
    inferNonMandatoryLibFuncAttrs(F, TLI);
    annotateConstParameters(F);
    if (F.getName() == "__errno_location" || isAllocatorLife(F.getName()))
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
