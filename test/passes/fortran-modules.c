// The procedures of the modules of NetCDF, PnetCDF and HDF5, as flang calls
// them: arrays by descriptors, arguments left out null, handles by reference.
// Each kind and rank of the data is a procedure.
//
// RUN: %slice %s | FileCheck %s
#include <stddef.h>
#include <stdint.h>
struct array {
  void *base;
  int64_t element;
  int version;
  signed char rank, type, attribute, extra;
  int64_t dimensions[7][3];
};
typedef const struct array *part;
void work(const void *);
float row[4096];
struct array whole = {row,
                      4,
                      0,
                      7,
                      0,
                      0,
                      0,
                      {{1, 4, 4},
                       {1, 4, 4},
                       {1, 4, 4},
                       {1, 4, 4},
                       {1, 4, 4},
                       {1, 4, 4},
                       {1, 4, 4}}};

#define VECTOR(type, ...)                                                      \
  {                                                                            \
    (type[]){__VA_ARGS__}, sizeof(type), 0, 1, 0, 0, 0, {                      \
      {                                                                        \
        1, 2, sizeof(type)                                                     \
      }                                                                        \
    }                                                                          \
  }
#define FOR_RANKS(EACH, ...)                                                   \
  EACH(1, __VA_ARGS__)                                                         \
  EACH(2, __VA_ARGS__)                                                         \
  EACH(3, __VA_ARGS__)                                                         \
  EACH(4, __VA_ARGS__) EACH(5, __VA_ARGS__) EACH(6, __VA_ARGS__)               \
      EACH(7, __VA_ARGS__)

#define NETCDF_ARRAY(rank, kind, ...)                                          \
  int _QMnetcdfPnf90_get_var_##rank##d_##kind(const int *, const int *, part,  \
                                              part, part, part, part);         \
  void netcdf_##rank##_##kind(const int *file, const int *variable, int n) {   \
    for (int i = 1; i <= n; i++) {                                             \
      struct array start = VECTOR(int, 1, i);                                  \
      _QMnetcdfPnf90_get_var_##rank##d_##kind(file, variable, &whole, &start,  \
                                              NULL, NULL, NULL);               \
      work(row);                                                               \
    }                                                                          \
  }
#define NETCDF_SCALAR(kind)                                                    \
  int _QMnetcdfPnf90_get_var_##kind(const int *, const int *, void *, part);   \
  void netcdf_##kind(const int *file, const int *variable, int n) {            \
    for (int i = 1; i <= n; i++) {                                             \
      struct array start = VECTOR(int, 1, i);                                  \
      _QMnetcdfPnf90_get_var_##kind(file, variable, row, &start);              \
      work(row);                                                               \
    }                                                                          \
  }
#define NETCDF_TEXTS(kind) FOR_RANKS(NETCDF_ARRAY, kind)
#define NETCDF(kind) NETCDF_SCALAR(kind) FOR_RANKS(NETCDF_ARRAY, kind)

// CHECK-LABEL: define internal void @netcdf_onebyteint.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.netcdf.read
// CHECK: ret void
NETCDF(onebyteint)    // expected-remark 8 {{prefetch slice with 1 read}}
NETCDF(twobyteint)    // expected-remark 8 {{prefetch slice with 1 read}}
NETCDF(fourbyteint)   // expected-remark 8 {{prefetch slice with 1 read}}
NETCDF(eightbyteint)  // expected-remark 8 {{prefetch slice with 1 read}}
NETCDF(fourbytereal)  // expected-remark 8 {{prefetch slice with 1 read}}
NETCDF(eightbytereal) // expected-remark 8 {{prefetch slice with 1 read}}
NETCDF_TEXTS(text)    // expected-remark 7 {{prefetch slice with 1 read}}

#define PNETCDF_ARRAY(rank, name, kind, REQUEST, GIVEN)                        \
  int _QMpnetcdfPnf90mpi_##name##_var_##rank##d_##kind(                        \
      const int *, const int *, part REQUEST, part, part, part, part,          \
      const int64_t *, const int *);                                           \
  void pnetcdf_##name##_##rank##_##kind(const int *file, const int *variable,  \
                                        int n) {                               \
    int request;                                                               \
    for (int64_t i = 1; i <= n; i++) {                                         \
      struct array start = VECTOR(int64_t, 1, i);                              \
      _QMpnetcdfPnf90mpi_##name##_var_##rank##d_##kind(                        \
          file, variable, &whole GIVEN, &start, NULL, NULL, NULL, NULL, NULL); \
      work(row);                                                               \
    }                                                                          \
  }
#define NOTHING
#define REQUEST , int *
#define GIVEN , &request
#define PARTS(rank, kind, ...)                                                 \
  int _QMpnetcdfPnf90mpi_get_varn_##rank##d_##kind(                            \
      const int *, const int *, part, const int *, part, part);                \
  void pnetcdf_parts_##rank##_##kind(const int *file, const int *variable,     \
                                     int n) {                                  \
    int parts = 1;                                                             \
    for (int64_t i = 1; i <= n; i++) {                                         \
      struct array start = VECTOR(int64_t, 1, i);                              \
      start.dimensions[1][2] = 16;                                             \
      _QMpnetcdfPnf90mpi_get_varn_##rank##d_##kind(file, variable, &whole,     \
                                                   &parts, &start, NULL);      \
      work(row);                                                               \
    }                                                                          \
  }
#define PNETCDF(kind)                                                          \
  PNETCDF_ARRAY(1, get, kind, NOTHING, NOTHING)                                \
  PNETCDF_ARRAY(7, get, kind, NOTHING, NOTHING)                                \
  PNETCDF_ARRAY(2, get, kind##_all, NOTHING, NOTHING)                          \
  PNETCDF_ARRAY(6, get, kind##_all, NOTHING, NOTHING)                          \
  PNETCDF_ARRAY(3, iget, kind, REQUEST, GIVEN)                                 \
  PNETCDF_ARRAY(5, iget, kind, REQUEST, GIVEN)                                 \
  PARTS(4, kind) PARTS(1, kind##_all)

// CHECK-LABEL: define internal void @pnetcdf_get_1_onebyteint.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.pnetcdf.
// CHECK: ret void
PNETCDF(onebyteint)    // expected-remark 8 {{prefetch slice with 1 read}}
PNETCDF(twobyteint)    // expected-remark 8 {{prefetch slice with 1 read}}
PNETCDF(fourbyteint)   // expected-remark 8 {{prefetch slice with 1 read}}
PNETCDF(eightbyteint)  // expected-remark 8 {{prefetch slice with 1 read}}
PNETCDF(fourbytereal)  // expected-remark 8 {{prefetch slice with 1 read}}
PNETCDF(eightbytereal) // expected-remark 8 {{prefetch slice with 1 read}}

extern int _QMh5globalEh5s_select_set_f;
void _QMh5sPh5sselect_hyperslab_f(const int64_t *, const int *,
                                  const uint64_t *, const uint64_t *, int *,
                                  part, part);
#define HDF5_ARRAY(rank, kind, ...)                                            \
  void _QMh5_genPh5dread_##kind##_rank_##rank(                                 \
      const int64_t *, const int64_t *, void *, const uint64_t *, int *,       \
      const int64_t *, const int64_t *, const int64_t *);                      \
  void hdf5_##rank##_##kind(const int64_t *set, const int64_t *space, int n) { \
    const uint64_t count[2] = {64, 1};                                         \
    for (int i = 0; i < n; i++) {                                              \
      const uint64_t start[2] = {0, i};                                        \
      int error;                                                               \
      _QMh5sPh5sselect_hyperslab_f(space, &_QMh5globalEh5s_select_set_f,       \
                                   start, count, &error, NULL, NULL);          \
      _QMh5_genPh5dread_##kind##_rank_##rank(set, set, row, count, &error,     \
                                             NULL, space, NULL);               \
      work(row);                                                               \
    }                                                                          \
  }
#define HDF5(kind) HDF5_ARRAY(0, kind) FOR_RANKS(HDF5_ARRAY, kind)

// CHECK-LABEL: define internal void @hdf5_0_ikind_1.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.hdf5.
// CHECK: ret void
HDF5(ikind_1) // expected-remark 8 {{prefetch slice with 1 read}}
HDF5(ikind_2) // expected-remark 8 {{prefetch slice with 1 read}}
HDF5(ikind_4) // expected-remark 8 {{prefetch slice with 1 read}}
HDF5(ikind_8) // expected-remark 8 {{prefetch slice with 1 read}}
HDF5(rkind_4) // expected-remark 8 {{prefetch slice with 1 read}}
HDF5(rkind_8) // expected-remark 8 {{prefetch slice with 1 read}}

// A dataset by name, of which a blank is no part.
#define NAMED(rank, kind, TYPE, GIVEN)                                         \
  void _QMh5ltPh5ltread_dataset_##kind##_rank_##rank(                          \
      const int64_t *, const char *TYPE, void *, const uint64_t *, int *,      \
      size_t);                                                                 \
  void hdf5_named_##rank##_##kind(const int64_t *file, char (*names)[16],      \
                                  int n) {                                     \
    const uint64_t length[2] = {64, 1};                                        \
    int error;                                                                 \
    for (int i = 0; i < n; i++) {                                              \
      _QMh5ltPh5ltread_dataset_##kind##_rank_##rank(file, names[i] GIVEN, row, \
                                                    length, &error, 16);       \
      work(row);                                                               \
    }                                                                          \
  }
#define TYPE , const int64_t *
#define OF_TYPE , file
#define PLAIN(rank, kind) NAMED(rank, kind, NOTHING, NOTHING)
#define TYPED(rank, kind) NAMED(rank, kind, TYPE, OF_TYPE)
PLAIN(2, int_kind_4)     // expected-remark {{prefetch slice with 1 read}}
PLAIN(1, double_kind_8)  // expected-remark {{prefetch slice with 1 read}}
TYPED(3, real_kind_4)    // expected-remark {{prefetch slice with 1 read}}
TYPED(4, integer_kind_8) // expected-remark {{prefetch slice with 1 read}}

// What is not sliced is told.
void _QMh5dPh5dread_vl_real(const int64_t *, const int64_t *, void *,
                            const uint64_t *, const uint64_t *, int *);
int _QMnetcdfPnf90_get_var_any(const int *, const int *, char *, part, part,
                               part, part, size_t);
void others(const int64_t *set, const int *file, int n) {
  const uint64_t length[2] = {64, 1};
  int error;
  for (int i = 0; i < n; i++) {
    // expected-remark@+1 {{no prefetch slice: h5dread_vl_real}}
    _QMh5dPh5dread_vl_real(set, set, row, length, length, &error);
    // expected-remark@+1 {{no prefetch slice: nf90_get_var_any}}
    _QMnetcdfPnf90_get_var_any(file, file, (char *)row, NULL, NULL, NULL, NULL,
                               8);
    work(row);
  }
}

// Procedures of other modules are the program's.
int _QMh5toolsPh5dread_mine(const int64_t *, void *);
void of_program(const int64_t *set, int n) {
  for (int i = 0; i < n; i++) {
    _QMh5toolsPh5dread_mine(set, row);
    work(row);
  }
}
