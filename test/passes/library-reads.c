// Reads in libraries that are known.
//
// RUN: %slice %s -o /dev/null

int H5Dread(long, long, long, long, long, void *);
int nc_get_vara_double(int, int, const unsigned long *, const unsigned long *,
                       double *);
int ncmpi_get_vara_double_all(int, int, const long long *, const long long *,
                              double *);
double row[64];

void hdf5(long set, long memory, long file, int n) {
  for (int i = 0; i < n; i++) {
    H5Dread(set, 0, memory, file, 0, row); // expected-remark {{no prefetch slice: H5Dread reads in the library HDF5, out of sight; read by MPI_File_read}}
    H5Dread(set, 0, memory, file, 0, row);
  }
}

void netcdf(int file, const unsigned long *at) {
  nc_get_vara_double(file, 1, at, at, row); // expected-remark {{nc_get_vara_double reads in the library NetCDF}}
}

void parallelNetcdf(int file, const long long *at) {
  ncmpi_get_vara_double_all(file, 1, at, at, row); // expected-remark {{ncmpi_get_vara_double_all reads in the library PnetCDF}}
}
