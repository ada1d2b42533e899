//===- pnetcdf.cpp - what calls of PnetCDF come down to -------------------===//
//
// See selections.h. Whether ranks read together or alone, at once or when they
// wait, does not matter to what is read. MPI_Offset has 64 bits. What stands
// for communicators and datatypes is passed like a pointer or an int: a body
// does not look at it.
//
//===----------------------------------------------------------------------===//

#define LIBRARY pnetcdf
#define LIBRARY_NAME "PnetCDF"
#include "selections.h"
#define ONE(Name) ncmpi_##Name
#include "queries.h"

/// A handle of Open MPI's; MPICH's are ints, in the same register.
using handle = void *;

namespace {

/// Count parts, one after the other; elements without Counts.
INLINE int readParts(int File, int Variable, int Count, number *const *Starts,
                     number *const *Counts, void *Data) {
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  CHANGE(File, FORESLICE_NETCDF_READ_PARTS, Variable, 0);
  for (int I = 0; I < Count; ++I)
    addPart(File, Variable, Rank, Starts[I],
            Counts && Counts[I] ? Counts[I] : nullptr);
  READ(File, nullptr, 0);
  leaveData(Data);
  return 0;
}

} // namespace

extern "C" {

/// Pages of the file are the program's from when it has opened the file.
int ncmpi_open(handle, const char *Name, int, handle, int *To) {
  return putInt(To, OPEN(0, Name, FORESLICE_NETCDF_BY_PROGRAM));
}
int ncmpi_create(handle, const char *Name, int, handle, int *To) {
  return putInt(To, OPEN(0, Name, FORESLICE_NETCDF_TO_WRITE));
}
/// Opens the file for this rank alone if that has not been done.
int ncmpi_begin_indep_data(int File) {
  OPEN(File, "", FORESLICE_NETCDF_AGAIN);
  return 0;
}
int ncmpi_end_indep_data(int) { return 0; }
const char *ncmpi_strerror(int) { return ""; }
int ncmpi_wait(int, int Count, int *Requests, int *Errors) {
  for (int I = 0; I < Count; ++I) {
    if (Requests)
      Requests[I] = -1;
    if (Errors)
      Errors[I] = 0;
  }
  return 0;
}
int ncmpi_wait_all(int File, int Count, int *Requests, int *Errors) {
  return ncmpi_wait(File, Count, Requests, Errors);
}
int ncmpi_inq_recsize(int File, number *To) {
  return putNumber(To, query(File, FORESLICE_NETCDF_RECORDS));
}

// With any type of MPI, or with that of the data; REST is behind the data.
#define READ_FORMS(Prefix, Behind, Type, REST, DONE)                           \
  int Prefix##_var##Behind(int File, int Variable, Type *Data REST) {          \
    readAll(File, Variable, Data);                                             \
    return DONE;                                                               \
  }                                                                            \
  int Prefix##_var1##Behind(int File, int Variable, const number *Start,       \
                            Type *Data REST) {                                 \
    readPart(File, Variable, Start, nullptr, nullptr, Data);                   \
    return DONE;                                                               \
  }                                                                            \
  int Prefix##_vara##Behind(int File, int Variable, const number *Start,       \
                            const number *Count, Type *Data REST) {            \
    readPart(File, Variable, Start, Count, nullptr, Data);                     \
    return DONE;                                                               \
  }                                                                            \
  int Prefix##_vars##Behind(int File, int Variable, const number *Start,       \
                            const number *Count, const distance *Stride,       \
                            Type *Data REST) {                                 \
    readPart(File, Variable, Start, Count, Stride, Data);                      \
    return DONE;                                                               \
  }                                                                            \
  int Prefix##_varm##Behind(int File, int Variable, const number *Start,       \
                            const number *Count, const distance *Stride,       \
                            const distance *, Type *Data REST) {               \
    readMapped(File, Variable, Start, Count, Stride, Data);                    \
    return DONE;                                                               \
  }                                                                            \
  int Prefix##_varn##Behind(int File, int Variable, int Count,                 \
                            number *const *Starts, number *const *Counts,      \
                            Type *Data REST) {                                 \
    readParts(File, Variable, Count, Starts, Counts, Data);                    \
    return DONE;                                                               \
  }
#define TYPED , number, handle
#define REQUEST , int *Request
#define TYPED_REQUEST , number, handle, int *Request
READ_FORMS(ncmpi_get, , void, TYPED, 0)
READ_FORMS(ncmpi_get, _all, void, TYPED, 0)
READ_FORMS(ncmpi_iget, , void, TYPED_REQUEST, asked(Request))
#define GET(Type, Name)                                                        \
  READ_FORMS(ncmpi_get, _##Name, Type, , 0)                                    \
  READ_FORMS(ncmpi_get, _##Name##_all, Type, , 0)                              \
  READ_FORMS(ncmpi_iget, _##Name, Type, REQUEST, asked(Request))
FOR_TYPES(GET)

// Several variables in one call; REST is behind the data.
#define READ_EACH(HOW, Start, Count, Stride)                                   \
  for (int I = 0; I < Variables; ++I)                                          \
    HOW(File, Numbers[I], Start, Count, Stride, Data[I]);                      \
  return 0;
#define SEVERAL int File, int Variables, const int *Numbers
#define READ_SEVERAL(Behind, Type, REST)                                       \
  int ncmpi_mget_var##Behind(SEVERAL, Type *const *Data REST) {                \
    for (int I = 0; I < Variables; ++I)                                        \
      readAll(File, Numbers[I], Data[I]);                                      \
    return 0;                                                                  \
  }                                                                            \
  int ncmpi_mget_var1##Behind(SEVERAL, number *const *Starts,                  \
                              Type *const *Data REST) {                        \
    READ_EACH(readPart, Starts[I], nullptr, nullptr)                           \
  }                                                                            \
  int ncmpi_mget_vara##Behind(SEVERAL, number *const *Starts,                  \
                              number *const *Counts, Type *const *Data REST) { \
    READ_EACH(readPart, Starts[I], Counts[I], nullptr)                         \
  }                                                                            \
  int ncmpi_mget_vars##Behind(SEVERAL, number *const *Starts,                  \
                              number *const *Counts, distance *const *Strides, \
                              Type *const *Data REST) {                        \
    READ_EACH(readPart, Starts[I], Counts[I], Strides[I])                      \
  }                                                                            \
  int ncmpi_mget_varm##Behind(SEVERAL, number *const *Starts,                  \
                              number *const *Counts, distance *const *Strides, \
                              distance *const *, Type *const *Data REST) {     \
    READ_EACH(readMapped, Starts[I], Counts[I], Strides[I])                    \
  }
#define WITH_TYPES , const number *, handle
READ_SEVERAL(, void, WITH_TYPES)
READ_SEVERAL(_all, void, WITH_TYPES)
#define GET_SEVERAL(Type, Name)                                                \
  READ_SEVERAL(_##Name, Type, )                                                \
  READ_SEVERAL(_##Name##_all, Type, )
FOR_TYPES(GET_SEVERAL)

#define READ_BY_TYPE(Name)                                                     \
  int Name(int File, int Variable, handle Type, void *Data, number, handle) {  \
    return readType(File, Variable, reinterpret_cast<long>(Type), Data);       \
  }
READ_BY_TYPE(ncmpi_get_vard)
READ_BY_TYPE(ncmpi_get_vard_all)

#define PUT_ALL(Type, Name)                                                    \
  int ncmpi_put_var_##Name##_all(int, int, const Type *) { return 0; }         \
  int ncmpi_put_vara_##Name##_all(int, int, const number *, const number *,    \
                                  const Type *) {                              \
    return 0;                                                                  \
  }
FOR_TYPES(PUT_ALL)

} // extern "C"

//===----------------------------------------------------------------------===//
// Fortran 77
//===----------------------------------------------------------------------===//

#define IN_FORTRAN(Name) nfmpi_##Name##_
#define INDEX long
#include "fortran.h"

extern "C" {

int nfmpi_open_(const int *, const char *Name, const int *, const int *,
                int *To, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_BY_PROGRAM));
}
int nfmpi_create_(const int *, const char *Name, const int *, const int *,
                  int *To, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_TO_WRITE));
}
int nfmpi_begin_indep_data_(const int *File) {
  OPEN(*File, "", FORESLICE_NETCDF_AGAIN);
  return 0;
}
int nfmpi_end_indep_data_(const int *) { return 0; }
int nfmpi_wait_(const int *File, const int *Count, int *Requests, int *Errors) {
  return ncmpi_wait(*File, *Count, Requests, Errors);
}
int nfmpi_wait_all_(const int *File, const int *Count, int *Requests,
                    int *Errors) {
  return ncmpi_wait(*File, *Count, Requests, Errors);
}

#define IN_FORTRAN_TYPED , const long *, const int *
#define IN_FORTRAN_ASKED , const long *, const int *, int *Request
FORTRAN_READS(get, , void, IN_FORTRAN_TYPED, 0)
FORTRAN_READS(get, _all, void, IN_FORTRAN_TYPED, 0)
FORTRAN_READS(iget, , void, IN_FORTRAN_ASKED, asked(Request))
#define FORTRAN_READ_BY_TYPE(Name)                                             \
  int IN_FORTRAN(Name)(const int *File, const int *Variable, const int *Type,  \
                       void *Data, const long *, const int *) {                \
    return readType(*File, *Variable - 1, fortranType(*Type), Data);           \
  }
FORTRAN_READ_BY_TYPE(get_vard)
FORTRAN_READ_BY_TYPE(get_vard_all)
#define TEXT_LENGTH , fortran_length
#define TEXT_REQUEST , int *Request, fortran_length
FORTRAN_READS(get, _text, char, TEXT_LENGTH, 0)
FORTRAN_READS(get, _text_all, char, TEXT_LENGTH, 0)
FORTRAN_READS(iget, _text, char, TEXT_REQUEST, asked(Request))
#define GET_IN_FORTRAN(Type, Name)                                             \
  FORTRAN_READS(get, _##Name, Type, , 0)                                       \
  FORTRAN_READS(get, _##Name##_all, Type, , 0)                                 \
  FORTRAN_READS(iget, _##Name, Type, REQUEST, asked(Request))
FOR_FORTRAN_TYPES(GET_IN_FORTRAN)

} // extern "C"
