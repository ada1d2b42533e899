//===- pnetcdf-module.cpp - the module pnetcdf of Fortran -----------------===//
//
// See fortran90.h.
//
//===----------------------------------------------------------------------===//

#define LIBRARY pnetcdf
#define LIBRARY_NAME "PnetCDF"
#include "selections.h"
#define INDEX long
#define IN_MODULE(Name) _QMpnetcdfPnf90mpi_##Name
#define MODULE_TYPE , const long *, const int *
#include "fortran90.h"

extern "C" {

int IN_MODULE(open)(const int *, const char *Name, const int *, const int *,
                    int *To, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_BY_PROGRAM));
}
int IN_MODULE(create)(const int *, const char *Name, const int *, const int *,
                      int *To, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_TO_WRITE));
}
int IN_MODULE(begin_indep_data)(const int *File) {
  OPEN(*File, "", FORESLICE_NETCDF_AGAIN);
  return 0;
}
int IN_MODULE(end_indep_data)(const int *) { return 0; }
int IN_MODULE(inq_recsize)(const int *File, long *To) {
  return putIndex(To, query(*File, FORESLICE_NETCDF_RECORDS));
}
int IN_MODULE(inquire_variable)(const int *File, const int *Variable,
                                char *Name, int *Type, int *Rank,
                                const Descriptor *Dimensions, int *Attributes,
                                fortran_length Length) {
  return putVariable(*File, *Variable - 1, Name, Length, Type, Rank, Dimensions,
                     Attributes);
}

INLINE int waited(int Count, const Descriptor *Requests,
                  const Descriptor *Errors) {
  char *const To = Requests->Base, *const Codes = Errors->Base;
  const long Step = Requests->Dimensions[0].Stride,
             CodeStep = Errors->Dimensions[0].Stride;
  for (int I = 0; I < Count; ++I) {
    *reinterpret_cast<fortran_int *>(To + I * Step) = -1;
    *reinterpret_cast<fortran_int *>(Codes + I * CodeStep) = 0;
  }
  return 0;
}
int IN_MODULE(wait)(const int *, const int *Count, const Descriptor *Requests,
                    const Descriptor *Errors) {
  return waited(*Count, Requests, Errors);
}
int IN_MODULE(wait_all)(const int *, const int *Count,
                        const Descriptor *Requests, const Descriptor *Errors) {
  return waited(*Count, Requests, Errors);
}

/// Several parts of a variable: a column of the arrays for each.
INLINE int readColumns(int File, int Variable, int Number,
                       const Descriptor *Start, const Descriptor *Count,
                       void *Data) {
  const char *const Starts = Start->Base, *const Counts =
                                              Count ? Count->Base : nullptr;
  const long Step = Start->Dimensions[0].Stride,
             Column = Start->Dimensions[1].Stride;
  const long CountStep = Count ? Count->Dimensions[0].Stride : 0,
             CountColumn = Count ? Count->Dimensions[1].Stride : 0;
  const long Rank = query(File, FORESLICE_NETCDF_RANKS, Variable);
  CHANGE(File, FORESLICE_NETCDF_READ_PARTS, Variable, 0);
  for (int I = 0; I < Number; ++I) {
    for (long D = 0; D < Rank; ++D) {
      const long From = Rank - 1 - D;
      CHANGE(File, FORESLICE_NETCDF_PLACE, D,
             *reinterpret_cast<const fortran_index *>(Starts + I * Column +
                                                      From * Step) -
                 1,
             Counts ? *reinterpret_cast<const fortran_index *>(
                          Counts + I * CountColumn + From * CountStep)
                    : 1);
    }
    CHANGE(File, FORESLICE_NETCDF_PART, Variable, 0);
  }
  READ(File, nullptr, 0);
  leaveData(Data);
  return 0;
}
#define COLUMNS_OF_RANK(Ranks, Prefix, Behind)                                 \
  int IN_MODULE(Prefix##_varn_##Ranks##d_##Behind)(                            \
      const int *File, const int *Variable, const Descriptor *Data,            \
      const int *Number, const Descriptor *Start, const Descriptor *Count) {   \
    readColumns(*File, *Variable - 1, *Number, Start, Count, Data->Base);      \
    return 0;                                                                  \
  }

/// As a datatype of MPI lies in the file.
#define BY_TYPE(Behind, Type)                                                  \
  int IN_MODULE(get_vard_##Behind)(const int *File, const int *Variable,       \
                                   const int *Filetype, Type *Data,            \
                                   const long *, const int *) {                \
    return readType(*File, *Variable - 1, fortranType(*Filetype), Data);       \
  }                                                                            \
  FOR_RANKS(BY_TYPE_OF_RANK, get, Behind)
#define BY_TYPE_OF_RANK(Ranks, Prefix, Behind)                                 \
  int IN_MODULE(Prefix##_vard_##Ranks##d_##Behind)(                            \
      const int *File, const int *Variable, const int *Filetype,               \
      const Descriptor *Data, const long *, const int *) {                     \
    return readType(*File, *Variable - 1, fortranType(*Filetype), Data->Base); \
  }

MODULE_TEXTS(get, text)
MODULE_TEXTS(get, text_all)
MODULE_TEXTS(iget, text)
MODULE_TEXT_WRITES(text)
MODULE_TEXT_WRITES(text_all)
#define READ_AND_WRITE_IN_MODULE(Type, Name)                                   \
  MODULE_READS(get, Name, Type)                                                \
  MODULE_READS(get, Name##_all, Type)                                          \
  MODULE_READS(iget, Name, Type)                                               \
  MODULE_WRITES(Name, Type)                                                    \
  MODULE_WRITES(Name##_all, Type)                                              \
  BY_TYPE(Name, Type)                                                          \
  BY_TYPE(Name##_all, Type)                                                    \
  FOR_RANKS(COLUMNS_OF_RANK, get, Name)                                        \
  FOR_RANKS(COLUMNS_OF_RANK, get, Name##_all)
FOR_MODULE_TYPES(READ_AND_WRITE_IN_MODULE)

} // extern "C"
