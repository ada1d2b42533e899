//===- Frontend.h - a family of calls by which programs read --------------===//
//
// MPI-IO, POSIX with stdio, C++ streams and Fortran's statements are front
// ends. Each has a room in frontend/ with the rows of its calls, and says there
// what is true of them. The steps of the pass ask here and name no family. What
// is asked has an answer for calls in general, which a family replaces.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_FRONTEND_H
#define FORESLICE_PASSES_MODEL_FRONTEND_H

#include "model/IOCall.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <utility>

namespace llvm {
class AllocaInst;
class IRBuilderBase;
} // namespace llvm

namespace foreslice {

class CallLowering;
class WorkingCopy;
struct SliceCode;

/// What names a file that is open at launch: a live-in, a global variable or a
/// constant itself, or, with a distance, what lies so far behind its address.
using FileAtLaunch = std::pair<llvm::Value *, std::optional<int64_t>>;

/// The calls that the pass knows, by the names of their functions.
using CallTable = llvm::StringMap<IOCall>;

class Frontend {
public:
  virtual ~Frontend() = default;

  /// What the run time knows the family by, and a short name for it.
  virtual foreslice_family number() const = 0;
  virtual llvm::StringRef name() const = 0;

  //===--------------------------------------------------------------------===//
  // Which calls there are
  //===--------------------------------------------------------------------===//

  virtual void addCalls(CallTable &Table) const = 0;
  /// Whether F has the arguments of Call. A declaration that only looks like
  /// it (a C program without mpi.h, a function of the program's own) must not
  /// be lowered by position.
  virtual bool hasSignature(const IOCall &Call, const llvm::Function &F) const;
  /// False if CB is not what the row says: of a pipe, of standard input, of a
  /// file that is only written, of a format that only the program knows.
  virtual bool isOfFile(const llvm::CallBase &CB, const IOCall &Call) const;
  /// Whether CB opens a file that is only written.
  virtual bool opensToWrite(const llvm::CallBase &CB, const IOCall &Call) const;
  /// Whether CB, which opens a file, may make or empty the file, or opens the
  /// file to write there, too.
  virtual bool mayMakeFile(const llvm::CallBase &CB, const IOCall &Call) const;
  /// Whether F, which has no row, makes a part of one of the calls.
  virtual bool isPartOfCall(const llvm::Function &F) const;

  //===--------------------------------------------------------------------===//
  // The copy of the code
  //===--------------------------------------------------------------------===//

  /// Has Copy, of a module, make calls that have rows in place of others that
  /// do the same.
  virtual void unifyCalls(llvm::Module &Copy) const;
  /// Gives functions in Copy that come down to calls of this front end their
  /// bodies.
  virtual void addBodies(llvm::Module &Copy) const;
  /// Whether F, one of these bodies, opens a file for its caller: what it calls
  /// stands for the caller's call.
  virtual bool isOpeningBody(const llvm::Function &F) const;
  /// Makes calls of Fortran's calls of C's. True if there are any.
  virtual bool makeCallsOfC(llvm::Module &Copy) const;
  /// Whether A is a variable that the program has not.
  virtual bool isAddedVariable(const llvm::AllocaInst &A) const;
  /// W is a copy of a function, before calls are inlined. InRegion are those of
  /// the region.
  virtual void prepareCopy(llvm::Function &W,
                           llvm::ArrayRef<llvm::CallBase *> InRegion) const;
  /// The same when W is canonical. Blocks are those of the region.
  virtual void finishCopy(llvm::Function &W,
                          llvm::ArrayRef<llvm::BasicBlock *> Blocks) const;

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  /// All of its files have data, be they read or not. Of others that are opened
  /// most have to do with other things.
  virtual bool isOfDataOnly() const;
  /// Whether Call has to do with what is read.
  virtual bool accesses(const IOCall &Call) const;
  /// The first place behind a call of which CB makes the first part, or CB if
  /// that place is not known; null if CB is all of the call.
  virtual llvm::Instruction *placeBehind(llvm::CallBase &CB) const;

  //===--------------------------------------------------------------------===//
  // What an access touches
  //===--------------------------------------------------------------------===//

  /// Offsets count from where a view of the file says.
  virtual bool hasViews() const;
  /// The arguments of Call, an access, tell how many bytes it moves on.
  virtual bool tellsLength(const IOCall &Call) const;
  /// What seeks have for "from the beginning"; none if the position is not one
  /// in bytes.
  virtual std::optional<int64_t> fromBeginning() const;

  //===--------------------------------------------------------------------===//
  // Slices
  //===--------------------------------------------------------------------===//

  /// What names the file that File, the argument of a call, stands for; null if
  /// two calls of one file need not look alike.
  virtual const llvm::Value *nameOfFile(const llvm::Value *File) const;
  /// Slices that open files have read the names of the files themselves, and
  /// need not wait for the main thread to read them.
  virtual bool readsNamesItself() const;
  /// A scout knows what Call gives without making it.
  virtual bool maySkip(const IOCall &Call) const;
  /// How the launch gets at the file of Step; none if the slice learns of the
  /// file otherwise.
  virtual std::optional<FileAtLaunch>
  fileAtLaunch(const llvm::CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const;

  //===--------------------------------------------------------------------===//
  // Lowering
  //===--------------------------------------------------------------------===//

  /// Of the calls of one slice.
  virtual std::unique_ptr<CallLowering>
  makeLowering(SliceCode &Slice) const = 0;
  /// Puts what is known of a file to where the packet has the file's name, in
  /// the program.
  virtual void askAtLaunch(llvm::IRBuilderBase &B, llvm::Value *Name) const;
};

/// All of them.
llvm::ArrayRef<const Frontend *> frontends();

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_FRONTEND_H
