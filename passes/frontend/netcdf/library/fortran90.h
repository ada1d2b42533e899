//===- fortran90.h - what the modules of both libraries come down to ------===//
//
// The procedures of the modules netcdf and pnetcdf, as flang calls them.
// IN_MODULE(name) is the procedure of that name. Arrays come by descriptors.
// Arguments left out are null. Lengths of texts come behind. See fortran.h for
// what numbers mean.
//
//===----------------------------------------------------------------------===//

#include "fortran-numbers.h"

namespace {

constexpr int MostRanks = 7;

/// A vector given for the start, the counts or the strides.
struct Part {
  const char *Base;
  long Extent, Stride;

  INLINE explicit Part(const Descriptor *Of)
      : Base(Of ? Of->Base : nullptr),
        Extent(Of ? Of->Dimensions[0].Extent : 0),
        Stride(Of ? Of->Dimensions[0].Stride : 0) {}
  /// The element From, or Default behind the end.
  INLINE long at(long From, long Default) const {
    return From < Extent
               ? *reinterpret_cast<const fortran_index *>(Base + From * Stride)
               : Default;
  }
};

/// What is read of each dimension without counts.
struct Shape {
  long Counts[MostRanks + 1];
  long Ranks, Behind;

  INLINE long at(long From) const {
    return From < Ranks ? Counts[From] : Behind;
  }
};

INLINE Shape scalarShape() {
  Shape S;
  S.Ranks = 0;
  S.Behind = 1;
  return S;
}

INLINE Shape textShape(fortran_length Length) {
  Shape S;
  S.Counts[0] = static_cast<long>(Length);
  S.Ranks = 1;
  S.Behind = 1;
  return S;
}

template <int Ranks> INLINE void putExtents(const Descriptor *Of, long *To) {
  if constexpr (Ranks > 0) {
    putExtents<Ranks - 1>(Of, To);
    To[Ranks - 1] = Of->Dimensions[Ranks - 1].Extent;
  }
}

template <int Ranks> INLINE Shape arrayShape(const Descriptor *Of) {
  Shape S;
  putExtents<Ranks>(Of, S.Counts);
  S.Ranks = Ranks;
  S.Behind = 1;
  return S;
}

/// Nothing is read of dimensions that the array lacks.
template <int Ranks> INLINE Shape textArrayShape(const Descriptor *Of) {
  Shape S;
  S.Counts[0] = Of->Element;
  putExtents<Ranks>(Of, S.Counts + 1);
  S.Ranks = Ranks + 1;
  S.Behind = 0;
  return S;
}

INLINE int readSection(int File, int Variable, const Descriptor *Start,
                       const Descriptor *Count, const Descriptor *Stride,
                       const Shape &Whole, void *Data) {
  const Part Starts(Start), Counts(Count), Strides(Stride);
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  for (long D = 0; D < Rank; ++D) {
    const long From = Rank - 1 - D;
    CHANGE(File, FORESLICE_NETCDF_PLACE, D, Starts.at(From, 1) - 1,
           Counts.at(From, Whole.at(From)));
    CHANGE(File, FORESLICE_NETCDF_STRIDE, D, Strides.at(From, 1));
  }
  CHANGE(File, FORESLICE_NETCDF_READ_BY, Variable, 0);
  READ(File, nullptr, 0);
  leaveData(Data);
  return 0;
}

/// Too few elements for a variable's dimensions, as the library's error.
constexpr int NoRoom = -36;

INLINE int putDimensionsInto(int File, int Variable, const Descriptor *To) {
  char *Base = To->Base;
  const long Extent = To->Dimensions[0].Extent,
             Stride = To->Dimensions[0].Stride;
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  if (Rank < 0)
    return static_cast<int>(Rank);
  if (Extent < Rank)
    return NoRoom;
  for (long D = 0; D < Rank; ++D)
    *reinterpret_cast<fortran_int *>(Base + (Rank - 1 - D) * Stride) =
        static_cast<int>(query(File, FORESLICE_NETCDF_DIMENSION, Variable, D)) +
        1;
  return 0;
}

/// What of a variable every library tells; null where nobody asks.
INLINE int putVariable(int File, int Variable, char *Name,
                       fortran_length Length, int *Type, int *Rank,
                       const Descriptor *Dimensions, int *Attributes) {
  if (Name)
    putNameFilled(File, FORESLICE_NETCDF_VARIABLE_NAME, Variable, Name, Length);
  if (Type)
    putInt(Type, query(File, FORESLICE_NETCDF_TYPE, Variable));
  if (Rank)
    putInt(Rank, query(File, FORESLICE_NETCDF_RANKS, Variable));
  if (Attributes)
    putInt(Attributes, query(File, FORESLICE_NETCDF_ATTRIBUTES_OF, Variable));
  return Dimensions ? putDimensionsInto(File, Variable, Dimensions) : 0;
}

} // namespace

extern "C" {

int IN_MODULE(close)(const int *) { return 0; }
int IN_MODULE(redef)(const int *) { return 0; }
int IN_MODULE(enddef)(const int *, const fortran_index *, const fortran_index *,
                      const fortran_index *, const fortran_index *) {
  return 0;
}
int IN_MODULE(sync)(const int *File) {
  CHANGE(*File, FORESLICE_NETCDF_RENEW, 0, 0);
  return 0;
}
/// For messages.
FortranText IN_MODULE(strerror)(char *To, fortran_length Length, const int *) {
  leaveOther(To);
  return {To, Length};
}

int IN_MODULE(inquire)(const int *File, int *Dimensions, int *Variables,
                       int *Attributes, int *Unlimited, int *Format) {
  if (Dimensions)
    putInt(Dimensions, query(*File, FORESLICE_NETCDF_DIMENSIONS));
  if (Variables)
    putInt(Variables, query(*File, FORESLICE_NETCDF_VARIABLES));
  if (Attributes)
    putInt(Attributes, query(*File, FORESLICE_NETCDF_ATTRIBUTES));
  if (Format)
    putInt(Format, query(*File, FORESLICE_NETCDF_FORMAT));
  return Unlimited ? putUnlimited(*File, Unlimited) : 0;
}
int IN_MODULE(inq_dimid)(const int *File, const char *Name, int *To,
                         fortran_length Length) {
  return findFrom1(*File, FORESLICE_NETCDF_FIND_DIMENSION, Name, Length, To);
}
int IN_MODULE(inquire_dimension)(const int *File, const int *Dimension,
                                 char *Name, fortran_index *To,
                                 fortran_length Length) {
  if (Name)
    putNameFilled(*File, FORESLICE_NETCDF_DIMENSION_NAME, *Dimension - 1, Name,
                  Length);
  return putIndex(To, query(*File, FORESLICE_NETCDF_LENGTH, *Dimension - 1));
}
int IN_MODULE(inq_varid)(const int *File, const char *Name, int *To,
                         fortran_length Length) {
  return findFrom1(*File, FORESLICE_NETCDF_FIND_VARIABLE, Name, Length, To);
}

// What attributes say, the slice does not know.
int IN_MODULE(inquire_attribute)(const int *, const int *, const char *,
                                 int *Type, fortran_index *Length, int *Number,
                                 fortran_length) {
  if (Type)
    leaveAttribute(Type);
  if (Length)
    leaveAttribute(Length);
  if (Number)
    leaveAttribute(Number);
  return 0;
}
int IN_MODULE(get_att_text)(const int *, const int *, const char *, char *To,
                            fortran_length, fortran_length) {
  leaveAttribute(To);
  return 0;
}
int IN_MODULE(put_att_text)(const int *, const int *, const char *,
                            const char *, fortran_length, fortran_length) {
  return 0;
}
/// EACH(type, name of the type).
#define FOR_MODULE_TYPES(EACH)                                                 \
  EACH(signed char, onebyteint)                                                \
  EACH(short, twobyteint)                                                      \
  EACH(int, fourbyteint)                                                       \
  EACH(long, eightbyteint)                                                     \
  EACH(float, fourbytereal)                                                    \
  EACH(double, eightbytereal)
#define ATTRIBUTE_IN_MODULE(Type, Name)                                        \
  int IN_MODULE(get_att_##Name)(const int *, const int *, const char *,        \
                                const Descriptor *To, fortran_length) {        \
    leaveAttribute(To->Base);                                                  \
    return 0;                                                                  \
  }                                                                            \
  int IN_MODULE(get_att_one_##Name)(const int *, const int *, const char *,    \
                                    Type *To, fortran_length) {                \
    leaveAttribute(To);                                                        \
    return 0;                                                                  \
  }                                                                            \
  int IN_MODULE(put_att_##Name)(const int *, const int *, const char *,        \
                                const Descriptor *, fortran_length) {          \
    return 0;                                                                  \
  }                                                                            \
  int IN_MODULE(put_att_one_##Name)(const int *, const int *, const char *,    \
                                    const Type *, fortran_length) {            \
    return 0;                                                                  \
  }
FOR_MODULE_TYPES(ATTRIBUTE_IN_MODULE)

int IN_MODULE(def_dim)(const int *, const char *, const fortran_index *,
                       int *To, fortran_length) {
  leaveOther(To);
  return 0;
}

// Of scalars and arrays. Prefix is get or iget. MODULE_TYPE is behind the
// selection.
#define BEHIND_DATA_get
#define BEHIND_DATA_iget , int *Request
#define RESULT_get 0
#define RESULT_iget asked(Request)
#define SECTION                                                                \
  const Descriptor *Start, const Descriptor *Count, const Descriptor *Stride,  \
      const Descriptor *
#define ANY_SECTION                                                            \
  const Descriptor *, const Descriptor *, const Descriptor *, const Descriptor *
#define READ_OF_RANK(Ranks, Prefix, Behind)                                    \
  int IN_MODULE(Prefix##_var_##Ranks##d_##Behind)(                             \
      const int *File, const int *Variable,                                    \
      const Descriptor *Data BEHIND_DATA_##Prefix, SECTION MODULE_TYPE) {      \
    readSection(*File, *Variable - 1, Start, Count, Stride,                    \
                arrayShape<Ranks>(Data), Data->Base);                          \
    return RESULT_##Prefix;                                                    \
  }
#define TEXTS_OF_RANK(Ranks, Prefix, Behind)                                   \
  int IN_MODULE(Prefix##_var_##Ranks##d_##Behind)(                             \
      const int *File, const int *Variable,                                    \
      const Descriptor *Data BEHIND_DATA_##Prefix, SECTION) {                  \
    readSection(*File, *Variable - 1, Start, Count, Stride,                    \
                textArrayShape<Ranks>(Data), Data->Base);                      \
    return RESULT_##Prefix;                                                    \
  }
#define WRITE_OF_RANK(Ranks, Prefix, Behind)                                   \
  int IN_MODULE(Prefix##_var_##Ranks##d_##Behind)(                             \
      const int *, const int *, const Descriptor *, ANY_SECTION MODULE_TYPE) { \
    return 0;                                                                  \
  }
#define WRITE_TEXTS_OF_RANK(Ranks, Prefix, Behind)                             \
  int IN_MODULE(Prefix##_var_##Ranks##d_##Behind)(                             \
      const int *, const int *, const Descriptor *, ANY_SECTION) {             \
    return 0;                                                                  \
  }
#define FOR_RANKS(EACH, Prefix, Behind)                                        \
  EACH(1, Prefix, Behind)                                                      \
  EACH(2, Prefix, Behind)                                                      \
  EACH(3, Prefix, Behind)                                                      \
  EACH(4, Prefix, Behind)                                                      \
  EACH(5, Prefix, Behind)                                                      \
  EACH(6, Prefix, Behind)                                                      \
  EACH(7, Prefix, Behind)
#define MODULE_READS(Prefix, Behind, Type)                                     \
  int IN_MODULE(Prefix##_var_##Behind)(const int *File, const int *Variable,   \
                                       Type *Data BEHIND_DATA_##Prefix,        \
                                       const Descriptor *Start MODULE_TYPE) {  \
    readSection(*File, *Variable - 1, Start, nullptr, nullptr, scalarShape(),  \
                Data);                                                         \
    return RESULT_##Prefix;                                                    \
  }                                                                            \
  FOR_RANKS(READ_OF_RANK, Prefix, Behind)
#define MODULE_TEXTS(Prefix, Behind)                                           \
  int IN_MODULE(Prefix##_var_##Behind)(const int *File, const int *Variable,   \
                                       char *Data BEHIND_DATA_##Prefix,        \
                                       SECTION, fortran_length Length) {       \
    readSection(*File, *Variable - 1, Start, Count, Stride, textShape(Length), \
                Data);                                                         \
    return RESULT_##Prefix;                                                    \
  }                                                                            \
  FOR_RANKS(TEXTS_OF_RANK, Prefix, Behind)
#define MODULE_WRITES(Behind, Type)                                            \
  int IN_MODULE(put_var_##Behind)(const int *, const int *, const Type *,      \
                                  const Descriptor *MODULE_TYPE) {             \
    return 0;                                                                  \
  }                                                                            \
  FOR_RANKS(WRITE_OF_RANK, put, Behind)
#define MODULE_TEXT_WRITES(Behind)                                             \
  int IN_MODULE(put_var_##Behind)(const int *, const int *, const char *,      \
                                  ANY_SECTION, fortran_length) {               \
    return 0;                                                                  \
  }                                                                            \
  FOR_RANKS(WRITE_TEXTS_OF_RANK, put, Behind)

} // extern "C"
