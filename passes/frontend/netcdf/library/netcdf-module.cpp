//===- netcdf-module.cpp - the module netcdf of Fortran -------------------===//
//
// See fortran90.h.
//
//===----------------------------------------------------------------------===//

#define LIBRARY netcdf
#define LIBRARY_NAME "NetCDF"
#include "selections.h"
#define INDEX int
#define IN_MODULE(Name) _QMnetcdfPnf90_##Name
#define MODULE_TYPE
#include "fortran90.h"

extern "C" {

/// By MPI if there is a communicator.
int IN_MODULE(open)(const char *Name, const int *, int *To, int *, const int *,
                    const int *, const float *, const int *Communicator,
                    const int *, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text,
                         Communicator ? FORESLICE_NETCDF_BY_PROGRAM
                                      : FORESLICE_NETCDF_TO_READ));
}
int IN_MODULE(open_par)(const char *Name, const int *, const int *, const int *,
                        int *To, const int *, const int *, const float *,
                        fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_BY_PROGRAM));
}
int IN_MODULE(create)(const char *Name, const int *, int *To, const int *,
                      int *, const int *, const int *, const int *, const int *,
                      const int *, fortran_length Length) {
  const CText<MostPath> Path(Name, Length);
  return putInt(To, OPEN(0, Path.Text, FORESLICE_NETCDF_TO_WRITE));
}
int IN_MODULE(var_par_access)(const int *, const int *, const int *) {
  return 0;
}
int IN_MODULE(inq_format)(const int *File, int *To) {
  return putInt(To, query(*File, FORESLICE_NETCDF_FORMAT));
}
#define GROUP_IN_MODULE(Name)                                                  \
  int IN_MODULE(Name)(const int *File, const char *Group, int *To,             \
                      fortran_length Length) {                                 \
    const CText<MostPath> Path(Group, Length);                                 \
    return find(*File, FORESLICE_NETCDF_FIND_GROUP, Path.Text, To);            \
  }
GROUP_IN_MODULE(inq_ncid)
GROUP_IN_MODULE(inq_grp_ncid)
GROUP_IN_MODULE(inq_grp_full_ncid)

/// How the data lie, only the library knows.
int IN_MODULE(inquire_variable)(const int *File, const int *Variable,
                                char *Name, int *Type, int *Rank,
                                const Descriptor *Dimensions, int *Attributes,
                                int *Contiguous, const Descriptor *Chunks,
                                int *Deflate, int *Shuffle, int *Checked,
                                int *Order, int *CacheSize, int *CacheElements,
                                int *CachePreemption, fortran_length Length) {
  int *const Others[] = {Contiguous, Deflate,   Shuffle,       Checked,
                         Order,      CacheSize, CacheElements, CachePreemption};
  for (int *To : Others)
    if (To)
      leaveOther(To);
  if (Chunks)
    leaveOther(Chunks->Base);
  return putVariable(*File, *Variable - 1, Name, Length, Type, Rank, Dimensions,
                     Attributes);
}

MODULE_TEXTS(get, text)
MODULE_TEXT_WRITES(text)
#define READ_AND_WRITE_IN_MODULE(Type, Name)                                   \
  MODULE_READS(get, Name, Type)                                                \
  MODULE_WRITES(Name, Type)
FOR_MODULE_TYPES(READ_AND_WRITE_IN_MODULE)

} // extern "C"
