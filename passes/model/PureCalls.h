//===- PureCalls.h - library functions called in a slice ------------------===//
//
// Functions of the C library with results computed from arguments and from
// memory behind arguments. Some also write a few bytes through an argument. The
// table is in LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_PURECALLS_H
#define FORESLICE_PASSES_MODEL_PURECALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace foreslice {

/// Memory written by a call through an argument.
struct WrittenArgument {
  unsigned Arg;
  uint64_t Bytes;
  /// The call may leave the memory unchanged, or computes the new content from
  /// the old.
  bool Keeps;
  /// Text of at most Bytes bytes, with the final 0.
  bool IsText = false;
};

/// Most bytes of a text that fscanf() and sscanf() give a slice, with the final
/// 0.
inline constexpr uint64_t MaxFieldText = 1024;

/// True for a function without a body that only computes a value, and may set
/// errno of the thread.
bool isComputation(const llvm::Function &F);

/// True if some call of F, a computation, may write through parameter Arg.
bool mayWriteThrough(const llvm::Function &F, unsigned Arg);

/// All memory that CB, a call of a computation, writes, except through null
/// pointers. None for other calls, and where the table cannot tell.
std::optional<llvm::SmallVector<WrittenArgument, 2>>
computationOf(const llvm::CallBase &CB);

/// Memory written through argument Arg by CB, a call of a computation; none if
/// unwritten.
std::optional<WrittenArgument> writtenBy(const llvm::CallBase &CB,
                                         unsigned Arg);

/// All memory written by CB, a call of fscanf(); none if the format does not
/// tell.
std::optional<llvm::SmallVector<WrittenArgument, 2>>
fieldsOf(const llvm::CallBase &CB);

/// The argument with the format of CB, a call that parses text; none for other
/// calls.
std::optional<unsigned> scannedFormat(const llvm::CallBase &CB);

/// The argument with the number of bytes looked at behind CB's pointers, as in
/// memcmp(); none if CB looks at text up to the end.
std::optional<unsigned> lengthArgument(const llvm::CallBase &CB);
/// The argument through which CB stores an address in the text of the first
/// argument, as strtol() does; none for other calls.
std::optional<unsigned> leadsIntoText(const llvm::CallBase &CB);
/// True if CB, which writes text or computes a value, reads text or bytes of
/// known length at argument Arg, and leaves addresses in the text only in the
/// result and where leadsIntoText() says.
bool readsTextOnly(const llvm::CallBase &CB, unsigned Arg);

/// True if CB is inline assembly that only computes values from operands:
/// nothing volatile, and no memory.
bool isPureAssembly(const llvm::CallBase &CB);

/// True if CB's result holds only until a file changes.
bool looksAtFiles(const llvm::CallBase &CB);
/// True if CB changes files, judged by name.
bool changesFiles(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_PURECALLS_H
