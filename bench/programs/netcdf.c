// Reads rows of a variable of NetCDF in steps, and computes between the reads.
//
//   netcdf make FILE LAYOUT
//   netcdf read FILE [collective | files]
//
// Layouts: classic, in which a row is a record; netcdf4 and compressed, in
// which a row is a chunk. With the layout files, each row is a file of its own.
// Prints a sum of what was read, and on standard error how long the reads took,
// without the computation. With -DPARALLEL by PnetCDF, and with -DNETCDF4, too,
// by NetCDF-4: each rank reads every so manieth of the rows.

#ifdef PARALLEL
#include <mpi.h>
#ifdef NETCDF4
#include <netcdf.h>
#include <netcdf_par.h>
#else
#include <pnetcdf.h>
#endif
#else
#include <netcdf.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { Columns = 8192, Reads = 100, Step = 8, ComputeUs = 2000 };

static int Rank, Size = 1;

static void check(int Error) {
  if (!Error)
    return;
  fprintf(stderr, "netcdf: error %d\n", Error);
  exit(1);
}

static double now(void) {
  struct timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return (double)Time.tv_sec + (double)Time.tv_nsec * 1e-9;
}

static double Row[Columns];

static double sum(void) {
  double Sum = 0;
  for (int C = 0; C < Columns; C++)
    Sum += Row[C];
  usleep(ComputeUs);
  return Sum;
}

#ifndef PARALLEL

static void makeOne(const char *Name, const char *Layout, size_t Rows,
                    unsigned Draw) {
  const int IsClassic = !strcmp(Layout, "classic") || !strcmp(Layout, "files");
  int File, Dimensions[2], Variable;
  check(nc_create(Name, NC_CLOBBER | (IsClassic ? NC_64BIT_OFFSET : NC_NETCDF4),
                  &File));
  check(nc_def_dim(File, "row", NC_UNLIMITED, &Dimensions[0]));
  check(nc_def_dim(File, "column", Columns, &Dimensions[1]));
  check(nc_def_var(File, "rows", NC_DOUBLE, 2, Dimensions, &Variable));
  const size_t Chunk[2] = {1, Columns};
  if (!IsClassic)
    check(nc_def_var_chunking(File, Variable, NC_CHUNKED, Chunk));
  if (!strcmp(Layout, "compressed"))
    check(nc_def_var_deflate(File, Variable, 0, 1, 1));
  check(nc_enddef(File));
  for (size_t R = 0; R < Rows; R++) {
    for (int C = 0; C < Columns; C++) {
      Draw = Draw * 1103515245 + 12345;
      Row[C] = Draw >> 20;
    }
    const size_t Start[2] = {R, 0};
    check(nc_put_vara_double(File, Variable, Start, Chunk, Row));
  }
  check(nc_close(File));
}

// Rows for up to four ranks.
static void make(const char *Name, const char *Layout) {
  if (strcmp(Layout, "files") != 0)
    return makeOne(Name, Layout, (size_t)Reads * Step * 4, 1);
  for (int I = 0; I < Reads; I++) {
    char One[4096];
    snprintf(One, sizeof One, "%s.%d", Name, I);
    makeOne(One, Layout, 1, (unsigned)I);
  }
}

static void readFiles(const char *Name) {
  double Sum = 0, InReads = 0;
  for (int I = 0; I < Reads; I++) {
    char One[4096];
    int File, Variable;
    snprintf(One, sizeof One, "%s.%d", Name, I);
    const double Begin = now();
    check(nc_open(One, NC_NOWRITE, &File));
    check(nc_inq_varid(File, "rows", &Variable));
    check(nc_get_var_double(File, Variable, Row));
    check(nc_close(File));
    InReads += now() - Begin;
    Sum += sum();
  }
  printf("%.0f\n", Sum);
  fprintf(stderr, "seconds %.6f\n", InReads);
}

#endif

static void readRows(const char *Name, int Collective) {
  int File, Variable;
#if defined(PARALLEL) && defined(NETCDF4)
  typedef size_t Number;
  check(nc_open_par(Name, NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &File));
  check(nc_inq_varid(File, "rows", &Variable));
  check(nc_var_par_access(File, Variable,
                          Collective ? NC_COLLECTIVE : NC_INDEPENDENT));
#elif defined(PARALLEL)
  typedef MPI_Offset Number;
  check(ncmpi_open(MPI_COMM_WORLD, Name, NC_NOWRITE, MPI_INFO_NULL, &File));
  check(ncmpi_inq_varid(File, "rows", &Variable));
  if (!Collective)
    check(ncmpi_begin_indep_data(File));
#else
  typedef size_t Number;
  (void)Collective;
  check(nc_open(Name, NC_NOWRITE, &File));
  check(nc_inq_varid(File, "rows", &Variable));
#endif
  double Sum = 0, InReads = 0;
  for (int I = 0; I < Reads; I++) {
    const Number Start[2] = {(Number)(I * Size + Rank) * Step, 0},
                 Count[2] = {1, Columns};
    const double Begin = now();
#if defined(PARALLEL) && !defined(NETCDF4)
    check(Collective
              ? ncmpi_get_vara_double_all(File, Variable, Start, Count, Row)
              : ncmpi_get_vara_double(File, Variable, Start, Count, Row));
#else
    check(nc_get_vara_double(File, Variable, Start, Count, Row));
#endif
    InReads += now() - Begin;
    Sum += sum();
  }
#if defined(PARALLEL) && !defined(NETCDF4)
  if (!Collective)
    check(ncmpi_end_indep_data(File));
  check(ncmpi_close(File));
#else
  check(nc_close(File));
#endif
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
  readRows(Argv[2], Argc > 3);
  MPI_Finalize();
#else
  if (strcmp(Argv[1], "make") == 0)
    make(Argv[2], Argc > 3 ? Argv[3] : "classic");
  else if (Argc > 3)
    readFiles(Argv[2]);
  else
    readRows(Argv[2], 0);
#endif
  return 0;
}
