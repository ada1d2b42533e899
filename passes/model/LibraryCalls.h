//===- LibraryCalls.h - what the pass knows about other calls -------------===//
//
// Answers, from LibraryCalls.def, what a call of a library does that is not
// MPI-IO: messages, memory, text, and what a slice cannot compute.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_LIBRARYCALLS_H
#define FORESLICE_PASSES_MODEL_LIBRARYCALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

namespace foreslice {

/// Whether F is one of the MPI library's, by its name.
bool isMPIFunction(const llvm::Function &F);
/// Such a function that is about files.
bool isFileFunction(const llvm::Function &F);
/// A function out of sight that starts or ends MPI.
bool changesMPI(const llvm::Function &F);
/// MPI_Init and MPI_Init_thread of C.
bool startsMPI(const llvm::Function &F);
/// A function of the C library that changes the environment.
bool changesEnvironment(const llvm::Function &F);
/// The program's own main, which flang names so.
bool isMain(const llvm::Function &F);
/// A function of MPI that ends the program.
bool endsProgram(const llvm::Function &F);
/// CB makes a child, and gives 0 there.
bool isFork(const llvm::CallBase &CB);
/// CB calls a function of MPI or of the C library whose result says whether it
/// has succeeded: 0 if so.
bool returnsErrorCode(const llvm::CallBase &CB);
/// What CB ends the program with; null if it does not.
const llvm::Value *exitStatus(const llvm::CallBase &CB);

/// "the time", "a received message", ...: why a slice cannot compute what CB
/// returns or writes; empty if nothing special is known.
llvm::StringRef unknownValueReason(const llvm::CallBase &CB);

/// The bytes of an MPI datatype that MPI predefines, whose extent they are; 0
/// for any other.
uint64_t predefinedTypeSize(const llvm::Value *Datatype);

/// Where a message arrives: argument numbers of a call that receives one.
struct ReceivedMessage {
  int Buffer, Count, Datatype;

  llvm::Value *buffer(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Buffer);
  }
  llvm::Value *datatype(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Datatype);
  }
};
/// Null if CB receives none, or not by its return.
const ReceivedMessage *receivedMessage(const llvm::CallBase &CB);

/// True if what CB reads or receives goes to MPI_BOTTOM: to variables whose
/// addresses its datatype holds.
bool deliversByBottom(const llvm::CallBase &CB);
/// What CB gets the address of for a datatype; null if it does not.
const llvm::Value *addressedByMPI(const llvm::CallBase &CB);

/// True for a function of MPI that may keep a pointer argument and write
/// through it later, as nonblocking calls do.
bool retainsArguments(const llvm::Function &F);
bool retainsArguments(const llvm::CallBase &CB);
/// True for a function of MPI that only reads what its first argument points
/// to.
bool onlyReadsFirst(const llvm::Function &F);

/// How much memory an allocation gives: one factor, or two.
struct Allocation {
  int Size, Times;

  llvm::Value *size(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Size);
  }
  /// Null if there is no other factor.
  llvm::Value *times(const llvm::CallBase &CB) const {
    return Times < 0 ? nullptr : CB.getArgOperand(Times);
  }
};
/// Null if CB does not return new memory. Of functions out of sight that have
/// no row, attributes (malloc, alloc_size) or the name decide.
const Allocation *lookupAllocation(const llvm::CallBase &CB);
/// What CB gives back of such memory; null if it does not.
llvm::Value *freedMemory(const llvm::CallBase &CB);

/// How a call makes text.
enum class StringHow { Print, Copy, CopyAndFill, Append };
/// Where a call writes text, of what, and how much at most: argument numbers,
/// the limit -1 if the text decides.
struct StringCall {
  StringHow How;
  int To, Limit, From;

  bool hasLimit() const { return Limit >= 0; }
  llvm::Value *to(const llvm::CallBase &CB) const {
    return CB.getArgOperand(To);
  }
  llvm::Value *limit(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Limit);
  }
  llvm::Value *from(const llvm::CallBase &CB) const {
    return CB.getArgOperand(From);
  }
};
/// Null if CB does more than write text.
const StringCall *lookupStringCall(const llvm::CallBase &CB);

/// True if CB prints what its arguments lead to, and changes no memory that the
/// program looks at.
bool onlyPrints(const llvm::CallBase &CB);
/// True if F makes the text of messages, and changes no memory that anything
/// else looks at. F may have a body.
bool makesMessages(const llvm::Function &F);

/// True for a function that returns where errno of the thread is.
bool isErrnoAddress(const llvm::Function &F);

/// True if CB calls its own function, in a case that counts as never reached.
bool isSeldomRecursion(const llvm::CallBase &CB);

/// True if F returns an address in what that argument leads to.
bool leadsInto(const llvm::Function &F, unsigned Arg);
/// The function that CB, which calls one of the C library, has called for each
/// file that is found; null if there is none in sight.
llvm::Function *calledBack(const llvm::CallBase &CB);
/// True for a function about mapped memory that reads none of it.
bool looksAtNothing(const llvm::Function &F);

/// True if CB enters a new element into a container.
bool isInsertion(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_LIBRARYCALLS_H
