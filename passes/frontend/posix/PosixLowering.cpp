//===- PosixLowering.cpp - the calls of POSIX in a slice ------------------===//
//
// See PosixLowering.h. TextReads.cpp has the reads of text.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixLowering.h"
#include "frontend/posix/ReadsToEnd.h"

#include <fcntl.h>

using namespace llvm;

namespace foreslice {

void PosixLowering::prepareCalls(
    function_ref<bool(const CallBase &)> NeedsData) {
  ToEnd = readsToEnd(*Slice.Result.Slice, NeedsData);
}

/// The slice opens the file. The main thread forwards the handle for slices
/// unable to open.
bool PosixLowering::lowerOpen(CallBase &CB, CallBase &Original,
                              ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens)
    return false;
  IRBuilder<> B(&CB);
  const IOCall &Open = *lookupIOCall(CB);
  bool IsAddress = CB.getType()->isPointerTy();
  Description What = {
      .Call = Open,
      .HandleBytes = static_cast<uint8_t>(IsAddress ? 8 : 4),
      .Site = Slice.forwardSite(
          Original, {ForwardedPart::Result, sizeof(foreslice_handle)})};
  OpenOperands Operands;
  if (Open.isMap()) {
    Operands.Of = Slice.handle(B, Open.argument(CB, Role::File));
    Operands.Mode = Slice.wide(B, Open.argument(CB, Role::Offset));
    Operands.Length = Slice.wide(B, Open.argument(CB, Role::Size));
  } else {
    Operands.Of = Open.has(Role::Directory)
                      ? Slice.wide(B, Open.argument(CB, Role::Directory))
                      : B.getInt64(AT_FDCWD);
    Operands.Name = Open.argument(CB, Role::Name);
    Operands.Mode = Open.has(Role::StreamMode)
                        ? B.CreatePtrToInt(Open.argument(CB, Role::StreamMode),
                                           B.getInt64Ty())
                        : Slice.wide(B, Open.argument(CB, Role::Mode));
  }
  Value *Handle = open(B, What, Operands);
  if (!Open.isMap() &&
      (Slice.Scout ? Slice.Scout->FilesOnly : Slice.Plan.FilesOnly))
    access(B, {.Call = Open, .Kind = FORESLICE_BEGINNING}, {.File = Handle});
  CB.replaceAllUsesWith(IsAddress ? B.CreateIntToPtr(Handle, CB.getType())
                                  : B.CreateTrunc(Handle, CB.getType()));
  return true;
}

/// Returns the number of items read or written.
Value *PosixLowering::lowerAccess(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call, CallRole As) {
  AccessOperands Operands = {
      .File = Slice.handle(B, Call.argument(CB, Role::File)),
      .Count = Slice.wide(B, Call.argument(CB, Role::Count)),
      .Type = Call.has(Role::ItemSize)
                  ? Slice.wide(B, Call.argument(CB, Role::ItemSize))
                  : B.getInt64(1),
  };
  if (Call.has(Role::Offset))
    Operands.Place = Slice.wide(B, Call.argument(CB, Role::Offset));
  if (As == CallRole::NeedsData)
    Operands.Buffer = Call.argument(CB, Role::Buffer);
  return access(B, {Call, As}, Operands);
}

/// Whether CB is about a stream of stdio rather than a descriptor.
static bool isOfStream(const CallBase &CB, const IOCall &Call) {
  return Call.has(Role::StreamMode) ||
         (Call.has(Role::File) &&
          Call.argument(CB, Role::File)->getType()->isPointerTy());
}

/// fseek() gives 0 where lseek() gives the position.
Value *PosixLowering::lowerSeek(IRBuilder<> &B, CallBase &CB,
                                const IOCall &Call) {
  Value *File = Slice.handle(B, Call.argument(CB, Role::File));
  Value *Offset = Call.has(Role::Offset)
                      ? Slice.wide(B, Call.argument(CB, Role::Offset))
                      : B.getInt64(0);
  Value *Whence = Call.has(Role::Whence)
                      ? Slice.wide(B, Call.argument(CB, Role::Whence))
                      : B.getInt64(0);
  Value *Position =
      move(B, {Call}, {.File = File, .To = Offset, .Amount = Whence});
  return isOfStream(CB, Call) ? B.getInt64(0) : Position;
}

/// dup() and so on: shares a position with another descriptor or stream.
Value *PosixLowering::lowerDuplicate(IRBuilder<> &B, CallBase &CB,
                                     const IOCall &Call) {
  bool Stream = CB.getType()->isPointerTy();
  Value *To = Call.has(Role::Target)
                  ? Slice.handle(B, Call.argument(CB, Role::Target))
                  : B.getInt64(-1);
  Value *New = open(
      B, {.Call = Call, .HandleBytes = static_cast<uint8_t>(Stream ? 8 : 4)},
      {.Of = Slice.handle(B, Call.argument(CB, Role::File)), .Mode = To});
  return Stream ? B.CreateIntToPtr(New, CB.getType()) : New;
}

/// Low, with High in the upper half.
static Value *withHigh(IRBuilder<> &B, Value *Low, Value *High) {
  return B.CreateOr(Low,
                    B.CreateShl(B.CreateZExtOrTrunc(High, B.getInt64Ty()), 32));
}

Value *PosixLowering::lowerStatus(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call) {
  auto Number = [&](Role R) { return Slice.wide(B, Call.argument(CB, R)); };
  Value *To = Call.argument(CB, *Call.statusRole());
  if (!Call.has(Role::Name))
    return query(B, {Call},
                 {.Of = Number(Role::File),
                  .What = B.getInt64(AT_EMPTY_PATH),
                  .Name = B.CreateGlobalString(""),
                  .To = To});
  QueryOperands Operands = {.Of = Number(Role::Directory),
                            .What = B.CreateZExtOrTrunc(
                                Call.argument(CB, Role::Flags), B.getInt64Ty()),
                            .Name = Call.argument(CB, Role::Name),
                            .To = To};
  if (!Call.has(Role::WideStatus))
    return query(B, {Call}, Operands);
  Operands.What = withHigh(B, Operands.What, Call.argument(CB, Role::Mask));
  return query(B, {.Call = Call, .Kind = FORESLICE_WIDE_STATUS}, Operands);
}

Value *PosixLowering::lowerFolder(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call) {
  auto Flags = [&] {
    return B.CreateZExtOrTrunc(Call.argument(CB, Role::Flags), B.getInt64Ty());
  };
  Value *Folder = Call.has(Role::File)
                      ? Slice.handle(B, Call.argument(CB, Role::File))
                      : B.getInt64(AT_FDCWD);
  switch (Call.Kind) {
  case IOKind::Listing: {
    Value *Step =
        B.CreateZExtOrTrunc(Call.argument(CB, Role::Check), B.getInt64Ty());
    return query(B, {Call}, {.Of = Folder, .What = withHigh(B, Step, Flags())});
  }
  case IOKind::OpenFolder:
    if (Call.has(Role::Flags))
      return open(B, {.Call = Call, .Kind = FORESLICE_LISTING},
                  {.Name = Call.argument(CB, Role::Name), .Mode = Flags()});
    return open(B, {Call},
                {.Of = Folder,
                 .Name = Call.has(Role::Name) ? Call.argument(CB, Role::Name)
                                              : nullptr});
  case IOKind::RewindFolder:
    return move(B, {Call}, {.File = Folder});
  default:
    return query(B, {Call}, {.Of = Folder});
  }
}

/// Calls without access or position.
Value *PosixLowering::lowerOther(IRBuilder<> &B, CallBase &CB,
                                 const IOCall &Call) {
  switch (Call.Kind) {
  case IOKind::Duplicate:
    return lowerDuplicate(B, CB, Call);
  case IOKind::Stat:
    return lowerStatus(B, CB, Call);
  case IOKind::Mapped:
    Slice.Result.Mapped = true;
    return callAbi(B, Abi::foreslice_slice_mapped,
                   {Call.argument(CB, Role::Address),
                    Slice.wide(B, Call.argument(CB, Role::Count))});
  case IOKind::OpenFolder:
  case IOKind::NextEntry:
  case IOKind::RewindFolder:
  case IOKind::FolderDescriptor:
  case IOKind::Listing:
    return lowerFolder(B, CB, Call);
  default:
    llvm_unreachable("not of POSIX");
  }
}

void PosixLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  Slice.Result.ReadsText |= Call.isText();
  Slice.Result.ReadsBlocks |= Call.isRead() && !Call.isText();
  if (Call.isText())
    return lowerTextRead(CB, Call, As);
  Value *Gives = nullptr;
  switch (Call.Kind) {
  case IOKind::Read:
  case IOKind::Write:
    Gives = lowerAccess(B, CB, Call, As);
    break;
  case IOKind::Seek:
    Gives = lowerSeek(B, CB, Call);
    break;
  case IOKind::GetPosition:
  case IOKind::AtEnd:
    Gives = query(B, {Call},
                  {.Of = Slice.handle(B, Call.argument(CB, Role::File))});
    break;
  case IOKind::PushBack:
    move(B, {Call}, {.File = Slice.handle(B, Call.argument(CB, Role::File))});
    break;
  default:
    Gives = lowerOther(B, CB, Call);
  }
  replaceCall(B, CB, Gives);
}

void PosixLowering::end(IRBuilder<> &B) {
  const IOCall End("", IOKind::Mapped, {}, Family);
  if (Slice.Result.Mapped)
    access(B, {.Call = End, .Kind = FORESLICE_AWAIT_MAPPED}, {});
  if (Slice.Plan.FilesOnly)
    access(B, {.Call = End, .Kind = FORESLICE_AWAIT_BEGINNINGS}, {});
}

} // namespace foreslice
