//===- IOCall.h - one I/O call that the pass knows ------------------------===//
//
// A row of a front end's table: what kind of call it is, and what the arguments
// mean. Nobody compares names or counts arguments:
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
  // Reads of text, of which the data tell how long they are.
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
  TypePart, ///< One more number of a datatype that is made.
  MakeType,
  GetSize,
  GetCount,
  Open,
  Close,
  SetView,
  Sync,
  AtEnd,     ///< Whether a read has met the end of the file.
  Duplicate, ///< Gives a handle that shares its position with another.
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
  StreamMove, ///< What one stream is of becomes the other's.
};

/// What an argument is for.
enum class Role {
  File,
  Offset,
  Buffer,
  Count,
  Datatype,
  Status,
  Request,
  Whence,
  Object,     ///< What a query asks about.
  Answer,     ///< Where an int goes.
  LongAnswer, ///< Where an MPI_Offset or MPI_Count goes.
  Communicator,
  Name,
  Mode,
  Info,
  Handle, ///< Where the handle of a file is, which the call changes.
  Displacement,
  Etype,
  Filetype,
  Representation,
  Size,
  ItemSize,   ///< Bytes of each of Count items; bytes are counted without.
  StreamMode, ///< As "rb".
  Line,       ///< Where the address of a buffer is, which the call may change.
  LineSize,   ///< Where the size of that buffer is.
  Delimiter,
  Character,
  Format,    ///< Of fields, for which the arguments behind it are.
  Directory, ///< What Name counts from.
  Vector,    ///< Where Count buffers are said.
  Place,     ///< Where an offset or a position is.
  Target,    ///< A descriptor that is written, or that becomes another's.
  Command,
  Flags,
  Mask,
  Version,
  FileStatus, ///< Where a struct stat goes.
  WideStatus, ///< Where a struct statx goes.
  Hint,
  Protection,
  Address,
  Check,  ///< How much room there is in the buffer, or how to read.
  Piece,  ///< Bytes that lie together in the buffer, 0 if all do.
  Lower,  ///< Of the buffer, an array; the data say how much is written of it.
  Source, ///< The stream that a stream gets its file from.
};

/// What a row is of: a call as it is; a step, of which the bodies in a working
/// copy are made; or a call of the program that comes down to steps there.
enum class Form { Call, Step, Composite };

/// Where in a file a call reads, writes or moves: at an offset that it has, at
/// the individual pointer or at the shared one.
enum class FilePointer {
  None = FORESLICE_POINTER_NONE,
  Explicit = FORESLICE_POINTER_EXPLICIT,
  Own = FORESLICE_POINTER_OWN,
  Shared = FORESLICE_POINTER_SHARED,
};
/// Who makes a call: one rank, or all ranks that have opened the file.
enum class Ranks { Alone = FORESLICE_ALONE, Together = FORESLICE_TOGETHER };
/// When an access is complete: when the call returns, when the program has
/// waited for its request, or when the program has called its other half.
enum class Completion {
  AtReturn = FORESLICE_AT_RETURN,
  AtWait = FORESLICE_AT_WAIT,
  AtEnd = FORESLICE_AT_END,
};

/// One known call.
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

  /// Fortran's form of it: all arguments are addresses, and others follow.
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
  /// The individual one.
  bool movesPointer() const {
    return Pointer == FilePointer::Own &&
           (isAccess() || isSeek() || Kind == IOKind::PushBack);
  }
  /// A read that the ranks vote about.
  bool isCollectiveRead() const {
    return isRead() && Makers == Ranks::Together && !isAtSharedPointer() &&
           Complete != Completion::AtWait;
  }
  /// The arguments of the call say what is written, and no other rank writes
  /// there by the same call.
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
  /// Slices repeat it as a call of the run time because it decides what is
  /// read, and when: reads, writes and syncs (they take a call id), seeks and
  /// changes of the view.
  bool isTraced() const {
    return takesCallId() || isSeek() || Kind == IOKind::SetView ||
           Kind == IOKind::PushBack || Kind == IOKind::StreamChange ||
           Kind == IOKind::StreamMove || (isOpen() && isStep());
  }
  bool takesCallId() const { return isAccess() || Kind == IOKind::Sync; }
  /// It changes the handle of a file, or makes one.
  bool changesHandle() const {
    return has(Role::Handle) || isOpen() || isMap();
  }
  /// It makes the handle of a file, or maps one, and returns that.
  bool returnsHandle() const {
    return changesHandle() && !has(Role::Handle) && !isStep();
  }
  /// What it does shows in no value that it gives: in what a number stands for,
  /// or where a folder is read.
  bool hasHiddenEffect() const {
    return (Kind == IOKind::Duplicate && has(Role::Target)) ||
           Kind == IOKind::RewindFolder;
  }
  /// The role of the argument where it puts what it knows of a file; none if it
  /// does not.
  std::optional<Role> statusRole() const {
    return has(Role::FileStatus)   ? std::optional(Role::FileStatus)
           : has(Role::WideStatus) ? std::optional(Role::WideStatus)
                                   : std::nullopt;
  }
  /// What it delivers lies in its buffer in pieces.
  bool isScattered(const llvm::CallBase &CB) const;
  /// Only the main thread can make it: a slice is told what comes of it.
  bool isMainThreadOnly() const {
    return changesHandle() || Kind == IOKind::GetCount ||
           Kind == IOKind::AccessEnd;
  }

  bool has(Role R) const { return position(R) >= 0; }
  /// The argument with that role; it must have one.
  llvm::Value *argument(const llvm::CallBase &CB, Role R) const;
  /// The number of the argument, from 0; -1 if none has that role.
  int position(Role R) const;
  bool is(unsigned Arg, Role R) const { return position(R) == int(Arg); }
  /// Where a query's or a count's answer goes.
  llvm::Value *answer(const llvm::CallBase &CB) const;
  /// The integer that goes there.
  llvm::IntegerType *answerType(llvm::LLVMContext &Ctx) const;

  llvm::ArrayRef<Role> roles() const { return Roles; }
  /// Whether F has arguments of the types that the roles have, or, if it
  /// MayHaveMore, these and others behind.
  bool fitsArguments(const llvm::Function &F, bool MayHaveMore) const;

private:
  llvm::SmallVector<Role, 6> Roles;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_IOCALL_H
