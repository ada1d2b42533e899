// Writes a result, makes it known, computes, and reads on: what lies behind
// MPI_File_sync is fetched after it, once, and while the program computes.
// RUN: %check-program --expect 'found>=85' --expect "pages_parked>=1" --expect "slices_diverged==0"
// RUN: %if mpich %{ %check-program --expect 'found>=85' --mpi mpich --expect "pages_parked>=1" %}
// RUN: %check-program --expect 'found>=85' --ranks 2 --expect "syncs>=20" --env FORESLICE_TRACE=%t.trace
// RUN: FileCheck %s --check-prefix=TRACE < %t.trace/rank-0.json
// RUN: FileCheck %s --check-prefix=TRACE < %t.trace/rank-1.json
// RUN: %if fuse %{ %check-program --expect 'found>=85' --slow "--service-us 2000" --ranks 1 \
// RUN:   --expect "hits>=40" --expect "pages_wasted==0" %}
// TRACE-DAG: "args":{"name":"prefetch thread"}
// TRACE-DAG: "name":"MPI_File_open",{{.*}}"args":{"of":"data"}
// TRACE-COUNT-8: "name":"MPI_File_sync",{{.*}}"args":{"of":"{{.*}}data"}
// TRACE-DAG: "name":"MPI_File_set_size",
// TRACE-DAG: "name":"slice",{{.*}}"dur":{{.*}}"args":{"of":"{{.*}}synced.c:{{.*}} in main"}
// TRACE-DAG: "name":"MPI_File_close",
#include "program.h"

enum { Phases = 8, Parts = 8, Size = 65536, Part = 4000 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  size_t bytes = (size_t)worldSize() * Phases * Parts * Size;
  makeData("data", bytes, 3);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  unsigned char b[Part];
  uint64_t d = DIGEST_START;
  MPI_Offset base = (MPI_Offset)myRank() * Phases * Parts * Size;
  for (int i = 0; i < Phases; i++) {
    MPI_File_write_at(fh, base + i * 8, &d, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    usleep(20000);
    for (int j = 0; j < Parts; j++) {
      MPI_Offset at = base + (i * Parts + j) * Size + 1000;
      MPI_File_read_at(fh, at, b, Part, MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, b, Part);
    }
  }
  MPI_File_set_size(fh, (MPI_Offset)bytes + 5);
  MPI_File_read_at(fh, base, b, Part, MPI_BYTE, MPI_STATUS_IGNORE);
  d = digest(d, b, Part);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
