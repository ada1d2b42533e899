//===- fortran.h - what Fortran 77's calls of both libraries come down to -===//
//
// IN_FORTRAN(name) is the library's function of that name. Behind the last
// argument come the lengths of texts.
//
//===----------------------------------------------------------------------===//

#include "fortran-numbers.h"

extern "C" {

int IN_FORTRAN(inq)(const int *File, int *Dimensions, int *Variables,
                    int *Attributes, int *Unlimited) {
  putInt(Dimensions, query(*File, FORESLICE_NETCDF_DIMENSIONS));
  putInt(Variables, query(*File, FORESLICE_NETCDF_VARIABLES));
  putInt(Attributes, query(*File, FORESLICE_NETCDF_ATTRIBUTES));
  return putUnlimited(*File, Unlimited);
}
int IN_FORTRAN(inq_ndims)(const int *File, int *To) {
  return putInt(To, query(*File, FORESLICE_NETCDF_DIMENSIONS));
}
int IN_FORTRAN(inq_nvars)(const int *File, int *To) {
  return putInt(To, query(*File, FORESLICE_NETCDF_VARIABLES));
}
int IN_FORTRAN(inq_unlimdim)(const int *File, int *To) {
  return putUnlimited(*File, To);
}
int IN_FORTRAN(inq_dimid)(const int *File, const char *Name, int *To,
                          fortran_length Length) {
  return findFrom1(*File, FORESLICE_NETCDF_FIND_DIMENSION, Name, Length, To);
}
int IN_FORTRAN(inq_dimlen)(const int *File, const int *Dimension,
                           fortran_index *To) {
  return putIndex(To, query(*File, FORESLICE_NETCDF_LENGTH, *Dimension - 1));
}
int IN_FORTRAN(inq_dimname)(const int *File, const int *Dimension, char *To,
                            fortran_length Length) {
  return putNameFilled(*File, FORESLICE_NETCDF_DIMENSION_NAME, *Dimension - 1,
                       To, Length);
}
int IN_FORTRAN(inq_dim)(const int *File, const int *Dimension, char *Name,
                        fortran_index *To, fortran_length Length) {
  putNameFilled(*File, FORESLICE_NETCDF_DIMENSION_NAME, *Dimension - 1, Name,
                Length);
  return putIndex(To, query(*File, FORESLICE_NETCDF_LENGTH, *Dimension - 1));
}
int IN_FORTRAN(inq_varid)(const int *File, const char *Name, int *To,
                          fortran_length Length) {
  return findFrom1(*File, FORESLICE_NETCDF_FIND_VARIABLE, Name, Length, To);
}
int IN_FORTRAN(inq_varname)(const int *File, const int *Variable, char *To,
                            fortran_length Length) {
  return putNameFilled(*File, FORESLICE_NETCDF_VARIABLE_NAME, *Variable - 1, To,
                       Length);
}
int IN_FORTRAN(inq_vartype)(const int *File, const int *Variable, int *To) {
  return putInt(To, query(*File, FORESLICE_NETCDF_TYPE, *Variable - 1));
}
int IN_FORTRAN(inq_varndims)(const int *File, const int *Variable, int *To) {
  return putInt(To, query(*File, FORESLICE_NETCDF_RANKS, *Variable - 1));
}
int IN_FORTRAN(inq_vardimid)(const int *File, const int *Variable, int *To) {
  return putDimensionsFrom1(*File, *Variable - 1, To);
}
int IN_FORTRAN(inq_var)(const int *File, const int *Variable, char *Name,
                        int *Type, int *Rank, int *Dimensions, int *Attributes,
                        fortran_length Length) {
  putNameFilled(*File, FORESLICE_NETCDF_VARIABLE_NAME, *Variable - 1, Name,
                Length);
  putInt(Type, query(*File, FORESLICE_NETCDF_TYPE, *Variable - 1));
  putInt(Rank, query(*File, FORESLICE_NETCDF_RANKS, *Variable - 1));
  putInt(Attributes,
         query(*File, FORESLICE_NETCDF_ATTRIBUTES_OF, *Variable - 1));
  return putDimensionsFrom1(*File, *Variable - 1, Dimensions);
}

// What attributes say, the slice does not know.
#define GET_ATTRIBUTE_IN_FORTRAN(Type, Name)                                   \
  int IN_FORTRAN(get_att_##Name)(const int *, const int *, const char *,       \
                                 Type *To, fortran_length) {                   \
    leaveAttribute(To);                                                        \
    return 0;                                                                  \
  }
/// EACH(type, name of the type).
#define FOR_FORTRAN_TYPES(EACH)                                                \
  EACH(signed char, int1)                                                      \
  EACH(short, int2)                                                            \
  EACH(int, int)                                                               \
  EACH(float, real)                                                            \
  EACH(double, double)                                                         \
  EACH(long long, int64)
FOR_FORTRAN_TYPES(GET_ATTRIBUTE_IN_FORTRAN)
int IN_FORTRAN(get_att_text)(const int *, const int *, const char *, char *To,
                             fortran_length, fortran_length) {
  leaveAttribute(To);
  return 0;
}

int IN_FORTRAN(sync)(const int *File) {
  CHANGE(*File, FORESLICE_NETCDF_RENEW, 0, 0);
  return 0;
}
int IN_FORTRAN(close)(const int *) { return 0; }
int IN_FORTRAN(enddef)(const int *) { return 0; }
int IN_FORTRAN(redef)(const int *) { return 0; }
/// For messages.
void IN_FORTRAN(strerror)(char *To, fortran_length, const int *) {
  leaveOther(To);
}

// REST is behind the data, DONE the result.
#define FORTRAN_READS(Prefix, Behind, Type, REST, DONE)                        \
  int IN_FORTRAN(Prefix##_var##Behind)(const int *File, const int *Variable,   \
                                       Type *Data REST) {                      \
    readAll(*File, *Variable - 1, Data);                                       \
    return DONE;                                                               \
  }                                                                            \
  int IN_FORTRAN(Prefix##_var1##Behind)(const int *File, const int *Variable,  \
                                        const fortran_index *Start,            \
                                        Type *Data REST) {                     \
    readPartFrom1(*File, *Variable - 1, Start, nullptr, nullptr, Data);        \
    return DONE;                                                               \
  }                                                                            \
  int IN_FORTRAN(Prefix##_vara##Behind)(                                       \
      const int *File, const int *Variable, const fortran_index *Start,        \
      const fortran_index *Count, Type *Data REST) {                           \
    readPartFrom1(*File, *Variable - 1, Start, Count, nullptr, Data);          \
    return DONE;                                                               \
  }                                                                            \
  int IN_FORTRAN(Prefix##_vars##Behind)(                                       \
      const int *File, const int *Variable, const fortran_index *Start,        \
      const fortran_index *Count, const fortran_index *Stride,                 \
      Type *Data REST) {                                                       \
    readPartFrom1(*File, *Variable - 1, Start, Count, Stride, Data);           \
    return DONE;                                                               \
  }                                                                            \
  int IN_FORTRAN(Prefix##_varm##Behind)(                                       \
      const int *File, const int *Variable, const fortran_index *Start,        \
      const fortran_index *Count, const fortran_index *Stride,                 \
      const fortran_index *, Type *Data REST) {                                \
    readPartFrom1(*File, *Variable - 1, Start, Count, Stride, Data);           \
    return DONE;                                                               \
  }

} // extern "C"
