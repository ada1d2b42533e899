// Beside MPI-IO only reads of blocks in loops are told of, and no configuration.
//
// RUN: %slice %s -o /dev/null
#include "mpi-decls.h"
#include <stdio.h>

double row[64];

int configuration(const char *name) {
  FILE *file = fopen(name, "r");
  char line[80];
  int n = 0;
  while (fgets(line, sizeof line, file))
    n += line[0];
  fread(&n, sizeof n, 1, file);
  fclose(file);
  return n;
}

void byMpi(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read_at(fh, i, row, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

double byStdio(FILE *file, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    fread(row, sizeof *row, 64, file); // expected-remark {{fread reads by stdio}}
    sum += row[0];
  }
  return sum;
}
