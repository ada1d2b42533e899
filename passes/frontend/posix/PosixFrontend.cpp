//===- PosixFrontend.cpp - POSIX and stdio as a front end -----------------===//
//
// See model/Frontend.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/FileBodies.h"
#include "frontend/posix/GnulibCalls.h"
#include "frontend/posix/NoFiles.h"
#include "frontend/posix/PosixLowering.h"
#include "model/Frontend.h"
#include "model/IOModel.h"
#include "model/ScanFormat.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <fcntl.h>
#include <sys/mman.h>

using namespace llvm;

namespace foreslice {

namespace {

class PosixFrontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_POSIX; }
  StringRef name() const override { return "posix"; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  bool isOfFile(const CallBase &CB, const IOCall &Call) const override;
  bool opensToWrite(const CallBase &CB, const IOCall &Call) const override;
  bool mayMakeFile(const CallBase &CB, const IOCall &Call) const override;
  void unifyCalls(Module &Copy) const override { callCLibrary(Copy); }
  void addBodies(Module &Copy) const override { addFileBodies(Copy); }
  bool isOpeningBody(const Function &F) const override {
    return F.getName() == "freopen" || F.getName() == "freopen64";
  }
  bool tellsLength(const IOCall &Call) const override { return !Call.isText(); }
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    return std::make_unique<PosixLowering>(Slice, *this);
  }
};

} // namespace

void PosixFrontend::addCalls(CallTable &Table) const {
  using enum Role;
#define POSIX_CALL(Name, Kind, Pointer, ...)                                   \
  Table.try_emplace(#Name, #Name, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},   \
                    *this, FilePointer::Pointer);
#include "frontend/posix/Calls.def"
}

/// Whether T is the type of the call's result.
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

/// open() may have the permissions of a new file as the last argument, and
/// fcntl() an argument for the command.
bool PosixFrontend::hasSignature(const IOCall &Call, const Function &F) const {
  bool MayHaveMore =
      Call.has(Role::Mode) || Call.has(Role::Command) || Call.has(Role::Format);
  return isResult(Call, F.getReturnType()) &&
         Call.fitsArguments(F, MayHaveMore);
}

/// Whether CB reads standard input, seldom a file.
static bool isStandardInput(const CallBase &CB, const Value *File) {
  if (isKeptAsFile(CB))
    return false;
  if (auto *Descriptor = dyn_cast<ConstantInt>(File))
    return Descriptor->isZero();
  auto *Load = dyn_cast<LoadInst>(File);
  return Load && Load->getPointerOperand()->getName() == "stdin";
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

/// Whether CB has another command than the row's.
static bool commandsOther(const CallBase &CB, const IOCall &Call) {
  if (!Call.has(Role::Command))
    return false;
  auto *Command = dyn_cast<ConstantInt>(Call.argument(CB, Role::Command));
  return !Command || (Command->getZExtValue() != F_DUPFD &&
                      Command->getZExtValue() != F_DUPFD_CLOEXEC);
}

/// Whether the read is known: false for fields by a format known only to the
/// program.
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

bool PosixFrontend::isOfFile(const CallBase &CB, const IOCall &Call) const {
  if (Call.has(Role::File)) {
    const Value *File = Call.argument(CB, Role::File);
    if (isStandardInput(CB, File) || isOfNoFile(File))
      return false;
  }
  return !opensToWrite(CB, Call) && !mapsNoFile(CB, Call) &&
         !commandsOther(CB, Call) && hasKnownFields(CB, Call);
}

bool PosixFrontend::opensToWrite(const CallBase &CB, const IOCall &Call) const {
  if (!Call.isOpen())
    return false;
  if (!Call.has(Role::StreamMode)) {
    auto *Flags = dyn_cast<ConstantInt>(Call.argument(CB, Role::Mode));
    return Flags && (Flags->getZExtValue() & O_ACCMODE) == O_WRONLY;
  }
  StringRef Mode;
  return getConstantStringInfo(Call.argument(CB, Role::StreamMode), Mode) &&
         !Mode.starts_with("r") && !Mode.contains('+');
}

bool PosixFrontend::mayMakeFile(const CallBase &CB, const IOCall &Call) const {
  if (!Call.has(Role::StreamMode)) {
    std::optional<uint64_t> Flags = mostBits(Call.argument(CB, Role::Mode));
    return !Flags || (*Flags & (O_ACCMODE | O_CREAT | O_TRUNC));
  }
  StringRef Mode;
  return !getConstantStringInfo(Call.argument(CB, Role::StreamMode), Mode) ||
         !Mode.starts_with("r") || Mode.contains('+');
}

const Frontend &posixFrontend() {
  static const PosixFrontend Posix;
  return Posix;
}

} // namespace foreslice
