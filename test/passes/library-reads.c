// Reads in libraries that are known, but for those that slices follow.
//
// RUN: %slice %s -o /dev/null

int nc_get_vara_double(int, int, const unsigned long *, const unsigned long *,
                       double *);
int ncmpi_get_vara_double_all(int, int, const long long *, const long long *,
                              double *);
double row[64];

void netcdf(int file, const unsigned long *at, int n) {
  for (int i = 0; i < n; i++) {
    nc_get_vara_double(file, 1, at, at, row); // expected-remark {{no prefetch slice: nc_get_vara_double reads in the library NetCDF, out of sight; read by MPI_File_read}}
    nc_get_vara_double(file, 1, at, at, row);
  }
}

void parallelNetcdf(int file, const long long *at) {
  ncmpi_get_vara_double_all(file, 1, at, at, row); // expected-remark {{ncmpi_get_vara_double_all reads in the library PnetCDF}}
}
