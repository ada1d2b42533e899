//===- IOModel.cpp - what the pass knows about I/O calls ------------------===//
//
// See IOModel.h. The table is IOCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/IOModel.h"
#include "model/FortranNames.h"
#include "model/LibcxxNames.h"
#include "model/NoFiles.h"
#include "model/ScanFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <fcntl.h>
#include <sys/mman.h>

using namespace llvm;

namespace foreslice {

static const StringMap<IOCall> &ioCalls() {
  static const StringMap<IOCall> Table = [] {
    using enum Role;
    using enum FilePointer;
    using enum Ranks;
    using enum Completion;
    StringMap<IOCall> T;
    auto Add = [&](const IOCall &C) {
      T.try_emplace(C.Name, C);
      if (!C.isMpi())
        return;
      for (const char *End : {"_", "_f08_"}) {
        IOCall InFortran = C;
        InFortran.ByReference = true;
        T.try_emplace(C.Name.lower() + End, InFortran);
      }
    };
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
#define POSIX_CALL(Name, Kind, Pointer, ...)                                   \
  Add({#Name,                                                                  \
       IOKind::Kind,                                                           \
       {__VA_ARGS__},                                                          \
       FilePointer::Pointer,                                                   \
       Ranks::Alone,                                                           \
       Completion::AtReturn,                                                   \
       Interface::Posix});
#define STREAM_STEP(Step, Text, Kind, Pointer, ...)                            \
  T.try_emplace(#Step, Text, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},        \
                FilePointer::Pointer, Alone, AtReturn, Interface::StreamStep);
#define FORTRAN_STEP(Step, Text, Kind, Pointer, ...)                           \
  T.try_emplace(#Step, Text, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},        \
                FilePointer::Pointer, Alone, AtReturn,                         \
                Interface::FortranStep);
#define FORTRAN_STATEMENT(Symbol, Text, Kind, ...)                             \
  T.try_emplace(#Symbol, Text, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},      \
                FilePointer::None, Alone, AtReturn,                            \
                Interface::FortranStatement);
#include "model/IOCalls.def"
#define STREAM_FUNCTION(Symbol, Text, Kind)                                    \
  T.try_emplace(#Symbol, Text, IOKind::Kind, ArrayRef<Role>{File},             \
                FilePointer::None, Alone, AtReturn,                            \
                Interface::StreamFunction);
#define STREAM_TO_END(Symbol, Text)                                            \
  T.try_emplace(#Symbol, Text, IOKind::Read, ArrayRef<Role>{Buffer, File},     \
                FilePointer::None, Alone, AtReturn,                            \
                Interface::StreamFunction);
#include "model/StreamFunctions.def"
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

bool IOCall::isScattered(const CallBase &CB) const {
  auto *Piece = has(Role::Piece)
                    ? dyn_cast<ConstantInt>(argument(CB, Role::Piece))
                    : nullptr;
  return has(Role::Piece) && !(Piece && Piece->isZero());
}

bool IOCall::isOfStream(const CallBase &CB) const {
  return has(Role::StreamMode) ||
         (has(Role::File) &&
          argument(CB, Role::File)->getType()->isPointerTy());
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
  case Role::Target:
    return T->isPointerTy() || T->isIntegerTy(32);
  case Role::Offset:
  case Role::Count:
  case Role::Whence:
  case Role::Mode:
  case Role::Displacement:
  case Role::Size:
  case Role::ItemSize:
  case Role::Check:
  case Role::Piece:
  case Role::Lower:
  case Role::Delimiter:
  case Role::Character:
  case Role::Directory:
  case Role::Command:
  case Role::Flags:
  case Role::Mask:
  case Role::Version:
  case Role::Protection:
    return T->isIntegerTy();
  case Role::Buffer:
  case Role::Status:
  case Role::Request:
  case Role::Answer:
  case Role::LongAnswer:
  case Role::Name:
  case Role::Handle:
  case Role::Representation:
  case Role::StreamMode:
  case Role::Line:
  case Role::LineSize:
  case Role::Format:
  case Role::Vector:
  case Role::Place:
  case Role::FileStatus:
  case Role::WideStatus:
  case Role::Hint:
  case Role::Address:
  case Role::Source:
    return T->isPointerTy();
  }
  llvm_unreachable("a role of no type");
}

/// Whether T is what the call returns by POSIX.
static bool isResult(const IOCall &Call, const Type *T) {
  switch (Call.Kind) {
  case IOKind::Open:
    return Call.has(Role::StreamMode) ? T->isPointerTy() : T->isIntegerTy(32);
  case IOKind::Seek:
    return T->isIntegerTy() || T->isVoidTy();
  case IOKind::Duplicate:
    return Call.has(Role::StreamMode) ? T->isPointerTy() : T->isIntegerTy(32);
  case IOKind::ReadLine:
  case IOKind::Map:
  case IOKind::OpenFolder:
  case IOKind::NextEntry:
  case IOKind::Listing:
    return T->isPointerTy();
  case IOKind::Mapped:
  case IOKind::RewindFolder:
    return T->isVoidTy();
  default:
    return T->isIntegerTy();
  }
}

bool IOCall::hasSignature(const Function &F) const {
  if (ByReference)
    return F.getReturnType()->isVoidTy() && F.arg_size() > Roles.size() &&
           all_of(make_range(F.arg_begin(), F.arg_begin() + Roles.size()),
                  [](const Argument &A) { return A.getType()->isPointerTy(); });
  if (isStep() || isFortranStatement())
    return true;
  if (isStreamFunction())
    return F.arg_size() >= Roles.size() &&
           all_of(seq<size_t>(0, Roles.size()), [&](size_t I) {
             return F.getArg(I)->getType()->isPointerTy();
           });
  bool Returns = isMpi() ? F.getReturnType()->isIntegerTy(32)
                         : isResult(*this, F.getReturnType());
  // open() may have the permissions of a new file as its last argument, and
  // fcntl() takes what the command says.
  bool MayHaveMore =
      !isMpi() && (has(Role::Mode) || has(Role::Command) || has(Role::Format));
  return Returns && (MayHaveMore || !F.isVarArg()) &&
         F.arg_size() == Roles.size() &&
         all_of(zip(Roles, F.args()), [](const auto &Pair) {
           return isTypeOf(std::get<0>(Pair), std::get<1>(Pair).getType());
         });
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
  return Call && (IsOfLibrary || Call->isStreamFunction()) &&
                 Call->hasSignature(F)
             ? Call
             : nullptr;
}

/// On calls of a copy that are not of standard input as the program has them.
static constexpr char AnyFileMD[] = "foreslice.any.file";

/// Whether CB reads what the process was started with, which is seldom a file.
static bool isStandardInput(const CallBase &CB, const IOCall &Call) {
  if (!Call.has(Role::File) || CB.hasMetadata(AnyFileMD))
    return false;
  const Value *File = Call.argument(CB, Role::File);
  constexpr uint64_t FortransUnit = 5;
  if (auto *Unit = dyn_cast<ConstantInt>(File);
      Unit && Call.isFortranStatement())
    return Unit->equalsInt(FortransUnit);
  if (Call.By != Interface::Posix)
    return false;
  if (auto *Descriptor = dyn_cast<ConstantInt>(File))
    return Descriptor->isZero();
  auto *Load = dyn_cast<LoadInst>(File);
  return Load && Load->getPointerOperand()->getName() == "stdin";
}

/// Whether CB reads a pipe, a socket or the like.
static bool isOfPipe(const CallBase &CB, const IOCall &Call) {
  return Call.By == Interface::Posix && Call.has(Role::File) &&
         isOfNoFile(Call.argument(CB, Role::File));
}

/// Whether CB maps memory of no file.
static bool mapsNoFile(const CallBase &CB, const IOCall &Call) {
  if (!Call.isMap())
    return false;
  auto *Flags = dyn_cast<ConstantInt>(Call.argument(CB, Role::Flags));
  auto *File = dyn_cast<ConstantInt>(Call.argument(CB, Role::File));
  return (Flags && (Flags->getZExtValue() & MAP_ANONYMOUS)) ||
         (File && File->isMinusOne());
}

/// Whether CB has a command that does something else than what the row says.
static bool commandsOther(const CallBase &CB, const IOCall &Call) {
  if (!Call.has(Role::Command))
    return false;
  auto *Command = dyn_cast<ConstantInt>(Call.argument(CB, Role::Command));
  return !Command || (Command->getZExtValue() != F_DUPFD &&
                      Command->getZExtValue() != F_DUPFD_CLOEXEC);
}

/// Whether Object is a stream that is of no file: of text in memory, or
/// standard input.
static bool isOtherStream(const Value *Object) {
  const Type *T = nullptr;
  if (auto *A = dyn_cast<AllocaInst>(Object))
    T = A->getAllocatedType();
  else if (auto *GV = dyn_cast<GlobalVariable>(Object))
    T = GV->getValueType();
  if (Object->getName() == "_ZSt3cin" || Object->getName() == "_ZNSt3__13cinE")
    return true;
  auto *S = dyn_cast_or_null<StructType>(T);
  return S && S->hasName() && S->getName().contains("stringstream");
}

/// The same for the stream that CB, which calls a function of streams, is
/// about. Such functions return their stream.
static bool isOfOtherStream(const CallBase &CB, const IOCall &Call) {
  const Value *Object = getUnderlyingObject(Call.argument(CB, Role::File));
  auto *Before = dyn_cast<CallBase>(Object);
  for (unsigned Most = 100; Before && Most > 0; --Most) {
    const Function *F = Before->getCalledFunction();
    const IOCall *Kind = F ? lookup(*F) : nullptr;
    if (!Kind || !Kind->isStreamFunction())
      return false;
    Object = getUnderlyingObject(Kind->argument(*Before, Role::File));
    Before = dyn_cast<CallBase>(Object);
  }
  return isOtherStream(Object);
}

/// Whether CB opens a file that is only written.
static bool opensToWrite(const CallBase &CB, const IOCall &Call) {
  if (Call.isFortranStatement())
    return Call.isOpen() && opensToWriteInFortran(CB);
  if (Call.By != Interface::Posix || !Call.isOpen())
    return false;
  if (!Call.has(Role::StreamMode)) {
    auto *Flags = dyn_cast<ConstantInt>(Call.argument(CB, Role::Mode));
    return Flags && (Flags->getZExtValue() & O_ACCMODE) == O_WRONLY;
  }
  StringRef Mode;
  return getConstantStringInfo(Call.argument(CB, Role::StreamMode), Mode) &&
         !Mode.starts_with("r") && !Mode.contains('+');
}

/// Whether the call says what it reads, but for reads of fields by a format
/// that only the program knows.
static bool hasKnownFields(const CallBase &CB, const IOCall &Call) {
  StringRef Format;
  if (!Call.has(Role::Format))
    return true;
  if (!getConstantStringInfo(Call.argument(CB, Role::Format), Format))
    return false;
  auto Fields = scannedFields(Format);
  return Fields && Fields->size() <= FORESLICE_MAX_FIELDS &&
         CB.arg_size() >= Call.position(Role::Format) + 1 + Fields->size();
}

static const IOCall *lookup(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || CB.arg_size() < F->arg_size() ||
      (CB.arg_size() > F->arg_size() && !F->isVarArg()))
    return nullptr;
  const IOCall *Call = lookup(*F);
  if (Call && Call->isStreamFunction() && isOfOtherStream(CB, *Call))
    return nullptr;
  return Call && !isStandardInput(CB, *Call) && !isOfPipe(CB, *Call) &&
                 !opensToWrite(CB, *Call) && !mapsNoFile(CB, *Call) &&
                 !commandsOther(CB, *Call) && hasKnownFields(CB, *Call)
             ? Call
             : nullptr;
}

/// Call, if it is of I/O for certain.
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
  return Creates || (Call && opensToWrite(CB, *Call));
}

unsigned fileMark(LLVMContext &Ctx) { return Ctx.getMDKindID(AnyFileMD); }

void keepAsFile(CallBase &CB) {
  const IOCall *Call = lookupIOCall(CB);
  if (Call && Call->By == Interface::Posix && Call->has(Role::File))
    CB.setMetadata(AnyFileMD, MDNode::get(CB.getContext(), {}));
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
  bool Fortran = false;
  for (Role Telling : {Role::Datatype, Role::Object})
    for (const Function &F : M) {
      const IOCall *Call = F.use_empty() ? nullptr : lookupIOName(F.getName());
      if (!Call || (Call->isQuery() && !Call->isConstantQuery()))
        continue;
      if (Call->ByReference) {
        Fortran = true;
        continue;
      }
      int At = Call->position(Telling);
      if (At >= 0 && int(F.arg_size()) > At)
        return F.getArg(At)->getType()->isPointerTy() ? FORESLICE_MPI_OPENMPI
                                                      : FORESLICE_MPI_MPICH;
    }
  return Fortran ? FORESLICE_MPI_FORTRAN : FORESLICE_MPI_NONE;
}

} // namespace foreslice
