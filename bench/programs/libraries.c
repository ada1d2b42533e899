// Reads rows of a dataset of HDF5 in steps, and computes between the reads.
//
//   libraries make FILE LAYOUT
//   libraries read FILE [collective | files]
//
// Layouts: contiguous, chunked, compressed; a chunk is a row. With the layout
// files, each row is a dataset of a file of its own. Prints a sum of
// what was read, and on standard error how long the reads took, without the
// computation. With -DPARALLEL by HDF5's parallel library: each rank reads
// every so manieth of the rows.

#ifdef PARALLEL
#include <mpi.h>
#endif
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { Columns = 8192, Reads = 100, Step = 8, ComputeUs = 2000 };

static int Rank, Size = 1;

static void check(hid_t Id, const char *What) {
  if (Id >= 0)
    return;
  fprintf(stderr, "libraries: %s failed\n", What);
  exit(1);
}

static double now(void) {
  struct timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return (double)Time.tv_sec + (double)Time.tv_nsec * 1e-9;
}

// Rows for up to four ranks.
static void make(const char *Name, const char *Layout) {
  const hsize_t Rows = (hsize_t)Reads * Step * 4, Dims[2] = {Rows, Columns},
                Chunk[2] = {1, Columns};
  hid_t File = H5Fcreate(Name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t Space = H5Screate_simple(2, Dims, NULL);
  hid_t Properties = H5Pcreate(H5P_DATASET_CREATE);
  if (strcmp(Layout, "contiguous") != 0)
    H5Pset_chunk(Properties, 2, Chunk);
  if (strcmp(Layout, "compressed") == 0)
    H5Pset_deflate(Properties, 1);
  hid_t Set = H5Dcreate(File, "rows", H5T_NATIVE_DOUBLE, Space, H5P_DEFAULT,
                        Properties, H5P_DEFAULT);
  check(Set, "H5Dcreate");
  static double Row[Columns];
  hid_t Memory = H5Screate_simple(1, &Dims[1], NULL);
  unsigned Draw = 1;
  for (hsize_t R = 0; R < Rows; R++) {
    for (int C = 0; C < Columns; C++) {
      Draw = Draw * 1103515245 + 12345;
      Row[C] = Draw >> 20;
    }
    const hsize_t Start[2] = {R, 0};
    H5Sselect_hyperslab(Space, H5S_SELECT_SET, Start, NULL, Chunk, NULL);
    check(H5Dwrite(Set, H5T_NATIVE_DOUBLE, Memory, Space, H5P_DEFAULT, Row),
          "H5Dwrite");
  }
  H5Dclose(Set);
  check(H5Fclose(File), "H5Fclose");
}

static void makeFiles(const char *Name) {
  const hsize_t Length = Columns;
  hid_t Space = H5Screate_simple(1, &Length, NULL);
  static double Row[Columns];
  for (int I = 0; I < Reads; I++) {
    char One[4096];
    snprintf(One, sizeof One, "%s.%d", Name, I);
    hid_t File = H5Fcreate(One, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t Set = H5Dcreate(File, "row", H5T_NATIVE_DOUBLE, Space, H5P_DEFAULT,
                          H5P_DEFAULT, H5P_DEFAULT);
    check(Set, "H5Dcreate");
    for (int C = 0; C < Columns; C++)
      Row[C] = (I + 1) * C % 4096;
    check(H5Dwrite(Set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, Row),
          "H5Dwrite");
    H5Dclose(Set);
    H5Fclose(File);
  }
}

static void readFiles(const char *Name) {
  static double Row[Columns];
  double Sum = 0, InReads = 0;
  for (int I = 0; I < Reads; I++) {
    char One[4096];
    snprintf(One, sizeof One, "%s.%d", Name, I);
    const double Begin = now();
    hid_t File = H5Fopen(One, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t Set = H5Dopen(File, "row", H5P_DEFAULT);
    check(H5Dread(Set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, Row),
          "H5Dread");
    H5Dclose(Set);
    H5Fclose(File);
    InReads += now() - Begin;
    for (int C = 0; C < Columns; C++)
      Sum += Row[C];
    usleep(ComputeUs);
  }
  printf("%.0f\n", Sum);
  fprintf(stderr, "seconds %.6f\n", InReads);
}

static void readRows(const char *Name, int Collective) {
  hid_t Access = H5Pcreate(H5P_FILE_ACCESS),
        Transfer = H5Pcreate(H5P_DATASET_XFER);
#ifdef PARALLEL
  H5Pset_fapl_mpio(Access, MPI_COMM_WORLD, MPI_INFO_NULL);
  if (Collective)
    H5Pset_dxpl_mpio(Transfer, H5FD_MPIO_COLLECTIVE);
#else
  (void)Collective;
#endif
  hid_t File = H5Fopen(Name, H5F_ACC_RDONLY, Access);
  check(File, "H5Fopen");
  hid_t Set = H5Dopen(File, "rows", H5P_DEFAULT), Space = H5Dget_space(Set);
  const hsize_t Count[2] = {1, Columns};
  hid_t Memory = H5Screate_simple(1, &Count[1], NULL);
  static double Row[Columns];
  double Sum = 0, InReads = 0;
  for (int I = 0; I < Reads; I++) {
    const hsize_t Start[2] = {(hsize_t)(I * Size + Rank) * Step, 0};
    const double Begin = now();
    H5Sselect_hyperslab(Space, H5S_SELECT_SET, Start, NULL, Count, NULL);
    check(H5Dread(Set, H5T_NATIVE_DOUBLE, Memory, Space, Transfer, Row),
          "H5Dread");
    InReads += now() - Begin;
    for (int C = 0; C < Columns; C++)
      Sum += Row[C];
    usleep(ComputeUs);
  }
  H5Dclose(Set);
  H5Fclose(File);
  printf("rank %d: %.0f\n", Rank, Sum);
  if (Rank == 0)
    fprintf(stderr, "seconds %.6f\n", InReads);
}

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return 2;
#ifdef PARALLEL
  MPI_Init(&Argc, &Argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Size);
#endif
  const int IsFiles = Argc > 3 && strcmp(Argv[3], "files") == 0;
  if (IsFiles && strcmp(Argv[1], "make") == 0)
    makeFiles(Argv[2]);
  else if (IsFiles)
    readFiles(Argv[2]);
  else if (strcmp(Argv[1], "make") == 0)
    make(Argv[2], Argc > 3 ? Argv[3] : "contiguous");
  else
    readRows(Argv[2], Argc > 3);
#ifdef PARALLEL
  MPI_Finalize();
#endif
  return 0;
}
