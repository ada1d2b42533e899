//===- Frontend.h - a family of calls by which programs read --------------===//
//
// MPI-IO, POSIX with stdio, C++ streams and Fortran's statements are front
// ends. Each front end has a room in frontend/ with the rows of calls and the
// answers to the questions here. The steps of the pass ask here and name no
// family. Each question has an answer for calls in general; a family replaces
// the answer.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_FRONTEND_H
#define FORESLICE_PASSES_MODEL_FRONTEND_H

#include "model/IOCall.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace llvm {
class AllocaInst;
class IRBuilderBase;
} // namespace llvm

namespace foreslice {

class CallLowering;
class WorkingCopy;
struct SliceCode;

/// A file open at launch: a live-in, a global variable or a constant, or, with
/// a distance in bytes, memory behind the value's address.
using FileAtLaunch = std::pair<llvm::Value *, std::optional<int64_t>>;

/// "a hyperslab of 2 dimensions" of "dataset 'rows'".
struct ReadObject {
  llvm::StringRef Kind;            ///< "dataset", "variable"
  std::string Name{}, Selection{}; ///< Empty if unknown.

  /// "a dataset" without a name; empty if nothing is known.
  std::string object() const {
    return Name.empty() && !Selection.empty() ? ("a " + Kind).str() : Name;
  }
  std::string text() const {
    return Selection.empty() ? Name : Selection + " of " + object();
  }
};

/// Calls known to the pass, by name of the function.
using CallTable = llvm::StringMap<IOCall>;

class Frontend {
public:
  virtual ~Frontend() = default;

  /// The run time's number of the family, and a short name.
  virtual foreslice_family number() const = 0;
  virtual llvm::StringRef name() const = 0;

  //===--------------------------------------------------------------------===//
  // The calls
  //===--------------------------------------------------------------------===//

  virtual void addCalls(CallTable &Table) const = 0;
  /// Whether F has the arguments of Call. A declaration with only the name (a C
  /// program without mpi.h, a function of the program) must not be lowered by
  /// position.
  virtual bool hasSignature(const IOCall &Call, const llvm::Function &F) const;
  /// False if CB does not read a file as in the row: CB may be of a pipe, of
  /// standard input, of a file open for writing only, of a format known to the
  /// program only.
  virtual bool isOfFile(const llvm::CallBase &CB, const IOCall &Call) const;
  /// Whether CB opens a file only to write.
  virtual bool opensToWrite(const llvm::CallBase &CB, const IOCall &Call) const;
  /// Whether CB, an open, may create, empty or write the file.
  virtual bool mayMakeFile(const llvm::CallBase &CB, const IOCall &Call) const;
  /// Whether F, without a row, makes a part of a call.
  virtual bool isPartOfCall(const llvm::Function &F) const;

  /// What CB, a read of Call, is of, in words for the user: the dataset and the
  /// selection, as far as known; empty if unknown.
  virtual ReadObject objectOf(const llvm::CallBase &CB,
                              const IOCall &Call) const;

  //===--------------------------------------------------------------------===//
  // The copy of the code
  //===--------------------------------------------------------------------===//

  /// Replaces calls in Copy, a module, with equivalent calls that have rows.
  virtual void unifyCalls(llvm::Module &Copy) const;
  /// Adds bodies to functions in Copy that come down to calls of this front
  /// end.
  virtual void addBodies(llvm::Module &Copy) const;
  /// Whether F, a body added by addBodies(), opens a file for the caller: calls
  /// in F stand for the caller's call.
  virtual bool isOpeningBody(const llvm::Function &F) const;
  /// Replaces calls of Fortran with calls of C. True if there were any.
  virtual bool makeCallsOfC(llvm::Module &Copy) const;
  /// Whether A is a variable added to the program's own.
  virtual bool isAddedVariable(const llvm::AllocaInst &A) const;
  /// Prepares W, a copy of a function, before calls are inlined. InRegion:
  /// calls of the region.
  virtual void prepareCopy(llvm::Function &W,
                           llvm::ArrayRef<llvm::CallBase *> InRegion) const;
  /// Finishes W once canonical. Blocks: blocks of the region.
  virtual void finishCopy(llvm::Function &W,
                          llvm::ArrayRef<llvm::BasicBlock *> Blocks) const;

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  /// All files of the family have data, read or not. Other families open most
  /// files for other purposes.
  virtual bool isOfDataOnly() const;
  /// Whether Call has to do with data read.
  virtual bool accesses(const IOCall &Call) const;
  /// The first place behind a call whose first part is CB, or CB if the place
  /// is unknown; null if CB is the whole call.
  virtual llvm::Instruction *placeBehind(llvm::CallBase &CB) const;

  //===--------------------------------------------------------------------===//
  // The bytes of an access
  //===--------------------------------------------------------------------===//

  /// Offsets count from the view of the file.
  virtual bool hasViews() const;
  /// Many reads of what the file does not have end the slice.
  virtual bool endsBehindData() const;
  /// The arguments of Call, an access, tell by how many bytes the position
  /// moves on.
  virtual bool tellsLength(const IOCall &Call) const;
  /// The whence of seeks for "from the beginning"; none if positions are not in
  /// bytes.
  virtual std::optional<int64_t> fromBeginning() const;

  //===--------------------------------------------------------------------===//
  // Slices
  //===--------------------------------------------------------------------===//

  /// The name of the file behind File, an argument of a call; null if two calls
  /// on one file may differ in the name.
  virtual const llvm::Value *nameOfFile(const llvm::Value *File) const;
  /// Slices that open files have already read file names, with no wait for the
  /// main thread.
  virtual bool readsNamesItself() const;
  /// Whether a scout knows the result of Call without making the call.
  virtual bool maySkip(const IOCall &Call) const;
  /// How the launch finds the file of Step; none if the slice learns of the
  /// file otherwise.
  virtual std::optional<FileAtLaunch>
  fileAtLaunch(const llvm::CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const;

  //===--------------------------------------------------------------------===//
  // Lowering
  //===--------------------------------------------------------------------===//

  /// Lowers the calls of one slice.
  virtual std::unique_ptr<CallLowering>
  makeLowering(SliceCode &Slice) const = 0;
  /// Emits code in the program that puts facts about a file in place of the
  /// file's name in the packet.
  virtual void askAtLaunch(llvm::IRBuilderBase &B, llvm::Value *Name) const;

protected:
  /// All bits that Flags, an argument, may have: of constants, or of a variable
  /// that gets only constants; none if unknown.
  static std::optional<uint64_t> mostBits(const llvm::Value *Flags,
                                          unsigned Depth = 4);
};

/// All front ends.
llvm::ArrayRef<const Frontend *> frontends();

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_FRONTEND_H
