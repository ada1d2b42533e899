// Makes files of HDF5 and NetCDF in the folder that is named: what
// LibraryFilesFuzz.cpp damages.
#include <hdf5.h>
#include <netcdf.h>
#include <stdio.h>

static int data[256];

static void makeSet(hid_t group, const char *name, int rank, hsize_t most,
                    int compressed, H5D_alloc_time_t when) {
  const hsize_t lengths[2] = {16, 16}, chunk[2] = {4, 4},
                limits[2] = {most, rank == 2 && most != 16 ? most : 16};
  hid_t space = H5Screate_simple(rank, lengths, limits);
  hid_t made = H5Pcreate(H5P_DATASET_CREATE);
  if (most) {
    H5Pset_chunk(made, rank, chunk);
    H5Pset_alloc_time(made, when);
  }
  if (compressed)
    H5Pset_deflate(made, 1);
  hid_t set = H5Dcreate2(group, name, H5T_STD_I32LE, space, H5P_DEFAULT, made,
                         H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
  H5Dclose(set);
  H5Pclose(made);
  H5Sclose(space);
}

/// With data in a raw file, or in other datasets: by rows, and without an end.
static void makeElsewhere(hid_t file, const char *name, int endless) {
  const hsize_t lengths[2] = {16, 16}, limits[2] = {H5S_UNLIMITED, 16},
                row[2] = {1, 16}, all[2] = {H5S_UNLIMITED, 1};
  hid_t made = H5Pcreate(H5P_DATASET_CREATE);
  hid_t space = H5Screate_simple(2, lengths, endless ? limits : NULL);
  hid_t one = H5Screate_simple(2, row, NULL);
  if (endless < 0)
    H5Pset_external(made, "raw", 64, 16 * 16 * 4);
  for (hsize_t r = 0; r < (endless > 0 ? 1 : endless < 0 ? 0 : 16); r++) {
    const hsize_t start[2] = {r, 0}, from[2] = {15 - r, 0};
    hid_t here = H5Screate_simple(2, lengths, endless ? limits : NULL);
    hid_t there = H5Screate_simple(2, lengths, NULL);
    if (endless)
      H5Sselect_hyperslab(here, H5S_SELECT_SET, start, row, all, row);
    else
      H5Sselect_hyperslab(here, H5S_SELECT_SET, start, NULL, row, NULL);
    H5Sselect_hyperslab(there, H5S_SELECT_SET, from, NULL, row, NULL);
    H5Pset_virtual(made, here, endless ? "file%b" : ".", "fixed",
                   endless ? one : there);
    H5Sclose(there);
    H5Sclose(here);
  }
  H5Dclose(H5Dcreate2(file, name, H5T_STD_I32LE,
                      endless < 0 ? H5Screate_simple(2, lengths, NULL) : space,
                      H5P_DEFAULT, made, H5P_DEFAULT));
  H5Sclose(one);
  H5Sclose(space);
  H5Pclose(made);
}

static void makeHdf5(const char *name, int latest) {
  hid_t list = H5Pcreate(H5P_FILE_ACCESS);
  if (latest)
    H5Pset_libver_bounds(list, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, list);
  makeSet(file, "fixed", 2, 16, 0, H5D_ALLOC_TIME_INCR);
  makeSet(file, "implicit", 2, 16, 0, H5D_ALLOC_TIME_EARLY);
  makeSet(file, "compressed", 2, 16, 1, H5D_ALLOC_TIME_INCR);
  makeSet(file, "extensible", 1, H5S_UNLIMITED, 0, H5D_ALLOC_TIME_INCR);
  makeSet(file, "tree", 2, H5S_UNLIMITED, 1, H5D_ALLOC_TIME_INCR);
  makeElsewhere(file, "raw", -1);
  makeElsewhere(file, "rows", 0);
  makeElsewhere(file, "numbered", 1);
  hid_t group = H5Gcreate2(file, "many", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (int i = 0; i < 20; i++) {
    char set[16];
    sprintf(set, "set.%d", i);
    hid_t inner = H5Gcreate2(group, set, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (i % 7 == 0)
      makeSet(inner, "rows", 1, 16, 0, H5D_ALLOC_TIME_INCR);
    H5Gclose(inner);
  }
  H5Gclose(group);
  H5Fclose(file);
  H5Pclose(list);
}

static void makeNetcdf(const char *name, int format) {
  int file, dimensions[2], steps, plane;
  const size_t start[2] = {0, 0}, count[2] = {4, 16};
  nc_create(name, NC_CLOBBER | format, &file);
  nc_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]);
  nc_def_dim(file, "x", 16, &dimensions[1]);
  nc_def_var(file, "steps", NC_INT, 2, dimensions, &steps);
  nc_def_var(file, "plane", NC_SHORT, 1, dimensions + 1, &plane);
  nc_put_att_text(file, steps, "units", 1, "K");
  nc_enddef(file);
  nc_put_vara_int(file, steps, start, count, data);
  nc_close(file);
}

int main(int argc, char **argv) {
  char name[4096];
  (void)argc;
  for (int i = 0; i < 256; i++)
    data[i] = i;
  const int formats[] = {0, NC_64BIT_OFFSET, NC_64BIT_DATA};
  for (int i = 0; i < 5; i++) {
    snprintf(name, sizeof name, "%s/%d", argv[1], i);
    if (i < 2)
      makeHdf5(name, i);
    else
      makeNetcdf(name, formats[i - 2]);
  }
  return 0;
}
