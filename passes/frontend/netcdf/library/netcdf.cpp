//===- netcdf.cpp - what calls of NetCDF come down to ---------------------===//
//
// See selections.h.
//
//===----------------------------------------------------------------------===//

#define LIBRARY netcdf
#define LIBRARY_NAME "NetCDF"
#include "selections.h"
#define ONE(Name) nc_##Name
#include "queries.h"

extern "C" {

int nc_open(const char *Name, int, int *To) {
  return putInt(To, OPEN(0, Name, FORESLICE_NETCDF_TO_READ));
}
int nc_create(const char *Name, int, int *To) {
  return putInt(To, OPEN(0, Name, FORESLICE_NETCDF_TO_WRITE));
}
/// By MPI. Handles of MPI are passed like pointers.
int nc_open_par(const char *Name, int, void *, void *, int *To) {
  return putInt(To, OPEN(0, Name, FORESLICE_NETCDF_BY_PROGRAM));
}
int nc_var_par_access(int, int, int) { return 0; }
// What the slice cannot follow.
int nc_open_mem(const char *, int, number, void *, int *To) {
  leaveOther(To);
  return 0;
}
/// The slice has a number of its own for a group.
int nc_inq_ncid(int In, const char *Name, int *To) {
  return find(In, FORESLICE_NETCDF_FIND_GROUP, Name, To);
}
int nc_inq_grp_ncid(int In, const char *Name, int *To) {
  return find(In, FORESLICE_NETCDF_FIND_GROUP, Name, To);
}
int nc_inq_grp_full_ncid(int In, const char *Name, int *To) {
  return find(In, FORESLICE_NETCDF_FIND_GROUP, Name, To);
}
int nc_inq_grps(int In, int *Count, int *To) {
  const long Groups = query(In, FORESLICE_NETCDF_GROUPS);
  for (long G = 0; To && G < Groups; ++G)
    To[G] = static_cast<int>(query(In, FORESLICE_NETCDF_GROUP, G));
  return Count ? putInt(Count, Groups) : 0;
}
int nc_inq_grpname(int In, char *To) {
  return putName(In, FORESLICE_NETCDF_GROUP_NAME, 0, To);
}

/// For messages.
const char *nc_strerror(int) { return ""; }

int nc_get_var(int File, int Variable, void *Data) {
  return readAll(File, Variable, Data);
}
int nc_get_var1(int File, int Variable, const number *Start, void *Data) {
  return readPart(File, Variable, Start, nullptr, nullptr, Data);
}
int nc_get_vara(int File, int Variable, const number *Start,
                const number *Count, void *Data) {
  return readPart(File, Variable, Start, Count, nullptr, Data);
}
int nc_get_vars(int File, int Variable, const number *Start,
                const number *Count, const distance *Stride, void *Data) {
  return readPart(File, Variable, Start, Count, Stride, Data);
}
int nc_get_varm(int File, int Variable, const number *Start,
                const number *Count, const distance *Stride, const distance *,
                void *Data) {
  return readMapped(File, Variable, Start, Count, Stride, Data);
}
#define GET(Type, Name)                                                        \
  int nc_get_var_##Name(int File, int Variable, Type *Data) {                  \
    return readAll(File, Variable, Data);                                      \
  }                                                                            \
  int nc_get_var1_##Name(int File, int Variable, const number *Start,          \
                         Type *Data) {                                         \
    return readPart(File, Variable, Start, nullptr, nullptr, Data);            \
  }                                                                            \
  int nc_get_vara_##Name(int File, int Variable, const number *Start,          \
                         const number *Count, Type *Data) {                    \
    return readPart(File, Variable, Start, Count, nullptr, Data);              \
  }                                                                            \
  int nc_get_vars_##Name(int File, int Variable, const number *Start,          \
                         const number *Count, const distance *Stride,          \
                         Type *Data) {                                         \
    return readPart(File, Variable, Start, Count, Stride, Data);               \
  }                                                                            \
  int nc_get_varm_##Name(int File, int Variable, const number *Start,          \
                         const number *Count, const distance *Stride,          \
                         const distance *, Type *Data) {                       \
    return readMapped(File, Variable, Start, Count, Stride, Data);             \
  }
FOR_TYPES(GET)
GET(unsigned char, ubyte)
GET(char *, string)

int nc_put_var(int, int, const void *) { return 0; }
int nc_put_var1(int, int, const number *, const void *) { return 0; }
int nc_put_vara(int, int, const number *, const number *, const void *) {
  return 0;
}

} // extern "C"

//===----------------------------------------------------------------------===//
// Fortran 77
//===----------------------------------------------------------------------===//

#define IN_FORTRAN(Name) nf_##Name##_
#define INDEX int
#include "fortran.h"

extern "C" {

int nf_open_(const char *Name, const int *, int *To, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_TO_READ));
}
int nf_create_(const char *Name, const int *, int *To, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_TO_WRITE));
}

#define TEXT_LENGTH , fortran_length
FORTRAN_READS(get, _text, char, TEXT_LENGTH, 0)
#define GET_IN_FORTRAN(Type, Name) FORTRAN_READS(get, _##Name, Type, , 0)
FOR_FORTRAN_TYPES(GET_IN_FORTRAN)

#define PUT_IN_FORTRAN(Type, Name)                                             \
  int nf_put_var_##Name##_(const int *, const int *, const Type *) {           \
    return 0;                                                                  \
  }                                                                            \
  int nf_put_vara_##Name##_(const int *, const int *, const fortran_index *,   \
                            const fortran_index *, const Type *) {             \
    return 0;                                                                  \
  }
FOR_FORTRAN_TYPES(PUT_IN_FORTRAN)

} // extern "C"
