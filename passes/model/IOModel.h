//===- IOModel.h - what the pass knows about calls ------------------------===//
//
// Answers, from IOCalls.def, what a call does: which I/O call it is and which
// argument is which, and what memory a library function can touch. Everything
// else in the pass asks here and compares no names.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_IOMODEL_H
#define FORESLICE_PASSES_MODEL_IOMODEL_H

#include "foreslice/abi.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/InstrTypes.h"

#include <utility>
#include <vector>

namespace foreslice {

enum class IOKind {
  Read,
  ReadAll,
  ReadAt,
  ReadAtAll,
  IReadAll,
  IReadAtAll,
  ReadShared,
  AccessEnd,
  Write,
  WriteAt,
  WriteShared,
  CommRank,
  CommSize,
  TypeSize,
  GetPosition,
  GetPositionShared,
  GetSize,
  Seek,
  SeekShared,
  GetCount,
  Open,
  Close,
  SetView,
  Sync,
};

/// One known call. Positions are argument numbers, -1 if the call has none.
struct IOCall {
  llvm::StringRef Name;
  IOKind Kind;
  int File = -1, Offset = -1, Buffer = -1, Count = -1, Datatype = -1,
      Status = -1, Request = -1;
  int QueryIn = -1, QueryOut = -1;

  bool isRead() const {
    return Kind == IOKind::Read || Kind == IOKind::ReadAll ||
           Kind == IOKind::ReadAt || Kind == IOKind::ReadAtAll ||
           Kind == IOKind::IReadAll || Kind == IOKind::IReadAtAll ||
           Kind == IOKind::ReadShared;
  }
  /// A read that the ranks vote about.
  bool isCollectiveRead() const {
    return Kind == IOKind::ReadAll || Kind == IOKind::ReadAtAll;
  }
  bool isWrite() const {
    return Kind == IOKind::Write || Kind == IOKind::WriteAt ||
           Kind == IOKind::WriteShared;
  }
  foreslice_written written() const;
  bool isSeek() const {
    return Kind == IOKind::Seek || Kind == IOKind::SeekShared;
  }
  bool isAtSharedPointer() const {
    return Kind == IOKind::ReadShared || Kind == IOKind::WriteShared ||
           Kind == IOKind::SeekShared || Kind == IOKind::GetPositionShared;
  }
  /// The individual one.
  bool movesPointer() const {
    return Kind == IOKind::Read || Kind == IOKind::ReadAll ||
           Kind == IOKind::IReadAll || Kind == IOKind::Write ||
           Kind == IOKind::Seek;
  }
  /// Of traced calls.
  int fileArg() const { return File < 0 ? 0 : File; }
  bool isQuery() const { return QueryOut >= 0; }
  /// Slices repeat it as a call of the run time because it decides what is
  /// read, and when: reads, writes and syncs (they take a call id), seeks and
  /// changes of the view.
  bool isTraced() const {
    return takesCallId() || isSeek() || Kind == IOKind::SetView;
  }
  bool takesCallId() const {
    return isRead() || isWrite() || Kind == IOKind::Sync;
  }
  /// Where it leaves a file's handle; -1 if it does not.
  int handleOut() const {
    return Kind == IOKind::Open ? 4 : Kind == IOKind::Close ? 0 : -1;
  }
};

/// The entry for F; null if it is not a known call or its signature is not
/// MPI's.
const IOCall *lookupIOFunction(const llvm::Function &F);

/// The entry for the function that CB calls directly; null if it is not a
/// known call or its signature is not MPI's.
const IOCall *lookupIOCall(const llvm::CallBase &CB);

/// Whether the name is one of the MPI library's.
bool isMPIFunction(llvm::StringRef Name);

/// MPI_Wait(request, status).
bool isWaitCall(const llvm::CallBase &CB);

/// "the time", "a received message", ...: why a slice cannot compute what CB
/// returns or writes; empty if nothing special is known.
llvm::StringRef unknownValueReason(const llvm::CallBase &CB);

/// The bytes of an MPI datatype that MPI predefines, whose extent they are; 0
/// for any other.
uint64_t predefinedTypeSize(const llvm::Value *Datatype);

/// Where a message arrives: argument numbers of a call that receives one.
struct ReceivedMessage {
  int Buffer, Count, Datatype;
};
/// Null if CB receives none, or not by its return.
const ReceivedMessage *receivedMessage(const llvm::CallBase &CB);

/// True if what CB reads or receives goes to MPI_BOTTOM: to variables whose
/// addresses its datatype holds.
bool deliversByBottom(const llvm::CallBase &CB);
/// What CB gets the address of for a datatype; null if it does not.
const llvm::Value *addressedByMPI(const llvm::CallBase &CB);

/// True if CB may keep a pointer argument and write through it later, as
/// nonblocking MPI calls do.
bool retainsArguments(const llvm::CallBase &CB);

/// How much memory an allocation gives: argument numbers of the factors, the
/// second -1 if there is one only.
struct Allocation {
  int Size, Times;
};
/// Null if CB does not return new memory.
const Allocation *lookupAllocation(const llvm::CallBase &CB);

/// Where a call writes text, and how much at most: argument numbers, the second
/// -1 if the text decides.
struct StringCall {
  llvm::StringRef Name;
  int To, Limit;
};
/// Null if CB does more than write text.
const StringCall *lookupStringCall(const llvm::CallBase &CB);

/// True if CB enters a new element into a container.
bool isInsertion(const llvm::CallBase &CB);

/// Which MPI library's headers the module was compiled with, told by the type
/// of the datatype argument of its reads.
foreslice_mpi_family mpiFamily(const llvm::Module &M);

/// Gives the declarations of library functions in M the attributes that are
/// true of them as far as slices care (memory, captures, nounwind), which clang
/// does not infer, and pointers to const in C++ names readonly. Not for code
/// that runs: an MPI error handler of the program may do anything.
void annotateLibraryFunctions(llvm::Module &M);

/// Undoes annotateLibraryFunctions in a module where the attributes are wanted
/// for one analysis only.
class ScopedLibraryAttributes {
public:
  explicit ScopedLibraryAttributes(llvm::Module &M);
  ~ScopedLibraryAttributes();

private:
  std::vector<std::pair<llvm::Function *, llvm::AttributeList>> Saved;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_IOMODEL_H
