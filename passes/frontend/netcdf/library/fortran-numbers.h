//===- fortran-numbers.h - what both interfaces of Fortran share ----------===//
//
// Numbers are passed by reference, variables and dimensions count from 1, and
// the first dimension is the one whose elements are neighbours. Blanks fill
// texts. INDEX is the type of a number of elements.
//
//===----------------------------------------------------------------------===//

#include "copy/library/fortran-arguments.h"
#include "foreslice/abi.h"

/// The parts of a selection: of 32 bits in NetCDF, of 64 in PnetCDF.
typedef INDEX fortran_index __attribute__((may_alias));
typedef int fortran_int __attribute__((may_alias));

/// The result of a function that gives a text.
struct FortranText {
  char *To;
  fortran_length Length;
};

namespace {

/// What the run time knows a datatype of MPI by.
INLINE long fortranType(int Type) {
  return static_cast<long>(static_cast<unsigned>(Type) |
                           FORESLICE_FORTRAN_HANDLE);
}

/// The number of a variable or a dimension.
INLINE int findFrom1(int File, int What, const char *Name,
                     fortran_length Length, int *To) {
  const CText<FORESLICE_NETCDF_NAME> Is(Name, Length);
  const long Number = FIND(File, What, Is.Text);
  return putInt(To, Number < 0 ? Number : Number + 1);
}

INLINE int putIndex(fortran_index *To, long Answer) {
  if (Answer < 0)
    return static_cast<int>(Answer);
  if (To)
    *To = static_cast<fortran_index>(Answer);
  return 0;
}

INLINE int putNameFilled(int File, int What, long Number, char *To,
                         fortran_length Length) {
  bool IsEnded = false;
  for (long I = 0; I < static_cast<long>(Length); ++I) {
    const long C = IsEnded ? 0 : query(File, What, Number, I);
    if (C < 0)
      return static_cast<int>(C);
    IsEnded = C == 0;
    To[I] = IsEnded ? ' ' : static_cast<char>(C);
  }
  return 0;
}

INLINE int putDimensionsFrom1(int File, int Variable, int *To) {
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  if (Rank < 0)
    return static_cast<int>(Rank);
  for (long D = 0; D < Rank; ++D)
    To[Rank - 1 - D] =
        static_cast<int>(query(File, FORESLICE_NETCDF_DIMENSION, Variable, D)) +
        1;
  return 0;
}

INLINE int putUnlimited(int File, int *To) {
  const long Number = query(File, FORESLICE_NETCDF_UNLIMITED);
  return putInt(To, Number < 0 ? -1 : Number + 1);
}

INLINE int readPartFrom1(int File, int Variable, const fortran_index *Start,
                         const fortran_index *Count,
                         const fortran_index *Stride, void *Data) {
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  for (long D = 0; D < Rank; ++D) {
    const long From = Rank - 1 - D;
    CHANGE(File, FORESLICE_NETCDF_PLACE, D, static_cast<long>(Start[From]) - 1,
           Count ? static_cast<long>(Count[From]) : 1);
    if (Stride)
      CHANGE(File, FORESLICE_NETCDF_STRIDE, D, static_cast<long>(Stride[From]));
  }
  CHANGE(File, FORESLICE_NETCDF_READ_BY, Variable, 0);
  READ(File, nullptr, 0);
  leaveData(Data);
  return 0;
}

} // namespace
