//===- FortranNames.h - the names that Fortran gives MPI's functions ------===//
//
// Compilers call MPI_File_read_at of Fortran mpi_file_read_at_, and of the
// module mpi_f08 mpi_file_read_at_f08_. All arguments are addresses: handles
// and numbers by reference, and behind those of C the address of the error
// code, which mpi_f08 may leave out (null), and the lengths of texts.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_FORTRANNAMES_H
#define FORESLICE_PASSES_MODEL_FORTRANNAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>

namespace foreslice {

/// Whether F is one of flang's run time that only looks at what its arguments
/// lead to.
bool onlyLooksInFortran(const llvm::Function &F);

/// The name that C has for the function of MPI; empty if Name is not what a
/// compiler makes of a name of Fortran's.
std::string nameInC(llvm::StringRef Name);

/// Where C has a number or a handle, and where it has an address, too: of each
/// argument one of "i" (4 bytes), "o" (8 bytes, an offset) and "p". None if the
/// function, by its name in C, is not known.
std::optional<std::string> passedInC(llvm::StringRef NameInC);

/// On calls that were made calls of C's function: handles are Fortran's.
inline constexpr char FortranCallAttribute[] = "foreslice-fortran";
bool isFromFortran(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_FORTRANNAMES_H
