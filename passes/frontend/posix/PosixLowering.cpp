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

/// The slice opens the file itself. The main thread forwards its handle for
/// slices that cannot.
bool PosixLowering::lowerOpen(CallBase &CB, CallBase &Original,
                              ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens)
    return false;
  IRBuilder<> B(&CB);
  Value *Site = B.getInt32(Slice.forwardSite(
      Original, {ForwardedPart::Result, sizeof(foreslice_handle)}));
  const IOCall *Open = lookupIOCall(CB);
  if (Open->isMap()) {
    CB.replaceAllUsesWith(
        callAbi(B, Abi::foreslice_slice_posix_map,
                {Site, Slice.handle(B, Open->argument(CB, Role::File)),
                 Slice.wide(B, Open->argument(CB, Role::Offset)),
                 Slice.wide(B, Open->argument(CB, Role::Size))}));
    return true;
  }
  Value *Name = Open->argument(CB, Role::Name);
  Value *Handle;
  if (Open->has(Role::StreamMode)) {
    Value *File = callAbi(B, Abi::foreslice_slice_posix_open_stream,
                          {Site, Name, Open->argument(CB, Role::StreamMode)});
    Handle = B.CreateIntToPtr(File, CB.getType());
  } else if (Open->has(Role::Directory)) {
    Handle = callAbi(B, Abi::foreslice_slice_posix_openat,
                     {Site, Open->argument(CB, Role::Directory), Name,
                      Open->argument(CB, Role::Mode)});
  } else {
    Handle = callAbi(B, Abi::foreslice_slice_posix_open,
                     {Site, Name, Open->argument(CB, Role::Mode)});
  }
  CB.replaceAllUsesWith(Handle);
  if (Slice.Scout ? Slice.Scout->FilesOnly : Slice.Plan.FilesOnly)
    callAbi(B, Abi::foreslice_slice_posix_beginning, {Slice.handle(B, Handle)});
  return true;
}

/// Gives the bytes that are read or written.
Value *PosixLowering::lowerAccess(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call, CallRole As) {
  bool Fetches = Call.isRead() && As != CallRole::Counted;
  bool At = Call.has(Role::Offset);
  Value *Bytes = Slice.wide(B, Call.argument(CB, Role::Count));
  if (Call.has(Role::ItemSize))
    Bytes =
        B.CreateMul(Bytes, Slice.wide(B, Call.argument(CB, Role::ItemSize)));
  SmallVector<Value *> Args = {Slice.handle(B, Call.argument(CB, Role::File))};
  if (At)
    Args.push_back(Slice.wide(B, Call.argument(CB, Role::Offset)));
  Args.push_back(Bytes);
  if (As == CallRole::NeedsData) {
    Args.push_back(Call.argument(CB, Role::Buffer));
    return callAbi(B,
                   At ? Abi::foreslice_slice_posix_pread_data
                      : Abi::foreslice_slice_posix_read_data,
                   Args);
  }
  if (!Fetches)
    return callAbi(B,
                   At ? Abi::foreslice_slice_posix_pwrite
                      : Abi::foreslice_slice_posix_write,
                   Args);
  return callAbi(B,
                 At ? Abi::foreslice_slice_posix_pread
                    : Abi::foreslice_slice_posix_read,
                 Args);
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
  Value *Whence =
      Call.has(Role::Whence)
          ? B.CreateSExtOrTrunc(Call.argument(CB, Role::Whence), B.getInt32Ty())
          : B.getInt32(0);
  Value *Position =
      callAbi(B, Abi::foreslice_slice_posix_seek, {File, Offset, Whence});
  return isOfStream(CB, Call) ? B.getInt64(0) : Position;
}

/// dup() and its kin: what shares a position with another descriptor or stream.
Value *PosixLowering::lowerDuplicate(IRBuilder<> &B, CallBase &CB,
                                     const IOCall &Call) {
  bool Stream = CB.getType()->isPointerTy();
  Value *To = Call.has(Role::Target)
                  ? Slice.handle(B, Call.argument(CB, Role::Target))
                  : B.getInt64(-1);
  Value *New = callAbi(
      B, Abi::foreslice_slice_posix_duplicate,
      {Slice.handle(B, Call.argument(CB, Role::File)), To, B.getInt32(Stream)});
  return Stream ? B.CreateIntToPtr(New, CB.getType()) : New;
}

Value *PosixLowering::lowerStatus(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call) {
  auto Number = [&](Role R) {
    return B.CreateZExtOrTrunc(Call.argument(CB, R), B.getInt32Ty());
  };
  Value *To = Call.argument(CB, *Call.statusRole());
  if (!Call.has(Role::Name))
    return callAbi(B, Abi::foreslice_slice_posix_stat,
                   {Number(Role::File), B.CreateGlobalString(""),
                    B.getInt32(AT_EMPTY_PATH), To});
  Value *Name = Call.argument(CB, Role::Name);
  if (Call.has(Role::WideStatus))
    return callAbi(B, Abi::foreslice_slice_posix_statx,
                   {Number(Role::Directory), Name, Number(Role::Flags),
                    Number(Role::Mask), To});
  return callAbi(B, Abi::foreslice_slice_posix_stat,
                 {Number(Role::Directory), Name, Number(Role::Flags), To});
}

Value *PosixLowering::lowerFolder(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call) {
  Value *Of = Call.argument(CB, Call.has(Role::File) ? Role::File : Role::Name);
  switch (Call.Kind) {
  case IOKind::Listing:
    return callAbi(
        B, Abi::foreslice_slice_posix_listing,
        {Of, Call.argument(CB, Role::Check), Call.argument(CB, Role::Flags)});
  case IOKind::OpenFolder:
    if (Call.has(Role::Flags))
      return callAbi(B, Abi::foreslice_slice_posix_open_listing,
                     {Of, Call.argument(CB, Role::Flags)});
    return callAbi(B,
                   Call.has(Role::Name) ? Abi::foreslice_slice_posix_open_folder
                                        : Abi::foreslice_slice_posix_folder_of,
                   {Of});
  case IOKind::NextEntry:
    return callAbi(B, Abi::foreslice_slice_posix_next_entry, {Of});
  case IOKind::FolderDescriptor:
    return callAbi(B, Abi::foreslice_slice_posix_folder_descriptor, {Of});
  default:
    return callAbi(B, Abi::foreslice_slice_posix_rewind_folder, {Of});
  }
}

/// Calls that are no access and that ask for no position.
Value *PosixLowering::lowerOther(IRBuilder<> &B, CallBase &CB,
                                 const IOCall &Call) {
  switch (Call.Kind) {
  case IOKind::Duplicate:
    return lowerDuplicate(B, CB, Call);
  case IOKind::Stat:
    return lowerStatus(B, CB, Call);
  case IOKind::Mapped:
    Slice.Result.Mapped = true;
    return callAbi(B, Abi::foreslice_slice_posix_mapped,
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
  if (Call.isText())
    return lowerTextRead(CB, Call, As);
  Value *Gives = nullptr;
  switch (Call.Kind) {
  case IOKind::Read:
  case IOKind::Write:
    Gives = lowerAccess(B, CB, Call, As);
    if (Call.has(Role::ItemSize) && !CB.use_empty()) {
      Value *Size = Slice.wide(B, Call.argument(CB, Role::ItemSize));
      Value *One = B.getInt64(1);
      Size = B.CreateSelect(B.CreateIsNull(Size), One, Size);
      Gives = B.CreateUDiv(Gives, Size);
    }
    break;
  case IOKind::Seek:
    Gives = lowerSeek(B, CB, Call);
    break;
  case IOKind::GetPosition:
    Gives = callAbi(B, Abi::foreslice_slice_posix_position,
                    {Slice.handle(B, Call.argument(CB, Role::File))});
    break;
  case IOKind::AtEnd:
    Gives = callAbi(B, Abi::foreslice_slice_posix_at_end,
                    {Slice.handle(B, Call.argument(CB, Role::File))});
    break;
  case IOKind::PushBack:
    callAbi(B, Abi::foreslice_slice_posix_push_back,
            {Slice.handle(B, Call.argument(CB, Role::File))});
    break;
  default:
    Gives = lowerOther(B, CB, Call);
  }
  if (!CB.use_empty()) {
    if (Gives && Gives->getType()->isIntegerTy())
      Gives = B.CreateSExtOrTrunc(Gives, CB.getType());
    CB.replaceAllUsesWith(Gives ? Gives : Constant::getNullValue(CB.getType()));
  }
  CB.eraseFromParent();
}

void PosixLowering::end(IRBuilder<> &B) {
  if (Slice.Result.Mapped)
    callAbi(B, Abi::foreslice_slice_posix_mapped_all, {});
  if (Slice.Plan.FilesOnly)
    callAbi(B, Abi::foreslice_slice_posix_await_reads, {});
}

} // namespace foreslice
