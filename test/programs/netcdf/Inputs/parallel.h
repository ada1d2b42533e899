// What the programs share that read by PnetCDF: a file of variables, and
// checks.
#ifndef PARALLEL_H
#define PARALLEL_H

#include "posix.h"

#include <pnetcdf.h>

/// A result, which is no error.
static inline void checked(int error) {
  if (error) {
    printf("%s\n", ncmpi_strerror(error));
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 91);
  }
}

/// A file with two variables of records, "first" and "second", and one without,
/// "all": rows of floats. One rank makes it, and all wait.
static inline void makeRows(const char *name, MPI_Offset rows,
                            MPI_Offset columns) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int file, dimensions[2], lengths[2], sets[3];
    checked(ncmpi_create(MPI_COMM_SELF, name, NC_CLOBBER | NC_64BIT_DATA,
                         MPI_INFO_NULL, &file));
    checked(ncmpi_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]));
    checked(ncmpi_def_dim(file, "column", columns, &dimensions[1]));
    checked(ncmpi_def_dim(file, "row", rows, &lengths[0]));
    lengths[1] = dimensions[1];
    checked(ncmpi_def_var(file, "first", NC_FLOAT, 2, dimensions, &sets[0]));
    checked(ncmpi_def_var(file, "all", NC_FLOAT, 2, lengths, &sets[1]));
    checked(ncmpi_def_var(file, "second", NC_FLOAT, 2, dimensions, &sets[2]));
    checked(ncmpi_enddef(file));
    float *row = malloc((size_t)columns * sizeof *row);
    for (MPI_Offset r = 0; r < rows; r++)
      for (int s = 0; s < 3; s++) {
        for (MPI_Offset c = 0; c < columns; c++)
          row[c] = (float)((unsigned)(c + r * 31 + s * 7) * 2654435761u >> 12);
        const MPI_Offset start[2] = {r, 0}, count[2] = {1, columns};
        checked(ncmpi_put_vara_float_all(file, sets[s], start, count, row));
      }
    free(row);
    checked(ncmpi_close(file));
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/// Makes the file and opens it. In sets: "first", "second" and "all".
static inline int openRows(MPI_Offset rows, MPI_Offset columns, int sets[3]) {
  makeRows("data", rows, columns);
  int file;
  checked(ncmpi_open(MPI_COMM_WORLD, "data", NC_NOWRITE, MPI_INFO_NULL, &file));
  checked(ncmpi_inq_varid(file, "first", &sets[0]));
  checked(ncmpi_inq_varid(file, "second", &sets[1]));
  checked(ncmpi_inq_varid(file, "all", &sets[2]));
  return file;
}

#endif
