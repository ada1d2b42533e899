//===- OtherReads.h - reads that are not MPI-IO ---------------------------===//
//
// Slices are made of MPI-IO reads. Of a program that reads otherwise, or out of
// sight, the user shall not hear nothing: -Rpass-missed names the first call of
// each kind in each function.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REMARKS_OTHERREADS_H
#define FORESLICE_PASSES_REMARKS_OTHERREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class CallBase;
class Function;
class Module;
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

/// Tells of the reads in wanted functions. Where MPI-IO reads, too, only those
/// count that read blocks in loops.
void remarkOtherReads(
    llvm::Module &M, llvm::function_ref<bool(const llvm::Function &)> IsWanted);

} // namespace foreslice

#endif // FORESLICE_PASSES_REMARKS_OTHERREADS_H
