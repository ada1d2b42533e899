// Beside MPI-IO only reads of blocks in loops are told of, and no configuration.
// What is sliced needs no such remark.
//
// RUN: %slice %s -o /dev/null
#include "mpi-decls.h"
#include <aio.h>
#include <stdio.h>
#include <wchar.h>

double row[64];

int configuration(const char *name) {
  FILE *file = fopen(name, "r");
  wchar_t line[80];
  int n = 0;
  while (fgetws(line, 80, file))
    n += line[0];
  fclose(file);
  return n;
}

void byMpi(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read_at(fh, i, row, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

double byStdio(FILE *file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    fread(row, sizeof *row, 64, file);
    sum += row[0];
  }
  return sum;
}

double byPosix(int file, int n) {
  struct aiocb part = {.aio_fildes = file, .aio_buf = row, .aio_nbytes = 512};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    aio_read(&part); // expected-remark {{aio_read reads by POSIX}}
    sum += row[0];
  }
  return sum;
}
