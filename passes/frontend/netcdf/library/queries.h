//===- queries.h - what both libraries ask of a file ----------------------===//
//
// ONE(name) is the library's function of that name.
//
//===----------------------------------------------------------------------===//

extern "C" {

int ONE(inq)(int File, int *Dimensions, int *Variables, int *Attributes,
             int *Unlimited) {
  putInt(Dimensions, query(File, FORESLICE_NETCDF_DIMENSIONS));
  putInt(Variables, query(File, FORESLICE_NETCDF_VARIABLES));
  putInt(Attributes, query(File, FORESLICE_NETCDF_ATTRIBUTES));
  return putInt(Unlimited, query(File, FORESLICE_NETCDF_UNLIMITED));
}
int ONE(inq_ndims)(int File, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_DIMENSIONS));
}
int ONE(inq_nvars)(int File, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_VARIABLES));
}
int ONE(inq_natts)(int File, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_ATTRIBUTES));
}
int ONE(inq_unlimdim)(int File, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_UNLIMITED));
}
int ONE(inq_format)(int File, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_FORMAT));
}

int ONE(inq_dimid)(int File, const char *Name, int *To) {
  return find(File, FORESLICE_NETCDF_FIND_DIMENSION, Name, To);
}
int ONE(inq_dimlen)(int File, int Dimension, number *To) {
  return putNumber(To, query(File, FORESLICE_NETCDF_LENGTH, Dimension));
}
int ONE(inq_dimname)(int File, int Dimension, char *To) {
  return putName(File, FORESLICE_NETCDF_DIMENSION_NAME, Dimension, To);
}
int ONE(inq_dim)(int File, int Dimension, char *Name, number *Length) {
  putName(File, FORESLICE_NETCDF_DIMENSION_NAME, Dimension, Name);
  return putNumber(Length, query(File, FORESLICE_NETCDF_LENGTH, Dimension));
}

int ONE(inq_varid)(int File, const char *Name, int *To) {
  return find(File, FORESLICE_NETCDF_FIND_VARIABLE, Name, To);
}
int ONE(inq_varname)(int File, int Variable, char *To) {
  return putName(File, FORESLICE_NETCDF_VARIABLE_NAME, Variable, To);
}
int ONE(inq_vartype)(int File, int Variable, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_TYPE, Variable));
}
int ONE(inq_varndims)(int File, int Variable, int *To) {
  return putInt(To, query(File, FORESLICE_NETCDF_RANKS, Variable));
}
int ONE(inq_vardimid)(int File, int Variable, int *To) {
  return putDimensions(File, Variable, To);
}
int ONE(inq_varnatts)(int File, int Variable, int *To) {
  return putInt(
      To, Variable < 0 ? query(File, FORESLICE_NETCDF_ATTRIBUTES)
                       : query(File, FORESLICE_NETCDF_ATTRIBUTES_OF, Variable));
}
int ONE(inq_var)(int File, int Variable, char *Name, int *Type, int *Rank,
                 int *Dimensions, int *Attributes) {
  putName(File, FORESLICE_NETCDF_VARIABLE_NAME, Variable, Name);
  putInt(Type, query(File, FORESLICE_NETCDF_TYPE, Variable));
  putInt(Rank, query(File, FORESLICE_NETCDF_RANKS, Variable));
  putInt(Attributes, query(File, FORESLICE_NETCDF_ATTRIBUTES_OF, Variable));
  return putDimensions(File, Variable, Dimensions);
}

// What attributes say, the slice does not know.
int ONE(inq_att)(int, int, const char *, int *Type, number *Length) {
  leaveAttribute(Type);
  leaveAttribute(Length);
  return 0;
}
int ONE(inq_attlen)(int, int, const char *, number *Length) {
  leaveAttribute(Length);
  return 0;
}
int ONE(inq_atttype)(int, int, const char *, int *Type) {
  leaveAttribute(Type);
  return 0;
}
int ONE(inq_attname)(int, int, int, char *Name) {
  leaveAttribute(Name);
  return 0;
}
int ONE(inq_attid)(int, int, const char *, int *To) {
  leaveAttribute(To);
  return 0;
}
#define GET_ATTRIBUTE(Type, Name)                                              \
  int ONE(get_att_##Name)(int, int, const char *, Type *To) {                  \
    leaveAttribute(To);                                                        \
    return 0;                                                                  \
  }
FOR_TYPES(GET_ATTRIBUTE)
int ONE(get_att)(int, int, const char *, void *To) {
  leaveAttribute(To);
  return 0;
}

/// Others may have written records.
int ONE(sync)(int File) {
  CHANGE(File, FORESLICE_NETCDF_RENEW, 0, 0);
  return 0;
}
int ONE(close)(int) { return 0; }

//===----------------------------------------------------------------------===//
// What is written does not matter
//===----------------------------------------------------------------------===//

int ONE(redef)(int) { return 0; }
int ONE(enddef)(int) { return 0; }
int ONE(set_fill)(int, int, int *Old) {
  if (Old)
    leaveOther(Old);
  return 0;
}
int ONE(def_dim)(int, const char *, number, int *To) {
  leaveOther(To);
  return 0;
}
int ONE(def_var)(int, const char *, int, int, const int *, int *To) {
  leaveOther(To);
  return 0;
}
int ONE(copy_att)(int, int, const char *, int, int) { return 0; }
int ONE(put_att_text)(int, int, const char *, number, const char *) {
  return 0;
}
#define PUT_ATTRIBUTE(Type, Name)                                              \
  int ONE(put_att_##Name)(int, int, const char *, int, number, const Type *) { \
    return 0;                                                                  \
  }
PUT_ATTRIBUTE(int, int)
PUT_ATTRIBUTE(float, float)
PUT_ATTRIBUTE(double, double)
#define PUT(Type, Name)                                                        \
  int ONE(put_var_##Name)(int, int, const Type *) { return 0; }                \
  int ONE(put_var1_##Name)(int, int, const number *, const Type *) {           \
    return 0;                                                                  \
  }                                                                            \
  int ONE(put_vara_##Name)(int, int, const number *, const number *,           \
                           const Type *) {                                     \
    return 0;                                                                  \
  }                                                                            \
  int ONE(put_vars_##Name)(int, int, const number *, const number *,           \
                           const distance *, const Type *) {                   \
    return 0;                                                                  \
  }                                                                            \
  int ONE(put_varm_##Name)(int, int, const number *, const number *,           \
                           const distance *, const distance *, const Type *) { \
    return 0;                                                                  \
  }
FOR_TYPES(PUT)

} // extern "C"
