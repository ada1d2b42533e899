// Reads in libraries that are known, but for those that slices follow.
//
// RUN: %slice %s -o /dev/null

int H5LTread_dataset_double(long, const char *, double *);
int ncmpi_mget_vara_double_all(int, int, int *, long long *const *,
                               long long *const *, double *const *);
double row[64];

void hdf5(long file, int n) {
  for (int i = 0; i < n; i++) {
    H5LTread_dataset_double(file, "rows", row); // expected-remark {{no prefetch slice: H5LTread_dataset_double reads in the library HDF5, out of sight; read by MPI_File_read}}
    H5LTread_dataset_double(file, "rows", row);
  }
}

void severalOfPnetcdf(int file, int *sets, long long *const *at,
                      double *const *rows) {
  ncmpi_mget_vara_double_all(file, 1, sets, at, at, rows); // expected-remark {{ncmpi_mget_vara_double_all reads in the library PnetCDF}}
}
