// Reads in libraries that are known, but for those that slices follow.
//
// RUN: %slice %s -o /dev/null

int H5PTread_packets(long, unsigned long long, unsigned long, void *);
int ncmpi_get_vard_all(int, int, void *, void *, long long, void *);
double row[64];

void hdf5(long file, int n) {
  for (int i = 0; i < n; i++) {
    H5PTread_packets(file, i * 64ull, 64, row); // expected-remark {{no prefetch slice: H5PTread_packets reads in the library HDF5, out of sight; read by MPI_File_read}}
    H5PTread_packets(file, i * 64ull, 64, row);
  }
}

void byTypeOfMpi(int file, int set, void *type, void *other) {
  ncmpi_get_vard_all(file, set, type, row, 64, other); // expected-remark {{ncmpi_get_vard_all reads in the library PnetCDF}}
}
