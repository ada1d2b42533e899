// Reads in libraries that are known, but for those that slices follow.
//
// RUN: %slice %s -o /dev/null

int adios_schedule_read(void *, void *, const char *, int, int, void *);
double row[64];

void adios(void *file, int n) {
  for (int i = 0; i < n; i++) {
    adios_schedule_read(file, 0, "rows", i, 1, row); // expected-remark {{no prefetch slice: adios_schedule_read reads in the library ADIOS, out of sight; read by MPI_File_read}}
    adios_schedule_read(file, 0, "rows", i, 1, row);
  }
}
