//===- OtherReads.h - reads without a slice -------------------------------===//
//
// Finds, from OtherReads.def, calls that read files by POSIX, stdio, C++ or
// Fortran, or in a library. No slice is made of these calls: remarks report
// them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_OTHERREADS_H
#define FORESLICE_PASSES_MODEL_OTHERREADS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace foreslice {

struct OtherRead {
  std::string Call;        ///< "fread", "std::ifstream::open"
  llvm::StringRef Way;     ///< "reads by stdio"; empty if in a library.
  llvm::StringRef Library; ///< "HDF5"
  bool MayBeText = false;  ///< As configurations are.
};

/// The read made by CB; none for reads of the terminal, and of memory without a
/// mapped file.
std::optional<OtherRead> lookupOtherRead(const llvm::CallBase &CB);

/// Code of headers and of the C++ library, without reads by the program's
/// author.
bool isOfLibrary(const llvm::Function &F);

/// A function that reads no file, unknown to LLVM.
bool isKnownNotToRead(const llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_OTHERREADS_H
