//===- Mpi.h - the MPI library of this family -----------------------------===//
//
// Includes mpi.h without the C++ bindings and hides the differences between
// families: the form of handles, and the calls with large counts.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_MPI_H
#define FORESLICE_FRONTEND_MPIIO_MPI_H

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
// The wrappers are visible outside of the library, whatever mpi.h says. The
// names are weak: the library can be loaded into a process without MPI.
#pragma GCC visibility push(default)
#ifdef __clang__
#pragma clang attribute push(__attribute__((weak)),                            \
                             apply_to = any(function, variable(is_global)))
#endif
#include <mpi.h>
#ifdef __clang__
#pragma clang attribute pop
#endif
#pragma GCC visibility pop
#ifdef MPI_H_ABI
// The standard's ABI leaves Fortran to a library of its own: its handles of
// Fortran are the integers of C's.
using MPI_Fint = int;
#define PMPI_Comm_c2f PMPI_Comm_toint
#define PMPI_File_c2f PMPI_File_toint
#define PMPI_Type_c2f PMPI_Type_toint
#endif

#include "foreslice/abi.h"
#include "foreslice/mpi_identity.h"

#include <type_traits>
#include <unordered_map>

/// The *_c forms of MPI 4.
#if MPI_VERSION >= 4
#define FORESLICE_LARGE_COUNTS 1
#else
#define FORESLICE_LARGE_COUNTS 0
#endif

// The names of this folder's functions; programs call the functions through
// EntryPoints.cpp.
extern "C" {
#define FORESLICE_ENTRY_POINT(Name) decltype(Name) Name __asm__("own_" #Name);
#include "frontend/mpiio/entry_points.def"
}

namespace foreslice {

#if defined(OPEN_MPI) || defined(MPI_H_ABI)
inline constexpr foreslice_mpi_family ThisFamily = FORESLICE_MPI_OPENMPI;
#else
inline constexpr foreslice_mpi_family ThisFamily = FORESLICE_MPI_MPICH;
#endif

#ifdef MPI_H_ABI
inline constexpr MpiInterface ThisInterface = MpiInterface::Standard;
#elif defined(OPEN_MPI)
inline constexpr MpiInterface ThisInterface = MpiInterface::OpenMpi;
#else
inline constexpr MpiInterface ThisInterface = MpiInterface::Mpich;
#endif

/// Whether a rank may come to a nonblocking collective read without a byte to
/// read, and go on. ROMIO puts the individual pointer back when the other ranks
/// have come, wherever the program has moved it meanwhile. Open MPI 4 has
/// nonblocking collective reads by OMPIO only, where each rank reads alone.
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION == 4
inline constexpr bool RanksMayJoin = true;
#else
inline constexpr bool RanksMayJoin = false;
#endif

/// A handle in the form of the ABI. An int's upper half may be extended with
/// the sign or with zeros; only the lower half counts.
template <typename T> foreslice_handle toHandle(T Handle) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<foreslice_handle>(Handle);
  else
    return static_cast<uint32_t>(Handle);
}

/// A datatype's or communicator's handle from the ABI.
inline foreslice_handle normalized(foreslice_handle Handle) {
  if constexpr (std::is_pointer_v<MPI_Datatype>)
    return Handle;
  else
    return static_cast<uint32_t>(Handle);
}

/// C's handles by the MPI library's handles for Fortran, and by the lower 4
/// bytes, used by slices for C's handles.
class FortranHandles {
public:
  void note(MPI_Fint InFortran, foreslice_handle InC) {
    Known[static_cast<MPI_Fint>(InC)] = InC;
    Known[InFortran] = InC;
  }
  /// The C handle of a slice's Handle: a marked handle is looked up, and stays
  /// marked if unknown.
  foreslice_handle inC(foreslice_handle Handle) const {
    if (!(Handle & FORESLICE_FORTRAN_HANDLE)) [[likely]]
      return Handle;
    auto It = Known.find(static_cast<MPI_Fint>(Handle));
    return It == Known.end() ? Handle : It->second;
  }

private:
  std::unordered_map<MPI_Fint, foreslice_handle> Known;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_MPI_H
