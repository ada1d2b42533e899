//===- LibraryCalls.h - calls of libraries other than I/O -----------------===//
//
// Answers, from LibraryCalls.def, questions about calls of libraries other than
// MPI-IO: messages, memory, text, and values that a slice cannot compute.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_LIBRARYCALLS_H
#define FORESLICE_PASSES_MODEL_LIBRARYCALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

namespace foreslice {

/// Whether F is a function of the MPI library, by name.
bool isMPIFunction(const llvm::Function &F);
/// Whether F is a function of the MPI library about files.
bool isFileFunction(const llvm::Function &F);
/// A function without a body that starts or ends MPI.
bool changesMPI(const llvm::Function &F);
/// MPI_Init and MPI_Init_thread, of C and of Fortran.
bool startsMPI(const llvm::Function &F);
/// A function of the C library that changes the environment.
bool changesEnvironment(const llvm::Function &F);
/// The program's main, also under flang's name.
bool isMain(const llvm::Function &F);
/// A function of MPI that ends the program.
bool endsProgram(const llvm::Function &F);
/// Whether CB makes a child process, and returns 0 in the child.
bool isFork(const llvm::CallBase &CB);
/// Whether CB calls a function of MPI or of the C library that returns 0 on
/// success, or, of a file's flags, where none is set.
bool returnsErrorCode(const llvm::CallBase &CB);
/// The argument of CB that a function of the C library returns on success, as
/// the code of a character; null for other functions.
llvm::Value *writtenCharacter(const llvm::CallBase &CB);
/// The exit status if CB ends the program; null otherwise.
const llvm::Value *exitStatus(const llvm::CallBase &CB);

/// "the time", "a received message", ...: why a slice cannot compute CB's
/// results; empty if there is no known reason.
llvm::StringRef unknownValueReason(const llvm::CallBase &CB);

/// Bytes, and extent, of an MPI datatype predefined by MPI; 0 for other
/// datatypes.
uint64_t predefinedTypeSize(const llvm::Value *Datatype);

/// Destination of a message: argument numbers of a receiving call.
struct ReceivedMessage {
  int Buffer, Count, Datatype;

  llvm::Value *buffer(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Buffer);
  }
  llvm::Value *datatype(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Datatype);
  }
};
/// Null if CB receives no message before the return.
const ReceivedMessage *receivedMessage(const llvm::CallBase &CB);

/// True if CB's read or message goes to MPI_BOTTOM: to variables with addresses
/// in the datatype.
bool deliversByBottom(const llvm::CallBase &CB);
/// The variable whose address CB takes for a datatype; null for other calls.
const llvm::Value *addressedByMPI(const llvm::CallBase &CB);

/// True for a function of MPI that may keep a pointer argument for later
/// writes, as nonblocking calls do.
bool retainsArguments(const llvm::Function &F);
bool retainsArguments(const llvm::CallBase &CB);
/// True for a function of MPI that only reads memory behind the first argument.
bool onlyReadsFirst(const llvm::Function &F);

/// Argument numbers for the size of an allocation: one factor, or two.
struct Allocation {
  int Size, Times;

  llvm::Value *size(const llvm::CallBase &CB) const {
    return CB.getArgOperand(Size);
  }
  /// Null if there is no second factor.
  llvm::Value *times(const llvm::CallBase &CB) const {
    return Times < 0 ? nullptr : CB.getArgOperand(Times);
  }
};
/// Null if CB returns no new memory. For functions without a body and a row,
/// attributes (malloc, alloc_size) or the name decide.
const Allocation *lookupAllocation(const llvm::CallBase &CB);
/// Memory of an allocation freed by CB; null for other calls.
llvm::Value *freedMemory(const llvm::CallBase &CB);

/// How a call writes text.
enum class StringHow { Print, Copy, CopyAndFill, Append };
/// Destination, limit in bytes, and source of a call that writes text: argument
/// numbers, with limit -1 if the text decides.
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

/// True if CB prints memory behind arguments, and changes no memory visible to
/// the program.
bool onlyPrints(const llvm::CallBase &CB);
/// True if F makes the text of messages, and changes no other visible memory. F
/// may have a body.
bool makesMessages(const llvm::Function &F);

/// True for a function that returns the address of the thread's errno.
bool isErrnoAddress(const llvm::Function &F);

/// True if CB is a recursive call in a case that counts as never reached.
bool isSeldomRecursion(const llvm::CallBase &CB);

/// True if F returns an address in memory behind argument Arg.
bool leadsInto(const llvm::Function &F, unsigned Arg);
/// The function that CB, a call of the C library, calls for each file found;
/// null if unknown.
llvm::Function *calledBack(const llvm::CallBase &CB);
/// True for a function on mapped memory that reads no mapped memory.
bool looksAtNothing(const llvm::Function &F);

/// True if CB enters a new element into a container.
bool isInsertion(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_LIBRARYCALLS_H
