//===- selections.h - what reads of NetCDF and PnetCDF come down to -------===//
//
// A working copy calls the functions of netcdf.cpp and pnetcdf.cpp in place of
// the libraries'. What is read is said by a file, a variable, and the begin,
// the count and the stride of each dimension. All else that a library has to do
// with (types, attributes, what is written) does not matter to what is read:
// these calls go well. LIBRARY is netcdf or pnetcdf.
//
//===----------------------------------------------------------------------===//

#include "foreslice/hdf5.h"
#include "foreslice/netcdf.h"

#define INLINE __attribute__((always_inline)) inline
// The steps stand for the call of a body: they are in the body itself.
#define STEP extern "C" __attribute__((nothrow))
#define JOINED(A, B, C) A##B##C
#define NAMED(Library, Step) JOINED(foreslice_, Library, Step)
#define OPEN NAMED(LIBRARY, _open)
#define READ NAMED(LIBRARY, _read)
#define QUERY NAMED(LIBRARY, _query)
#define FIND NAMED(LIBRARY, _find)
#define CHANGE NAMED(LIBRARY, _change)

STEP long OPEN(int In, const char *Name, int What);
STEP void READ(int File, void *Data, int Type);
STEP long QUERY(int Of, int What, long Number, long Part);
STEP long FIND(int Of, int What, const char *Name);
STEP void CHANGE(int File, int What, long Number, long Value, long Count = 0);

/// Numbers of the program's, of 64 bits. Their types differ in C.
typedef unsigned long number __attribute__((may_alias));
typedef long distance __attribute__((may_alias));

// The slice cannot know what these functions leave or give. A region that needs
// such a value is refused. Remarks have the functions' names.
extern "C" void leaveData(void *To) __asm__("the data of " LIBRARY_NAME);
extern "C" void
leaveAttribute(void *To) __asm__("an attribute of " LIBRARY_NAME);
extern "C" void
leaveOther(void *To) __asm__("what else is known to " LIBRARY_NAME);

namespace {

INLINE long query(int Of, int What, long Number = 0, long Part = 0) {
  return QUERY(Of, What, Number, Part);
}

INLINE int putInt(int *To, long Answer) {
  if (Answer < -1)
    return static_cast<int>(Answer);
  if (To)
    *To = static_cast<int>(Answer);
  return 0;
}

INLINE int putNumber(number *To, long Answer) {
  if (Answer < 0)
    return static_cast<int>(Answer);
  if (To)
    *To = static_cast<number>(Answer);
  return 0;
}

/// Character by character, up to the 0 at the end.
INLINE int putName(int Of, int What, long Number, char *To) {
  if (!To)
    return 0;
  for (long I = 0; I < FORESLICE_NETCDF_NAME; ++I) {
    const long C = query(Of, What, Number, I);
    if (C < 0)
      return static_cast<int>(C);
    To[I] = static_cast<char>(C);
    if (C == 0)
      break;
  }
  return 0;
}

INLINE int putDimensions(int Of, int Variable, int *To) {
  const long Rank = query(Of, FORESLICE_NETCDF_RANKS, Variable);
  if (Rank < 0)
    return static_cast<int>(Rank);
  if (To)
    for (long D = 0; D < Rank; ++D)
      To[D] =
          static_cast<int>(query(Of, FORESLICE_NETCDF_DIMENSION, Variable, D));
  return 0;
}

INLINE int find(int Of, int What, const char *Name, int *To) {
  return putInt(To, FIND(Of, What, Name));
}

/// A read of which the program has the number.
INLINE int asked(int *Request) {
  if (Request)
    *Request = 1;
  return 0;
}

/// Numbers in memory; 0 for what a slice cannot have.
template <class T> constexpr int TypeOf = 0;
template <>
constexpr int TypeOf<signed char> =
    FORESLICE_HDF5_TYPE(FORESLICE_HDF5_SIGNED, 1);
template <>
constexpr int TypeOf<unsigned char> =
    FORESLICE_HDF5_TYPE(FORESLICE_HDF5_UNSIGNED, 1);
template <>
constexpr int TypeOf<short> = FORESLICE_HDF5_TYPE(FORESLICE_HDF5_SIGNED, 2);
template <>
constexpr int TypeOf<unsigned short> =
    FORESLICE_HDF5_TYPE(FORESLICE_HDF5_UNSIGNED, 2);
template <>
constexpr int TypeOf<int> = FORESLICE_HDF5_TYPE(FORESLICE_HDF5_SIGNED, 4);
template <>
constexpr int TypeOf<unsigned> =
    FORESLICE_HDF5_TYPE(FORESLICE_HDF5_UNSIGNED, 4);
template <>
constexpr int TypeOf<long> = FORESLICE_HDF5_TYPE(FORESLICE_HDF5_SIGNED, 8);
template <>
constexpr int TypeOf<long long> = FORESLICE_HDF5_TYPE(FORESLICE_HDF5_SIGNED, 8);
template <>
constexpr int TypeOf<unsigned long long> =
    FORESLICE_HDF5_TYPE(FORESLICE_HDF5_UNSIGNED, 8);
template <>
constexpr int TypeOf<float> = FORESLICE_HDF5_TYPE(FORESLICE_HDF5_REAL, 4);
template <>
constexpr int TypeOf<double> = FORESLICE_HDF5_TYPE(FORESLICE_HDF5_REAL, 8);

/// What has been selected, without gaps in memory.
template <class T> INLINE void readSelected(int File, T *Data) {
  if constexpr (TypeOf<T> != 0) {
    READ(File, Data, TypeOf<T>);
  } else {
    READ(File, nullptr, 0);
    leaveData(Data);
  }
}

/// All of a variable.
template <class T> INLINE int readAll(int File, int Variable, T *Data) {
  CHANGE(File, FORESLICE_NETCDF_READ_ALL, Variable, 0);
  readSelected(File, Data);
  return 0;
}

INLINE void select(int File, int Variable, const number *Start,
                   const number *Count, const distance *Stride) {
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  for (long D = 0; D < Rank; ++D) {
    CHANGE(File, FORESLICE_NETCDF_PLACE, D, static_cast<long>(Start[D]),
           Count ? static_cast<long>(Count[D]) : 1);
    if (Stride)
      CHANGE(File, FORESLICE_NETCDF_STRIDE, D, Stride[D]);
  }
  CHANGE(File, FORESLICE_NETCDF_READ_BY, Variable, 0);
}

/// Part of a variable: one element without Count.
template <class T>
INLINE int readPart(int File, int Variable, const number *Start,
                    const number *Count, const distance *Stride, T *Data) {
  select(File, Variable, Start, Count, Stride);
  readSelected(File, Data);
  return 0;
}
/// The same, anywhere in memory.
INLINE int readMapped(int File, int Variable, const number *Start,
                      const number *Count, const distance *Stride, void *Data) {
  return readPart(File, Variable, Start, Count, Stride, Data);
}

/// One of several parts, of FORESLICE_NETCDF_READ_PARTS; elements without
/// Count.
INLINE void addPart(int File, int Variable, long Rank, const number *Start,
                    const number *Count) {
  for (long D = 0; D < Rank; ++D)
    CHANGE(File, FORESLICE_NETCDF_PLACE, D, static_cast<long>(Start[D]),
           Count ? static_cast<long>(Count[D]) : 1);
  CHANGE(File, FORESLICE_NETCDF_PART, Variable, 0);
}

/// As a datatype of MPI lies in the file, from the variable's begin on.
INLINE int readType(int File, int Variable, long Type, void *Data) {
  CHANGE(File, FORESLICE_NETCDF_READ_TYPE, Variable, Type);
  READ(File, nullptr, 0);
  leaveData(Data);
  return 0;
}

} // namespace

/// EACH(type, name of the type).
#define FOR_TYPES(EACH)                                                        \
  EACH(char, text)                                                             \
  EACH(signed char, schar)                                                     \
  EACH(unsigned char, uchar)                                                   \
  EACH(short, short)                                                           \
  EACH(int, int)                                                               \
  EACH(long, long)                                                             \
  EACH(float, float)                                                           \
  EACH(double, double)                                                         \
  EACH(unsigned short, ushort)                                                 \
  EACH(unsigned, uint)                                                         \
  EACH(long long, longlong)                                                    \
  EACH(unsigned long long, ulonglong)
