// What the programs share that read by HDF5: files of datasets, and checks.
#ifndef SETS_H
#define SETS_H

#include "posix.h"

#include <hdf5.h>

/// A handle or a result, which is no error.
static inline int64_t checked(int64_t result) {
  if (result < 0) {
    H5Eprint2(H5E_DEFAULT, stdout);
    exit(91);
  }
  return result;
}

enum layout { Contiguous, Chunked, Compressed };

/// Makes a dataset of integers of 32 bits, which a formula gives, in a file
/// that is open. Chunks are given where the layout has some.
static inline void makeSet(hid_t file, const char *name, enum layout layout,
                           int rank, const hsize_t *lengths,
                           const hsize_t *chunk) {
  size_t points = 1;
  for (int d = 0; d < rank; d++)
    points *= lengths[d];
  unsigned char *data = (unsigned char *)malloc(4 * points);
  for (size_t i = 0; i < 4 * points; i++)
    data[i] = i % 4 < 2 ? dataByte(i, (unsigned)rank) : 0;
  hid_t space = checked(H5Screate_simple(rank, lengths, NULL));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0)); // Files are compared.
  if (layout != Contiguous)
    checked(H5Pset_chunk(made, rank, chunk));
  if (layout == Compressed)
    checked(H5Pset_deflate(made, 1));
  hid_t set = checked(H5Dcreate(file, name, H5T_STD_I32LE, space, H5P_DEFAULT,
                                made, H5P_DEFAULT));
  checked(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  H5Dclose(set);
  H5Pclose(made);
  H5Sclose(space);
  free(data);
}

#endif
