//===- Library.h - the program's HDF5 library -----------------------------===//
//
// The public queries for datasets and dataspaces. The queries are found in the
// process by name, and never linked: most programs have no HDF5.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_LIBRARY_H
#define FORESLICE_FRONTEND_HDF5_LIBRARY_H

#include <cstdint>

namespace foreslice::hdf5 {

// As in H5public.h since HDF5 1.10.
using hid_t = int64_t;
using herr_t = int;
using htri_t = int;
using hsize_t = unsigned long long;
using haddr_t = uint64_t;
using hbool_t = bool;
/// From H5Opublic.h, named H5O_info1_t since 1.12.
struct ObjectInfo {
  unsigned long FileNumber;
  haddr_t Address;
  char Others[256]; ///< More bytes than the library's structure.
};
using AutoFn = herr_t (*)(hid_t, void *);

/// HDF5_QUERY(name, result, parameters): since 1.10.3.
#define HDF5_QUERIES                                                           \
  HDF5_QUERY(H5is_library_threadsafe, herr_t, (hbool_t *))                     \
  HDF5_QUERY(H5Eauto_is_v2, herr_t, (hid_t, unsigned *))                       \
  HDF5_QUERY(H5Eget_auto2, herr_t, (hid_t, AutoFn *, void **))                 \
  HDF5_QUERY(H5Eset_auto2, herr_t, (hid_t, AutoFn, void *))                    \
  HDF5_QUERY(H5Eget_num, long, (hid_t))                                        \
  HDF5_QUERY(H5Iget_type, int, (hid_t))                                        \
  HDF5_QUERY(H5Iget_file_id, hid_t, (hid_t))                                   \
  HDF5_QUERY(H5Idec_ref, int, (hid_t))                                         \
  HDF5_QUERY(H5Iget_name, long, (hid_t, char *, size_t))                       \
  HDF5_QUERY(H5Fget_name, long, (hid_t, char *, size_t))                       \
  HDF5_QUERY(H5Fget_obj_ids, long, (hid_t, unsigned, size_t, hid_t *))         \
  HDF5_QUERY(H5Fget_access_plist, hid_t, (hid_t))                              \
  HDF5_QUERY(H5Fget_create_plist, hid_t, (hid_t))                              \
  HDF5_QUERY(H5Fget_intent, herr_t, (hid_t, unsigned *))                       \
  HDF5_QUERY(H5Fget_vfd_handle, herr_t, (hid_t, hid_t, void **))               \
  HDF5_QUERY(H5FD_sec2_init, hid_t, ())                                        \
  HDF5_QUERY(H5Pclose, herr_t, (hid_t))                                        \
  HDF5_QUERY(H5Pget_driver, hid_t, (hid_t))                                    \
  HDF5_QUERY(H5Pget_userblock, herr_t, (hid_t, hsize_t *))                     \
  HDF5_QUERY(H5Pget_cache, herr_t,                                             \
             (hid_t, int *, size_t *, size_t *, double *))                     \
  HDF5_QUERY(H5Pget_sizes, herr_t, (hid_t, size_t *, size_t *))                \
  HDF5_QUERY(H5Pget_istore_k, herr_t, (hid_t, unsigned *))                     \
  HDF5_QUERY(H5Pget_sieve_buf_size, herr_t, (hid_t, size_t *))                 \
  HDF5_QUERY(H5Pget_layout, int, (hid_t))                                      \
  HDF5_QUERY(H5Pget_chunk, int, (hid_t, int, hsize_t *))                       \
  HDF5_QUERY(H5Pget_nfilters, int, (hid_t))                                    \
  HDF5_QUERY(H5Pget_external_count, int, (hid_t))                              \
  HDF5_QUERY(H5Pget_chunk_cache, herr_t,                                       \
             (hid_t, size_t *, size_t *, double *))                            \
  HDF5_QUERY(H5Dget_space, hid_t, (hid_t))                                     \
  HDF5_QUERY(H5Dget_type, hid_t, (hid_t))                                      \
  HDF5_QUERY(H5Dget_create_plist, hid_t, (hid_t))                              \
  HDF5_QUERY(H5Dget_access_plist, hid_t, (hid_t))                              \
  HDF5_QUERY(H5Dget_offset, haddr_t, (hid_t))                                  \
  HDF5_QUERY(H5Oget_info2, herr_t, (hid_t, ObjectInfo *, unsigned))            \
  HDF5_QUERY(H5Tget_size, size_t, (hid_t))                                     \
  HDF5_QUERY(H5Tdetect_class, htri_t, (hid_t, int))                            \
  HDF5_QUERY(H5Tis_variable_str, htri_t, (hid_t))                              \
  HDF5_QUERY(H5Tclose, herr_t, (hid_t))                                        \
  HDF5_QUERY(H5Sclose, herr_t, (hid_t))                                        \
  HDF5_QUERY(H5Sis_simple, htri_t, (hid_t))                                    \
  HDF5_QUERY(H5Sget_simple_extent_type, int, (hid_t))                          \
  HDF5_QUERY(H5Sget_simple_extent_ndims, int, (hid_t))                         \
  HDF5_QUERY(H5Sget_simple_extent_dims, int, (hid_t, hsize_t *, hsize_t *))    \
  HDF5_QUERY(H5Sget_select_type, int, (hid_t))                                 \
  HDF5_QUERY(H5Sis_regular_hyperslab, htri_t, (hid_t))                         \
  HDF5_QUERY(H5Sget_regular_hyperslab, htri_t,                                 \
             (hid_t, hsize_t *, hsize_t *, hsize_t *, hsize_t *))              \
  HDF5_QUERY(H5Sget_select_hyper_nblocks, int64_t, (hid_t))                    \
  HDF5_QUERY(H5Sget_select_hyper_blocklist, herr_t,                            \
             (hid_t, hsize_t, hsize_t, hsize_t *))                             \
  HDF5_QUERY(H5Sget_select_elem_npoints, int64_t, (hid_t))                     \
  HDF5_QUERY(H5Sget_select_elem_pointlist, herr_t,                             \
             (hid_t, hsize_t, hsize_t, hsize_t *))

struct Library {
#define HDF5_QUERY(Name, Result, Parameters) Result(*Name) Parameters = nullptr;
  HDF5_QUERIES
#undef HDF5_QUERY

  // Of a parallel library alone; null if the process has none.
  hid_t (*H5FD_mpio_init)() = nullptr;
  herr_t (*H5Pget_all_coll_metadata_ops)(hid_t, hbool_t *) = nullptr;

  // Of the library's second level, since 1.10; null if the process has none.
  herr_t (*H5PTis_valid)(hid_t) = nullptr;
  hid_t (*H5PTget_dataset)(hid_t) = nullptr;
  herr_t (*H5PTget_index)(hid_t, hsize_t *) = nullptr;

  /// Null if the process has no library with all queries.
  static const Library *find();
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_LIBRARY_H
