//===- IOCall.h - an I/O call known to the pass ---------------------------===//
//
// A row of a front end's table: the kind of call and the roles of arguments.
// Nobody compares names or counts arguments:
//
//   if (Call.isRead())
//     use(Call.argument(CB, Role::Offset));
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_IOCALL_H
#define FORESLICE_PASSES_MODEL_IOCALL_H

#include "foreslice/abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace foreslice {

class Frontend;

enum class IOKind {
  Read,
  // Reads of text: the data decide the length.
  ReadLine,      ///< fgets()
  ReadDelimited, ///< getdelim(), into memory that grows
  ReadCharacter, ///< fgetc()
  ReadFields,    ///< fscanf()
  PushBack,      ///< ungetc()
  Write,
  AccessEnd,
  Wait,
  Seek,
  GetPosition,
  CommRank,
  CommSize,
  TypeSize,
  TypePart, ///< Adds a number to a datatype under construction.
  MakeType,
  GetSize,
  GetCount,
  Open,
  Close,
  SetView,
  Sync,
  AtEnd,     ///< Whether a read has met the end of the file.
  Duplicate, ///< Returns a handle with the position of another handle.
  Stat,
  Map,
  Mapped, ///< A read by a mapping.
  OpenFolder,
  NextEntry,
  RewindFolder,
  FolderDescriptor,
  Listing, ///< A step of an iterator of std::filesystem.
  StreamState,
  StreamChange,
  StreamMove, ///< The file of one stream becomes the file of another stream.
};

/// The purpose of an argument.
enum class Role {
  File,
  Offset,
  Buffer,
  Count,
  Datatype,
  Status,
  Request,
  Whence,
  Object,     ///< The object that a query asks about.
  Answer,     ///< Address of an int to fill.
  LongAnswer, ///< Address of an MPI_Offset or MPI_Count to fill.
  Communicator,
  Name,
  Mode,
  Info,
  Handle, ///< Address of a file's handle, changed by the call.
  Displacement,
  Etype,
  Filetype,
  Representation,
  Size,
  ItemSize,   ///< Bytes of each of Count items; 1 if missing.
  StreamMode, ///< As "rb".
  Line,       ///< Address of a buffer's address, maybe changed by the call.
  LineSize,   ///< Address of the buffer's size.
  Delimiter,
  Character,
  Format,    ///< Format of fields; arguments for the fields follow.
  Directory, ///< The folder that Name counts from.
  Vector,    ///< Address of a list of Count buffers.
  Place,     ///< Address of an offset or a position.
  Target,    ///< A descriptor to write, or to turn into a duplicate.
  Command,
  Flags,
  Mask,
  Version,
  FileStatus, ///< Address of a struct stat to fill.
  WideStatus, ///< Address of a struct statx to fill.
  Hint,
  Protection,
  Address,
  Check,  ///< Room in the buffer in bytes, or flags of the read.
  Piece,  ///< Contiguous bytes in the buffer, 0 if the buffer has no gaps.
  Lower,  ///< First index, for an array of a NAMELIST.
  Source, ///< The stream that another stream gets a file from.
  // What a library makes of the data in memory: slices that take no data do
  // without.
  MemoryType,
  MemorySpace,
};

/// The form of a row: a call of the program; a step, a part of bodies in a
/// working copy; or a call of the program composed of steps there.
enum class Form { Call, Step, Composite };

/// Position of a read, write or move in the file: an explicit offset, the
/// individual pointer or the shared pointer.
enum class FilePointer {
  None = FORESLICE_POINTER_NONE,
  Explicit = FORESLICE_POINTER_EXPLICIT,
  Own = FORESLICE_POINTER_OWN,
  Shared = FORESLICE_POINTER_SHARED,
};
/// Ranks in a call: one rank, or all ranks with the file open.
enum class Ranks { Alone = FORESLICE_ALONE, Together = FORESLICE_TOGETHER };
/// When an access is complete: at the call's return, after a wait for the
/// request, or after the call's second half.
enum class Completion {
  AtReturn = FORESLICE_AT_RETURN,
  AtWait = FORESLICE_AT_WAIT,
  AtEnd = FORESLICE_AT_END,
};

/// A known call.
class IOCall {
public:
  IOCall(llvm::StringRef Name, IOKind Kind, llvm::ArrayRef<Role> Roles,
         const Frontend &Family, FilePointer Pointer = FilePointer::None,
         Form Is = Form::Call, Ranks Makers = Ranks::Alone,
         Completion Complete = Completion::AtReturn)
      : Name(Name), Family(Family), Is(Is), Kind(Kind), Pointer(Pointer),
        Makers(Makers), Complete(Complete), Roles(Roles) {}

  const llvm::StringRef Name;
  const Frontend &Family;
  const Form Is;
  const IOKind Kind;
  const FilePointer Pointer;
  const Ranks Makers;
  const Completion Complete;

  /// Fortran's form of the call: all arguments are addresses, and others
  /// follow.
  bool ByReference = false;

  bool isRead() const { return Kind == IOKind::Read || isText() || isMapped(); }
  bool isText() const {
    return Kind >= IOKind::ReadLine && Kind <= IOKind::ReadFields;
  }
  bool isMapped() const { return Kind == IOKind::Mapped; }
  bool isMap() const { return Kind == IOKind::Map; }
  bool isStep() const { return Is == Form::Step; }
  bool isComposite() const { return Is == Form::Composite; }
  bool isWrite() const { return Kind == IOKind::Write; }
  bool isAccess() const { return isRead() || isWrite(); }
  bool isSeek() const { return Kind == IOKind::Seek; }
  bool isOpen() const { return Kind == IOKind::Open; }
  bool isAtSharedPointer() const { return Pointer == FilePointer::Shared; }
  /// Moves the individual pointer.
  bool movesPointer() const {
    return Pointer == FilePointer::Own &&
           (isAccess() || isSeek() || Kind == IOKind::PushBack);
  }
  /// A read with a vote of the ranks.
  bool isCollectiveRead() const {
    return isRead() && Makers == Ranks::Together && !isAtSharedPointer() &&
           Complete != Completion::AtWait;
  }
  /// The arguments give the written bytes, and no other rank writes there in
  /// the same call.
  bool writesItsOwn() const {
    return isWrite() && Complete == Completion::AtReturn &&
           Makers == Ranks::Alone && !isAtSharedPointer();
  }
  bool isQuery() const { return has(Role::Object); }
  /// The answer is the same each time.
  bool isConstantQuery() const {
    return Kind == IOKind::CommRank || Kind == IOKind::CommSize ||
           Kind == IOKind::TypeSize || Kind == IOKind::TypePart ||
           Kind == IOKind::MakeType;
  }
  /// Slices repeat the call as a call of the run time, since the call decides
  /// place and time of reads: reads, writes and syncs (with a call id), seeks
  /// and changes of the view.
  bool isTraced() const {
    return takesCallId() || isSeek() || Kind == IOKind::SetView ||
           Kind == IOKind::PushBack || Kind == IOKind::StreamChange ||
           Kind == IOKind::StreamMove || (isOpen() && isStep());
  }
  bool takesCallId() const { return isAccess() || Kind == IOKind::Sync; }
  /// Changes or makes the handle of a file.
  bool changesHandle() const {
    return has(Role::Handle) || isOpen() || isMap();
  }
  /// Makes the handle of a file or a mapping, and returns the handle.
  bool returnsHandle() const {
    return changesHandle() && !has(Role::Handle) && !isStep();
  }
  /// The effect shows in no returned value, but in the meaning of a number, or
  /// in where a folder is read.
  bool hasHiddenEffect() const {
    return (Kind == IOKind::Duplicate && has(Role::Target)) ||
           Kind == IOKind::RewindFolder;
  }
  /// The role of the argument that receives a file's status; none if there is
  /// no status.
  std::optional<Role> statusRole() const {
    return has(Role::FileStatus)   ? std::optional(Role::FileStatus)
           : has(Role::WideStatus) ? std::optional(Role::WideStatus)
                                   : std::nullopt;
  }
  /// The delivered data lie in the buffer in pieces.
  bool isScattered(const llvm::CallBase &CB) const;
  /// Only the main thread can make the call; a slice receives the result.
  bool isMainThreadOnly() const {
    return changesHandle() || Kind == IOKind::GetCount ||
           Kind == IOKind::AccessEnd;
  }

  /// The argument only matters to slices that take the read data.
  bool isForData(unsigned Arg) const {
    return is(Arg, Role::Buffer) || is(Arg, Role::MemoryType) ||
           is(Arg, Role::MemorySpace);
  }

  bool has(Role R) const { return position(R) >= 0; }
  /// The argument with role R; there must be one.
  llvm::Value *argument(const llvm::CallBase &CB, Role R) const;
  /// The number of the argument with role R, from 0; -1 if missing.
  int position(Role R) const;
  bool is(unsigned Arg, Role R) const { return position(R) == int(Arg); }
  /// Address of a query's or a count's answer.
  llvm::Value *answer(const llvm::CallBase &CB) const;
  /// The integer type of the answer.
  llvm::IntegerType *answerType(llvm::LLVMContext &Ctx) const;

  llvm::ArrayRef<Role> roles() const { return Roles; }
  /// Whether F's argument types fit the roles. With MayHaveMore, further
  /// arguments may follow.
  bool fitsArguments(const llvm::Function &F, bool MayHaveMore) const;

private:
  llvm::SmallVector<Role, 6> Roles;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_IOCALL_H
