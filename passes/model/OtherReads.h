//===- OtherReads.h - reads that are not MPI-IO ---------------------------===//
//
// Answers, from OtherReads.def, which calls read files by POSIX, stdio, C++ or
// Fortran, or in a library. No slice is made of them.
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

/// What CB reads other than by MPI-IO; nothing of the terminal, and of memory
/// that no file is mapped to.
std::optional<OtherRead> lookupOtherRead(const llvm::CallBase &CB);

/// Code of headers and of the C++ library, where the program's author reads
/// nothing.
bool isOfLibrary(const llvm::Function &F);

/// A function of which LLVM does not know that it reads no file.
bool isKnownNotToRead(const llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_OTHERREADS_H
