//===- FortranNames.h - the names of MPI's functions in Fortran -----------===//
//
// Compilers call MPI_File_read_at of Fortran mpi_file_read_at_, and of the
// module mpi_f08 mpi_file_read_at_f08_. All arguments are addresses: handles
// and numbers by reference. Behind the arguments of C follow the address of the
// error code, null if mpi_f08 leaves out the error code, and the lengths of
// texts.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_FORTRANNAMES_H
#define FORESLICE_PASSES_MODEL_FORTRANNAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>

namespace foreslice {

/// Whether F belongs to flang's run time and only reads memory behind
/// arguments.
bool onlyLooksInFortran(const llvm::Function &F);

/// The name in C of the MPI function Name; empty if Name is no compiled name of
/// Fortran.
std::string nameInC(llvm::StringRef Name);

/// How C passes each argument: "i" for a number or handle (4 bytes), "o" for an
/// offset (8 bytes), "p" for an address. None if NameInC is unknown.
std::optional<std::string> passedInC(llvm::StringRef NameInC);

/// Marks calls converted to calls of C's function: handles stay Fortran's.
inline constexpr char FortranCallAttribute[] = "foreslice-fortran";
bool isFromFortran(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_FORTRANNAMES_H
