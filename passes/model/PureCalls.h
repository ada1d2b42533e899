//===- PureCalls.h - library functions that a slice calls itself ----------===//
//
// Functions of the C library whose results follow from their arguments and from
// what the arguments point to. Some of them also write a few bytes through an
// argument. The table is in LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_PURECALLS_H
#define FORESLICE_PASSES_MODEL_PURECALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace foreslice {

/// Memory that a call writes through an argument.
struct WrittenArgument {
  unsigned Arg;
  uint64_t Bytes;
  /// The call may leave the memory as it was, or works out from the memory what
  /// it writes.
  bool Keeps;
  /// Text, of no more bytes with its 0.
  bool IsText = false;
};

/// Most bytes of a text that fscanf() and sscanf() give a slice, with its 0.
inline constexpr uint64_t MaxFieldText = 1024;

/// True for a function out of sight that only works out a value. It may set
/// errno, which each thread has its own of.
bool isComputation(const llvm::Function &F);

/// True if some call of F, which is one, may write through that parameter.
bool mayWriteThrough(const llvm::Function &F, unsigned Arg);

/// All that CB writes, where CB calls such a function, but for null pointers.
/// None for other calls, and where the table cannot tell what CB writes.
std::optional<llvm::SmallVector<WrittenArgument, 2>>
computationOf(const llvm::CallBase &CB);

/// What CB, which calls such a function, writes through that argument; none if
/// nothing.
std::optional<WrittenArgument> writtenBy(const llvm::CallBase &CB,
                                         unsigned Arg);

/// All that CB, a call of fscanf(), writes; none where the format does not
/// tell.
std::optional<llvm::SmallVector<WrittenArgument, 2>>
fieldsOf(const llvm::CallBase &CB);

/// The argument that is the format of CB, which takes text apart; none for
/// other calls.
std::optional<unsigned> scannedFormat(const llvm::CallBase &CB);

/// The argument that says how many bytes CB looks at behind its pointers, as
/// memcmp's does; none if it looks at text, up to the end.
std::optional<unsigned> lengthArgument(const llvm::CallBase &CB);
/// The argument through which CB writes an address in the text that its first
/// argument leads to, as strtol does; none for other calls.
std::optional<unsigned> leadsIntoText(const llvm::CallBase &CB);
/// True if CB, which makes text or works out a value, reads text or bytes of
/// known length at that argument, and leaves no address in them anywhere but in
/// its result and where leadsIntoText() says.
bool readsTextOnly(const llvm::CallBase &CB, unsigned Arg);

/// True if CB is inline assembly that only works out values from its operands:
/// nothing volatile, and no memory.
bool isPureAssembly(const llvm::CallBase &CB);

/// True if what CB works out holds only as long as no file changes.
bool looksAtFiles(const llvm::CallBase &CB);
/// True if CB changes files, by what its name says.
bool changesFiles(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_PURECALLS_H
