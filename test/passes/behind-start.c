// The region of main that begins behind MPI_Init is launched before MPI_Init as well, but not
// before what may be the settings of the run time. The mode of the open is a variable's, which
// must not get a mode by which files are made.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -DMAKES %s | FileCheck --check-prefix=LATE %s
#include "mpi-decls.h"

int setenv(const char *, const char *, int);

char b[512];
double work(const char *);

static void configure(void) { setenv("FORESLICE_OPEN_AHEAD", "never", 1); }

// CHECK: @foreslice.region = internal global {{.*}}i32 6144, i32 0,
// CHECK-LABEL: define {{.*}}i32 @main(
// CHECK-NOT: foreslice_packet
// CHECK: call void @configure(
// CHECK: call ptr @foreslice_packet(ptr @foreslice.region)
// CHECK: call void @foreslice_launch(ptr @foreslice.region,
// CHECK: call i32 @MPI_Init(
// CHECK: call ptr @foreslice_packet(ptr @foreslice.region)
// CHECK: call void @foreslice_launch(ptr @foreslice.region,
// CHECK: call i32 @MPI_File_open(
// LATE-LABEL: define {{.*}}i32 @main(
// LATE-NOT: foreslice_launch
// LATE: call i32 @MPI_Init(
// LATE: call i32 @MPI_File_open(
// LATE: call void @foreslice_launch(
int main(int argc, char **argv) {
  MPI_File f;
  double sum = 0;
  int mode = MPI_MODE_RDONLY;
#ifdef MAKES
  if (argc > 2)
    mode = 9; // MPI_MODE_CREATE | MPI_MODE_RDWR
#endif
  configure();
  MPI_Init(&argc, &argv);
  MPI_File_open(MPI_COMM_WORLD, argv[1], mode, MPI_INFO_NULL, &f); // expected-remark 0-1 {{slice of the rest of 'main' with 1 read}}
  for (int i = 0; i < argc; i++) { // expected-remark 0-1 {{prefetch slice with 1 read}}
    MPI_File_read(f, b, 512, MPI_BYTE, MPI_STATUS_IGNORE);
    sum += work(b);
  }
  MPI_File_close(&f);
  return sum > 0;
}
